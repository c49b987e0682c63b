import { invalidMember } from '../../engine/problems/problem.ts';
import { parseDuration } from '../../kernel/duration.ts';

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
  const refuse = (message: string): Error => invalidMember(field, message, text);
  const milliseconds = parseDuration(text, refuse);
  if (milliseconds < parseDuration(shortest)) throw refuse(`"${text}" is shorter than ${shortest}`);
  if (milliseconds > parseDuration(longest)) throw refuse(`"${text}" is longer than ${longest}`);
  return milliseconds;
};
