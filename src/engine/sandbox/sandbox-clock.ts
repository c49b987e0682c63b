import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';

/** A sandbox's clock relative to the wall clock: running with an offset, or frozen at an instant. */
export type ClockSetting =
  | { readonly kind: 'running'; readonly offset: number }
  | { readonly kind: 'frozen'; readonly at: number };

/** All values in milliseconds. */
export type SandboxClock = ReturnType<typeof createSandboxClock>;

/** "Never back": an attempt to move the clock into the past. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
}

/** Throws a ClockError if the instant is in the past. */
export const checkForward = (clock: Pick<Clock, 'now'>, instant: number): void => {
  const now = clock.now();
  if (instant < now)
    throw new ClockError(
      `the clock is at ${toIsoDateTime(now)} and never goes back, so it cannot be set to ${toIsoDateTime(instant)}`,
    );
};

export const createSandboxClock = (wall: Clock, initial: ClockSetting) => {
  let setting = initial;
  const now = (): number => (setting.kind === 'frozen' ? setting.at : wall.now() + setting.offset);
  const offset = (): number => (setting.kind === 'frozen' ? setting.at - wall.now() : setting.offset);
  return {
    now,
    elapsed: () => wall.elapsed(),
    setting: (): ClockSetting => setting,
    /** How far it is ahead of the wall clock. */
    offset,
    /** Converts an instant of this clock to wall-clock time, which clients see. */
    toWallTime: (instant: number): number => instant - offset(),
    freeze: (at?: number): void => {
      if (at !== undefined) checkForward({ now }, at);
      setting = { kind: 'frozen', at: at ?? now() };
    },
    /** Starts running from its current time. */
    resume: (): void => {
      if (setting.kind === 'frozen') setting = { kind: 'running', offset: setting.at - wall.now() };
    },
    /** Moves forward to an instant; no effect if it has already passed, which may happen with a running clock. */
    reach: (instant: number): void => {
      // Read once: a running clock may advance by a millisecond between two readings.
      const ahead = instant - now();
      if (ahead <= 0) return;
      setting =
        setting.kind === 'frozen'
          ? { kind: 'frozen', at: instant }
          : { kind: 'running', offset: setting.offset + ahead };
    },
  };
};
