import type { Hold } from './mock-scenarios.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ClockChange, SandboxTime } from '../../control/clock/sandbox-time.ts';
import { type ClockStep, readInstant, toInstant } from '../../control/clock/clock-step.ts';

/** The clock of a sandbox: the clock calls of the control API, without HTTP. */
export interface MockClock {
  readonly now: (sandbox?: string) => Promise<Date>;
  /**
   * Moves the clock by an ISO 8601 duration, or to an RFC 3339 time, and runs everything due. Rejects for a time in the
   * past, and for more than ten years at once.
   *
   * @example await mock.clock.advance({ by: 'PT72H' });
   */
  readonly advance: (step: ClockStep, sandbox?: string) => Promise<ClockChange>;
  /** Freezes the clock now, or at a future RFC 3339 time. */
  readonly freeze: (at?: string, sandbox?: string) => Promise<ClockChange>;
  /** Resumes the clock from its current time. */
  readonly resume: (sandbox?: string) => Promise<ClockChange>;
}

export const createMockClock = (
  time: SandboxTime,
  find: (sandbox: string | undefined) => Promise<Sandbox>,
  /** Runs a move as one exchange, which keeps other processes from moving the clock, too. */
  hold: Hold,
): MockClock => ({
  now: (sandbox) => hold(sandbox, async () => new Date(time.read(await find(sandbox)).now)),
  advance: (step, sandbox) => hold(sandbox, async () => time.advance(await find(sandbox), toInstant(step))),
  freeze: (at, sandbox) =>
    hold(sandbox, async () => time.freeze(await find(sandbox), at === undefined ? undefined : readInstant(at))),
  resume: (sandbox) => hold(sandbox, async () => time.resume(await find(sandbox))),
});
