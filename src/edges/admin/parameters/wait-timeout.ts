import { problem } from '../../../engine/problems/problem.ts';
import { DurationError, parseDuration } from '../../../kernel/duration.ts';

/** The longest that anybody waits: servers and proxies on the way give up after a minute. */
const LONGEST_WAIT = 55_000;

export { USUAL_WAIT } from '../../../control/observation/usual-wait.ts';

/** How long somebody waits, in milliseconds of real time. */
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
