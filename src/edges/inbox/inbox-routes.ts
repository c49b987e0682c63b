import { LARGEST_MESSAGE } from '../../engine/inbox/inboxes.ts';
import { BodyTooLarge, type Handle, headerPairs, jsonContent, type Reply } from '../../kernel/http.ts';
import type { AdmitStranger } from '../../engine/rate-limiting/counters.ts';
import { readInboxPath } from '../../control/inbox/inbox-address.ts';
import type { OwnInboxes, Received } from '../../control/inbox/own-inboxes.ts';

/** Longer than any delivery timeout. Milliseconds. */
const NEVER = 60_000;

const answer = (status: number, value: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  content: jsonContent(value),
});

const UNKNOWN = answer(404, { error: 'There is no such inbox. GET /__admin/inbox/{name} tells the URL of one.' });
const TOO_LARGE = answer(413, { error: `An inbox takes ${LARGEST_MESSAGE} bytes at most.` }, { connection: 'close' });
const FULL = answer(507, { error: 'This sandbox has the maximum number of inboxes: delete one.' });

/** The inboxes over HTTP: a receiver of webhooks that responds as programmed. */
export const createInboxRoutes =
  (inboxes: OwnInboxes, admitStranger: AdmitStranger): Handle =>
  async (request) => {
    await admitStranger(request);
    const address = readInboxPath(request.path);
    if (address === undefined) return UNKNOWN;
    if (request.method !== 'POST')
      return answer(
        405,
        { error: `Inboxes take POST. GET /__admin/inbox/${address.name} shows what came.` },
        { allow: 'POST' },
      );
    if (!(await inboxes.exists(address))) return UNKNOWN;
    const body = await request.readBody(LARGEST_MESSAGE, address.sandbox).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) return undefined;
      throw error;
    });
    if (body === undefined) return TOO_LARGE;
    return toReply(await inboxes.receive(address, { headers: headerPairs(request.rawHeaders ?? []), body }));
  };

const toReply = ({ answered, number }: Received): Reply => {
  if (number === undefined) return answered === 404 ? UNKNOWN : answered === 413 ? TOO_LARGE : FULL;
  if (answered === 'timeout') return { ...answer(503, {}), fault: { delay: NEVER } };
  if (answered === 'reset')
    return { ...answer(503, {}), fault: { delay: 0, failure: { kind: 'CONNECTION_RESET_BY_PEER' } } };
  const isBodiless = answered === 204 || answered === 205 || answered === 304;
  return isBodiless ? { status: answered, headers: {} } : answer(answered, { received: number });
};
