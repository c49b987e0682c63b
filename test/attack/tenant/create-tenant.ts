import { sampleBuyer } from '../../support/sample-order.ts';
import { ADMIN_TOKEN } from '../server/start-server.ts';

/** A sandbox with a client, as the operator of a hosted server creates it for a visitor. */
export interface Tenant {
  readonly sandbox: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly seller: string;
  readonly token: string;
  readonly buyer: string;
}

/** One answer; throws if it is not the expected one, because nothing can be attacked then. */
export const call = async (
  url: string,
  method: string,
  path: string,
  { token, body, key }: { readonly token?: string; readonly body?: unknown; readonly key?: string } = {},
): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      connection: 'close',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} gave ${String(answer.status)}: ${text.slice(0, 300)}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
};

export const fetchToken = async (url: string, clientId: string, clientSecret: string): Promise<string> => {
  const answer = await fetch(`${url}/auth/realms/integration/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token for ${clientId}: ${String(answer.status)}`);
  return token;
};

/** In local mode the operator's token works too. */
export const createTenant = async (url: string, options: object = {}): Promise<Tenant> => {
  const created = (await call(url, 'POST', '/__admin/sandboxes', {
    token: ADMIN_TOKEN,
    body: { rateLimitTier: 'ENTERPRISE', ...options },
  })) as { id: string; clientId: string; clientSecret: string; sellers: string[] };
  const { id: sandbox, clientId, clientSecret } = created;
  const [seller = ''] = created.sellers;
  const token = await fetchToken(url, clientId, clientSecret);
  const buyer = await createBuyer(url, token, seller);
  return { sandbox, clientId, clientSecret, seller, token, buyer };
};

let made = 0;

/** A new buyer of the seller; its uuid. */
export const createBuyer = async (url: string, token: string, seller: string): Promise<string> => {
  const body = sampleBuyer();
  const key = `attack-buyer-${String(++made)}`;
  const created = await call(url, 'POST', `/v1/partners/${seller}/buyers`, { token, body, key });
  return (created as { uuid: string }).uuid;
};
