import { ClockError } from '../../engine/sandbox/sandbox-clock.ts';
import { parseDuration } from '../../kernel/duration.ts';

/** A duration or a target time: exactly one of the two. */
export type ClockStep = { readonly by: string; readonly to?: never } | { readonly to: string; readonly by?: never };

/** Converts a step to the target instant. Throws a {@link ClockError} or a {@link DurationError} with the reason. */
export const toInstant =
  ({ by, to }: ClockStep) =>
  (now: number): number =>
    by === undefined ? readInstant(to) : now + parseDuration(by);

/** Truncates fractions beyond milliseconds. */
export const readInstant = (text: string): number => {
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  throw new ClockError(`"${text}" is no instant that this clock knows (no leap seconds)`);
};
