import { problem } from '../../../engine/problems/problem.ts';
import { DurationError, parseDuration } from '../../../kernel/duration.ts';

/** Maximum wait in milliseconds: servers and proxies on the way time out after a minute. */
const LONGEST_WAIT = 55_000;

export { USUAL_WAIT } from '../../../control/observation/usual-wait.ts';

/** Parses a timeout to milliseconds of real time. */
export const readTimeout = (text: string): number => {
  const refuse = (message: string): Error =>
    problem('validation-error', {
      detail: `timeout ${message}.`,
      errors: [{ field: 'timeout', message, rejectedValue: text }],
    });
  try {
    const milliseconds = parseDuration(text);
    if (milliseconds <= LONGEST_WAIT) return milliseconds;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw refuse(`is no duration that can be waited for: ${error.message}`);
  }
  throw refuse('must be at most PT55S: ask again for more');
};
