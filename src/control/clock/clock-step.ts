import { ClockError } from '../../engine/sandbox/sandbox-clock.ts';
import { parseDuration } from '../../kernel/duration.ts';

/** How far, or until when: exactly one of the two. */
export type ClockStep = { readonly by: string; readonly to?: never } | { readonly to: string; readonly by?: never };

/** Where a step leads to from here. Throws a {@link ClockError} or a {@link DurationError} that says why it does not. */
export const toInstant =
  ({ by, to }: ClockStep) =>
  (now: number): number =>
    by === undefined ? readInstant(to) : now + parseDuration(by);

/** Fractions beyond milliseconds are cut off. */
export const readInstant = (text: string): number => {
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  throw new ClockError(`"${text}" is no instant that this clock knows (no leap seconds)`);
};
