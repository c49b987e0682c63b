import type { ApiRequest } from '../../kernel/http.ts';

/** Whether a request comes from a page of this server. */
export type IsSameOrigin = (request: ApiRequest) => boolean;

/**
 * Browsers say where a request comes from: by `Sec-Fetch-Site` if they trust the connection, by `Origin` if the request
 * may change something. A request that only reads over plain HTTP may have neither.
 */
export const createSameOrigin = (publicUrl: string | undefined): IsSameOrigin => {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (request) => {
    const site = request.header('sec-fetch-site');
    const origin = request.header('origin');
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined) return site !== undefined || request.method === 'GET' || request.method === 'HEAD';
    if (origin === publicOrigin) return true;
    const host = request.header('host') ?? '';
    return origin === `http://${host}` || origin === `https://${host}`;
  };
};
