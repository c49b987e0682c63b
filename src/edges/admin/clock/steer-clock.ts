import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { ClockError } from '../../../engine/sandbox/sandbox-clock.ts';
import { DurationError } from '../../../kernel/duration.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ClockStep, readInstant, toInstant } from '../../../control/clock/clock-step.ts';
import type { SandboxTime } from '../../../control/clock/sandbox-time.ts';

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

/** The clock of a sandbox, seen and moved. */
export const steerClock = (time: SandboxTime): Behaviours => {
  const advance: Behaviour = async (exchange) => {
    const step = exchange.input.body as ClockStep;
    return ok(await refusing(step, () => time.advance(sandboxOf(exchange), toInstant(step))));
  };
  const freeze: Behaviour = async (exchange) => {
    const { at } = (exchange.input.body ?? {}) as { readonly at?: string };
    const instant = (): number | undefined => (at === undefined ? undefined : readInstant(at));
    return ok(await refusing({ at }, () => time.freeze(sandboxOf(exchange), instant())));
  };
  return {
    getClock: (exchange) => ok(time.read(sandboxOf(exchange))),
    advanceClock: advance,
    freezeClock: freeze,
    resumeClock: async (exchange) => ok(await time.resume(sandboxOf(exchange))),
  };
};

/** What cannot be is said of the member that asks for it. */
const refusing = async <T>(members: object, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClockError) && !(error instanceof DurationError)) throw error;
    const [field, rejectedValue] = (Object.entries(members)[0] ?? ['', null]) as [string, unknown];
    throw problem('validation-error', {
      detail: `${field}: ${error.message}.`,
      errors: [{ field, message: error.message, rejectedValue }],
    });
  }
};
