import { invalidMember } from '../../engine/problems/problem.ts';
import { DurationError, parseDuration } from '../../kernel/duration.ts';

/** "A rotation window (typically 24 to 72 hours)". */
const DEFAULT_WINDOW = 'PT24H';
const LONGEST_WINDOW = 'P365D';

/** How long a former secret remains valid after a rotation, in milliseconds. */
export const readRotationWindow = (window = DEFAULT_WINDOW): number =>
  readDuration('window', window, { longest: LONGEST_WINDOW });

/** The milliseconds of a duration in a member of a request; throws 422 outside of the limits. */
export const readDuration = (
  field: string,
  text: string,
  { shortest = 'PT0S', longest }: { readonly shortest?: string; readonly longest: string },
): number => {
  try {
    const milliseconds = parseDuration(text);
    if (milliseconds < parseDuration(shortest)) throw new DurationError(`"${text}" is shorter than ${shortest}`);
    if (milliseconds > parseDuration(longest)) throw new DurationError(`"${text}" is longer than ${longest}`);
    return milliseconds;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw invalidMember(field, error.message, text);
  }
};
