import type { WaitResult } from '../../../kernel/wait-until.ts';
import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import { ok } from './usual-outcomes.ts';

/**
 * The response to a wait: what was found, 503 if the server shuts down meanwhile, or 408 with what came instead.
 *
 * @param arrived subject and verb of the 408, such as `requests came`
 */
export const toAwaitOutcome = <Found, Other>(
  { kind, found, others }: WaitResult<Found, Other>,
  { count, timeout, arrived }: { readonly count: number; readonly timeout: string; readonly arrived: string },
) => {
  if (kind === 'met') return ok({ data: found });
  if (kind === 'closed') throw problem('unavailable', { detail: 'The server is shutting down.' });
  throw plainProblem(408, {
    detail: `${String(found.length)} of ${String(count)} ${arrived} within ${timeout}.`,
    extensions: { found, cameInstead: others },
  });
};
