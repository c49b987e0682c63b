import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ClockChange, SandboxTime } from '../admin/clock/sandbox-time.ts';
import { type ClockStep, readInstant, toInstant } from '../admin/clock/steer-clock.ts';

/** The clock of a sandbox in the hands of a program: what the control API does, without HTTP. */
export interface MockClock {
  readonly now: (sandbox?: string) => Promise<Date>;
  /** By an ISO 8601 duration, or to an RFC 3339 instant; what is due on the way happens. Never back. */
  readonly advance: (step: ClockStep, sandbox?: string) => Promise<ClockChange>;
  /** At once, or at an RFC 3339 instant to come. */
  readonly freeze: (at?: string, sandbox?: string) => Promise<ClockChange>;
  readonly resume: (sandbox?: string) => Promise<ClockChange>;
}

export const createMockClock = (
  time: SandboxTime,
  find: (sandbox: string | undefined) => Promise<Sandbox>,
): MockClock => ({
  now: async (sandbox) => new Date(time.read(await find(sandbox)).now),
  advance: async (step, sandbox) => time.advance(await find(sandbox), toInstant(step)),
  freeze: async (at, sandbox) => time.freeze(await find(sandbox), at === undefined ? undefined : readInstant(at)),
  resume: async (sandbox) => time.resume(await find(sandbox)),
});
