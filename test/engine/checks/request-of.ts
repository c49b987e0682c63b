import type { ApiRequest } from '../../../src/kernel/http.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** A request as an edge hands it over. */
export const requestOf = ({ method = 'GET', path = '/v1/orders', query = '', headers = {}, body = '' }: Sent = {}) => {
  const headerLines = (name: string): readonly string[] => {
    const lines = headers[name] ?? [];
    return typeof lines === 'string' ? [lines] : lines;
  };
  return {
    method,
    path,
    query,
    origin: 'http://stub',
    headerLines,
    header: (name) => (headers[name] === undefined ? undefined : headerLines(name).join(', ')),
    readBody: () => Promise.resolve(typeof body === 'string' ? new TextEncoder().encode(body) : body),
  } satisfies ApiRequest as ApiRequest;
};
