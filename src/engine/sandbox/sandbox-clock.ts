import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';

/** How a sandbox's clock stands to the wall's: it runs with an offset, or is frozen at an instant. */
export type ClockSetting =
  { readonly kind: 'running'; readonly offset: number } | { readonly kind: 'frozen'; readonly at: number };

/** Milliseconds throughout. */
export interface SandboxClock extends Clock {
  readonly setting: () => ClockSetting;
  /** How far it is ahead of the wall clock. */
  readonly offset: () => number;
  /** An instant of this clock as clients see it on theirs. */
  readonly toWallTime: (instant: number) => number;
  readonly freeze: (at?: number) => void;
  /** Goes on from where it stands. */
  readonly resume: () => void;
  /** Moves forward to an instant; stays where it is when it has passed that already, as a running clock may have. */
  readonly reach: (instant: number) => void;
}

/** "Never back": a step into the past. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
}

/** Time only moves forward. */
export const checkForward = (clock: Clock, instant: number): void => {
  const now = clock.now();
  if (instant < now)
    throw new ClockError(
      `the clock is at ${toIsoDateTime(now)} and never goes back, so it cannot be set to ${toIsoDateTime(instant)}`,
    );
};

export const createSandboxClock = (wall: Clock, initial: ClockSetting): SandboxClock => {
  let setting = initial;
  const now = (): number => (setting.kind === 'frozen' ? setting.at : wall.now() + setting.offset);
  const clock: SandboxClock = {
    now,
    elapsed: () => wall.elapsed(),
    setting: () => setting,
    offset: () => now() - wall.now(),
    toWallTime: (instant) => instant - (now() - wall.now()),
    freeze: (at) => {
      if (at !== undefined) checkForward(clock, at);
      setting = { kind: 'frozen', at: at ?? now() };
    },
    resume: () => {
      if (setting.kind === 'frozen') setting = { kind: 'running', offset: setting.at - wall.now() };
    },
    reach: (instant) => {
      // Read once: a millisecond may pass between two readings of a running clock.
      const ahead = instant - now();
      if (ahead <= 0) return;
      setting =
        setting.kind === 'frozen'
          ? { kind: 'frozen', at: instant }
          : { kind: 'running', offset: setting.offset + ahead };
    },
  };
  return clock;
};
