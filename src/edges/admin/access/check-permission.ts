import type { Operation } from '../../../engine/contract/contract.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Visitor } from '../../../identity/console-sessions.ts';
import type { ApiRequest } from '../../../kernel/http.ts';

/** Throws 403 for a visitor who may only watch, unless the call reads. */
export const checkPermission = (
  { permission }: Pick<Visitor, 'permission'>,
  { method }: Pick<ApiRequest, 'method'>,
  { showsSecrets }: Pick<Operation, 'showsSecrets'>,
): void => {
  if (permission === 'everything') return;
  if ((method === 'GET' || method === 'HEAD') && !showsSecrets) return;
  throw problem('forbidden', {
    detail:
      'This session may only watch: it reads and follows the sandbox, and neither changes it nor sees its secrets. Ask the sender of the link for one with the permission "everything".',
    extensions: { code: 'watch-only' },
  });
};
