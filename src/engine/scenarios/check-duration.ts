import { DurationError, parseDuration, toIsoDuration } from '../../kernel/duration.ts';
import type { FlawList } from './flaw.ts';

/** The duration in milliseconds; undefined, and a flaw, when it is none or not within bounds. */
export const checkDuration = (
  text: string,
  { most, least = 0 }: { readonly most: number; readonly least?: number },
  flaws: FlawList,
): number | undefined => {
  try {
    const milliseconds = parseDuration(text);
    if (milliseconds >= least && milliseconds <= most) return milliseconds;
    flaws.add(
      milliseconds > most
        ? `${text} is too long: the maximum is ${toIsoDuration(most)}`
        : `${text} is too short: the minimum is ${toIsoDuration(least)}`,
    );
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    flaws.add(error.message);
  }
  return undefined;
};
