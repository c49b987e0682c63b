import { plainProblem } from '../../engine/problems/problem.ts';
import type { Organization } from '../../identity/organization.ts';
import { HIDDEN, isSecretName } from '../../engine/journal/secret-names.ts';
import { type ApiRequest, isJsonMediaType, type Reply } from '../../kernel/http.ts';
import { toRequest } from '../moves/call-request.ts';
import type { MakeMoveParts } from '../moves/make-move.ts';
import type { CalledApi } from '../storyboards/storyboard-file.ts';
import type { ComposedCall } from './compose-call.ts';
import type { CallMade, MessageOfCall } from './show.ts';

interface MakeCallParts extends Pick<MakeMoveParts, 'tokenFor'> {
  /** The imitated API and the control API. */
  readonly handle: Readonly<Record<CalledApi, (request: ApiRequest) => Promise<Reply>>>;
}

/** Sends a call as a client of the organization, and shows it with its answer. */
export type MakeCall = (owner: Organization, call: ComposedCall, origin: string) => Promise<CallMade>;

/** Bytes of a body that is shown. */
const LARGEST_SHOWN_BODY = 65_536;

export const createMakeCall =
  ({ handle, tokenFor }: MakeCallParts): MakeCall =>
  async (owner, call, origin) => {
    // For each call: the clock may have moved beyond the life of an earlier one.
    const token = await tokenFor(owner.sandbox, origin);
    if (token === undefined)
      throw plainProblem(409, {
        detail:
          'The organization has no client that can get a token: enable one with PATCH /__admin/clients/{clientId}.',
      });
    const request = toRequest(call, { token, origin, sentBy: 'show' });
    const reply = await handle[call.api](request);
    const { api, operation, title, method, path, query = '' } = call;
    const fault = reply.fault?.failure?.kind;
    const isLost = fault !== undefined && fault !== 'slow-body';
    return {
      api,
      title,
      operationId: operation.id,
      method,
      path: query === '' ? path : `${path}?${query}`,
      request: shownRequest(call, request),
      status: isLost ? null : reply.status,
      fault: fault ?? null,
      response: isLost ? NOTHING : shownReply(reply),
      requestId: call.api === 'service' ? (reply.headers['x-mock-request-id'] ?? null) : null,
    };
  };

const NOTHING: MessageOfCall = { headers: {}, body: null, bytes: 0 };

const shownRequest = (
  { headers, text, upload, body }: ComposedCall,
  { header, bodyRead }: ApiRequest,
): MessageOfCall => {
  const type = header('content-type');
  const bytes = bodyRead?.()?.byteLength ?? Buffer.byteLength(text ?? '');
  const shown = bytes > LARGEST_SHOWN_BODY ? null : (body ?? null);
  return {
    headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
    body: upload === undefined ? shown : (body ?? null),
    bytes,
  };
};

/** Name the exchange, which is another one each time that the same call is made. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['link', 'x-mock-request-id']);

const shownReply = ({ headers, content }: Reply): MessageOfCall => {
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SHOWN.has(name)));
  if (content === undefined) return { headers: shown, body: null, bytes: 0 };
  const { mediaType, byteLength, body } = content;
  const isShown = isJsonMediaType(mediaType) && byteLength <= LARGEST_SHOWN_BODY;
  return {
    headers: { 'content-type': mediaType, ...shown },
    body: isShown ? parseShown(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) : null,
    bytes: byteLength,
  };
};

/** The show may be watched by others: secrets, such as those of webhook endpoints, are not for them. */
const parseShown = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (typeof value === 'string' && isSecretName(name) ? HIDDEN : value));
