import {
  type CapsuleAnswer,
  type CapsuleControl,
  type CapsuleRequest,
  fromCapsuleBody,
  toCapsuleBody,
} from '../../engine/capsule/capsule.ts';
import type { createMask } from '../../engine/capsule/mask.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';
import { madeRequest } from '../../kernel/made-request.ts';

type Mask = ReturnType<typeof createMask>;
type Recorded = Pick<
  CapsuleRequest,
  'method' | 'path' | 'query' | 'origin' | 'headers' | 'body' | 'usesNoBudget' | 'enteredAt'
>;

/** Rebuilds a recorded client request, with a token issued by the replay server. */
export const toRequest = (call: Recorded, unmask: (text: string) => string, token: string | undefined): ApiRequest =>
  madeRequest({
    method: call.method,
    path: unmask(call.path),
    query: unmask(call.query),
    origin: call.origin,
    usesNoBudget: call.usesNoBudget === true,
    enteredAt: call.enteredAt,
    headers: [
      ...call.headers.map(([name, value]) => [name, unmask(value)] as const),
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ],
    body: call.body === null ? new Uint8Array(0) : fromBody(call.body, unmask),
  });

/** Rebuilds a recorded token request, with a client secret that the replay server accepts. */
export const toTokenRequest = (call: CapsuleRequest, client: string, secret: string): ApiRequest => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: client, client_secret: secret });
  return toRequest({ ...call, body: { text: form.toString() } }, (text) => text, undefined);
};

/** Routes outside the API generate their own exchange ids, so those of token requests differ in a replay. */
export const withoutIds = ({ headers, ...answer }: CapsuleAnswer): CapsuleAnswer => {
  const { 'x-mock-request-id': _id, 'x-trace-id': _traceId, ...others } = headers;
  return { ...answer, headers: others };
};

const fromBody = (body: NonNullable<CapsuleRequest['body']>, unmask: (text: string) => string): Uint8Array =>
  body.text === undefined ? fromCapsuleBody(body) : Buffer.from(unmask(body.text), 'utf8');

/** Rebuilds a recorded control call; in the replay the operator makes it, regardless of the original caller. */
export const toControlRequest = (
  { method, path, body, mediaType }: CapsuleControl,
  { sandbox, operator, unmask }: { sandbox: string; operator: string; unmask: (text: string) => string },
): ApiRequest =>
  toRequest(
    {
      method,
      path: `/__admin${path}`,
      query: `sandbox=${encodeURIComponent(sandbox)}`,
      origin: 'http://127.0.0.1',
      headers: body === null ? [] : [['content-type', mediaType]],
      body: body === null ? null : { text: unmask(body) },
    },
    (text) => text,
    operator,
  );

/** Converts a response to the capsule format, with the same placeholders for secrets. */
export const toAnswer = ({ status, headers, content }: Reply, mask: Mask): CapsuleAnswer => {
  const all = { ...headers, ...(content === undefined ? {} : { 'content-type': content.mediaType }) };
  return {
    status,
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, mask.text(value)])),
    body: content === undefined ? null : mask.body(toCapsuleBody(content.body)),
  };
};
