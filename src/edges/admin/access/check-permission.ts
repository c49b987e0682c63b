import type { Operation } from '../../../engine/contract/contract.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Visitor } from '../../../identity/console-sessions.ts';
import type { ApiRequest } from '../../../kernel/http.ts';

/** They contain secrets of the sandbox's webhooks; a listener is also registered as a webhook endpoint. */
const SECRET_READS: ReadonlySet<string> = new Set(['exportState', 'getSnapshot', 'getCapsule', 'listenToDeliveries']);

/** Throws 403 for a visitor who may only watch, unless the call reads. */
export const checkPermission = (
  { permission }: Pick<Visitor, 'permission'>,
  { method }: Pick<ApiRequest, 'method'>,
  { id }: Pick<Operation, 'id'>,
): void => {
  if (permission === 'everything') return;
  if ((method === 'GET' || method === 'HEAD') && !SECRET_READS.has(id)) return;
  throw problem('forbidden', {
    detail:
      'This session may only watch: it reads and follows the sandbox, and neither changes it nor sees its secrets. Ask the sender of the link for one with the permission "everything".',
    extensions: { code: 'watch-only' },
  });
};
