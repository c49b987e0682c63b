import { problem } from '../../engine/problems/problem.ts';
import { DurationError, parseDuration } from '../../kernel/duration.ts';

/** "A rotation window (typically 24 to 72 hours)". */
const DEFAULT_WINDOW = 'PT24H';
const LONGEST_WINDOW = 'P365D';

/** How long a former secret remains valid after a rotation, in milliseconds. */
export const readRotationWindow = (window = DEFAULT_WINDOW): number => {
  try {
    const milliseconds = parseDuration(window);
    if (milliseconds <= parseDuration(LONGEST_WINDOW)) return milliseconds;
    throw new DurationError(`"${window}" is longer than ${LONGEST_WINDOW}`);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw problem('validation-error', {
      detail: `window: ${error.message}.`,
      errors: [{ field: 'window', message: error.message, rejectedValue: window }],
    });
  }
};
