import { DurationError, parseDuration, toIsoDuration } from '../../kernel/duration.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';

/** Parses a duration to milliseconds; undefined, with a diagnostic, if it is invalid or out of range. */
export const checkDuration = (
  text: string,
  { most, least = 0 }: { readonly most: number; readonly least?: number },
  diagnostics: DiagnosticList,
): number | undefined => {
  try {
    const milliseconds = parseDuration(text);
    if (milliseconds >= least && milliseconds <= most) return milliseconds;
    diagnostics.add(
      milliseconds > most
        ? `${text} is too long: the maximum is ${toIsoDuration(most)}`
        : `${text} is too short: the minimum is ${toIsoDuration(least)}`,
    );
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    diagnostics.add(error.message);
  }
  return undefined;
};
