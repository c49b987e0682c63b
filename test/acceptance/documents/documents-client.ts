import { createHash } from 'node:crypto';
import type { Mock } from '../../../src/index.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';

export const CLIENT = 'api-client-enterprise';
/** The first seller of the client, whose budget no test exhausts. */
export const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';

interface Upload {
  readonly type: string;
  readonly vin?: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  /** An empty one leaves the choice to the client, which says application/octet-stream. */
  readonly mediaType?: string;
}

interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface DocumentsClient {
  readonly toBuyer: (buyerId: string, upload: Upload) => Promise<ApiAnswer>;
  readonly toOrder: (orderUuid: string, upload: Upload) => Promise<ApiAnswer>;
  readonly ofBuyer: (buyerId: string) => Promise<ApiAnswer>;
  readonly ofOrder: (orderUuid: string) => Promise<ApiAnswer>;
  readonly get: (id: string) => Promise<ApiAnswer>;
  readonly patch: (id: string, status: string, headers?: Record<string, string>) => Promise<ApiAnswer>;
  readonly download: (id: string, headers?: Record<string, string>) => Promise<Download>;
}

/** Documents as a client of the platform sends and fetches them: FormData and fetch. */
export const createDocumentsClient = (
  mock: Mock,
  api: ApiClient,
  { as = CLIENT, seller = SELLER }: { readonly as?: string; readonly seller?: string } = {},
): DocumentsClient => {
  const send = async (path: string, upload: Upload): Promise<ApiAnswer> => {
    const form = new Response(toForm(upload));
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    return api.post(path, new Uint8Array(await form.arrayBuffer()), { as, headers });
  };
  const buyer = (id: string): string => `/partners/${seller}/buyers/${id}/documents`;
  const order = (uuid: string): string => `/partners/${seller}/orders/${uuid}/documents`;
  return {
    toBuyer: (id, upload) => send(buyer(id), upload),
    toOrder: (uuid, upload) => send(order(uuid), upload),
    ofBuyer: (id) => api.get(buyer(id), { as }),
    ofOrder: (uuid) => api.get(order(uuid), { as }),
    get: (id) => api.get(`/documents/${id}`, { as }),
    patch: (id, status, headers = {}) => api.patch(`/documents/${id}`, { status }, { as, headers }),
    download: async (id, headers = {}) => {
      const authorization = `Bearer ${await mock.token(as)}`;
      const response = await fetch(`${mock.baseUrl}/documents/${id}/download`, {
        headers: { authorization, ...headers },
      });
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
};

const toForm = ({ type, vin, content = '%PDF-1.4\n%%EOF\n', fileName = 'file.pdf', mediaType }: Upload): FormData => {
  const form = new FormData();
  form.set('type', type);
  if (vin !== undefined) form.set('vin', vin);
  form.set('file', new File([content], fileName, { type: mediaType ?? 'application/pdf' }));
  return form;
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
