import type { WholeExchange } from '../../../src/generated/control-schemas.ts';
import type { ApiRequest } from '../../server/api-request.ts';

/** A request that a person may edit before it is sent. */
export type Draft = ApiRequest & { readonly body: string | undefined };

/** What the browser or the connection sets anew. */
const NOT_SENT = new Set([
  ...['host', 'connection', 'content-length', 'authorization', 'user-agent', 'accept-encoding', 'cookie', 'origin'],
  ...['referer', 'transfer-encoding', 'expect', 'keep-alive', 'te', 'upgrade', 'date', 'traceparent', 'tracestate'],
]);

/** Undefined if it can be sent as it was. */
export const whyNotSent = ({ request, path }: WholeExchange): string | undefined => {
  if (path.includes('{')) return 'The path of a public link is a secret: the journal does not have it.';
  if (request.body?.cut === true) return 'The journal keeps the first 16 KiB of the body only.';
  if (request.body?.parts !== undefined) return 'The journal does not keep the bytes of uploads.';
  if (request.body !== null && request.body.json === undefined && request.body.text === undefined)
    return 'The body is not text; the journal does not keep it.';
  return undefined;
};

export const toDraft = ({ method, path, request, clientId }: WholeExchange): Draft => {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(request.query)) for (const value of values) query.append(name, value);
  const { body } = request;
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => !NOT_SENT.has(name) && !name.startsWith('sec-') && !value.includes('[redacted]'),
  );
  return {
    method,
    path: `${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: Object.fromEntries(headers),
    body: body === null ? undefined : (body.text ?? JSON.stringify(body.json, null, 2)),
    clientId: clientId ?? undefined,
  };
};

/** A new key: with the old one, the stored response would be played again. */
export const withNewKey = (draft: Draft): Draft =>
  'idempotency-key' in draft.headers
    ? { ...draft, headers: { ...draft.headers, 'idempotency-key': crypto.randomUUID() } }
    : draft;
