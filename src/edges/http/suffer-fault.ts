import type { After } from '../../kernel/timers.ts';
import type { Failure, Reply } from '../../kernel/http.ts';

/** The errors of `fetch` for a broken connection, with the cause that undici gives. */
const CAUSES: Readonly<Record<Failure['kind'], readonly [code: string, message: string]>> = {
  CONNECTION_RESET_BY_PEER: ['ECONNRESET', 'read ECONNRESET'],
  EMPTY_RESPONSE: ['UND_ERR_SOCKET', 'other side closed'],
  MALFORMED_RESPONSE_CHUNK: ['HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size'],
  RANDOM_DATA_THEN_CLOSE: ['HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/'],
  'slow-body': ['', ''],
};

/**
 * Applies a fault to a request without a socket: delays it, or fails as `fetch` would. A slow body arrives as a whole,
 * equally late.
 */
export const sufferFault = async (reply: Reply, after: After): Promise<Reply> => {
  if (reply.fault === undefined) return reply;
  const { delay, failure } = reply.fault;
  const wait = delay + (failure?.kind === 'slow-body' ? failure.milliseconds : 0);
  if (wait > 0) await new Promise<void>((resolve) => after(wait, resolve));
  if (failure === undefined || failure.kind === 'slow-body') return reply;
  const [code, message] = CAUSES[failure.kind];
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
};
