import { invalidMember, plainProblem, problem } from '../../../engine/problems/problem.ts';
import { parseDuration } from '../../../kernel/duration.ts';
import type { WaitResult } from '../../../kernel/wait-until.ts';

/** Maximum wait in milliseconds: servers and proxies on the way time out after a minute. */
const LONGEST_WAIT = 55_000;

/** Parses the timeout of a call that waits to milliseconds of real time. */
export const readTimeout = (text: string): number => {
  const refuse = (message: string): Error => invalidMember('timeout', message, text, `timeout ${message}.`);
  const milliseconds = parseDuration(text, (message) => refuse(`is no duration that can be waited for: ${message}`));
  if (milliseconds <= LONGEST_WAIT) return milliseconds;
  throw refuse('must be at most PT55S: ask again for more');
};

/**
 * What a wait has found, 503 if the server or the sandbox ends meanwhile, or 408 with what came instead.
 *
 * @param arrived subject and verb of the 408, such as `requests came`
 */
export const toFound = <Found, Other>(
  { kind, found, others }: WaitResult<Found, Other>,
  { count, timeout, arrived }: { readonly count: number; readonly timeout: string; readonly arrived: string },
) => {
  if (kind === 'met') return { data: found };
  if (kind === 'closed')
    throw problem('unavailable', { detail: 'The server is shutting down, or the sandbox was deleted.' });
  throw plainProblem(408, {
    detail: `${found.length} of ${count} ${arrived} within ${timeout}.`,
    extensions: { found, cameInstead: others },
  });
};
