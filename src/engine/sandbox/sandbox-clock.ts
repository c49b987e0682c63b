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
  /** Moves forward to an instant; throws when that is in the past. */
  readonly moveTo: (instant: number) => void;
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
    freeze: (at = now()) => {
      checkForward(clock, at);
      setting = { kind: 'frozen', at };
    },
    resume: () => {
      if (setting.kind === 'frozen') setting = { kind: 'running', offset: setting.at - wall.now() };
    },
    moveTo: (instant) => {
      checkForward(clock, instant);
      setting =
        setting.kind === 'frozen' ? { kind: 'frozen', at: instant } : { kind: 'running', offset: instant - wall.now() };
    },
  };
  return clock;
};
