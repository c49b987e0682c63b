import { problem } from '../../engine/problems/problem.ts';
import { DurationError, parseDuration } from '../../kernel/duration.ts';

const DEFAULT_EXPIRY = 'P7D';
const SHORTEST_EXPIRY = 'PT1H';
const LONGEST_EXPIRY = 'P30D';

/** How long a link admits visitors, in milliseconds. */
export const readExpiry = (expiresIn = DEFAULT_EXPIRY): number => {
  try {
    const milliseconds = parseDuration(expiresIn);
    if (milliseconds < parseDuration(SHORTEST_EXPIRY))
      throw new DurationError(`"${expiresIn}" is shorter than ${SHORTEST_EXPIRY}`);
    if (milliseconds > parseDuration(LONGEST_EXPIRY))
      throw new DurationError(`"${expiresIn}" is longer than ${LONGEST_EXPIRY}`);
    return milliseconds;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw problem('validation-error', {
      detail: `expiresIn: ${error.message}.`,
      errors: [{ field: 'expiresIn', message: error.message, rejectedValue: expiresIn }],
    });
  }
};
