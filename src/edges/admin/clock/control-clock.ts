import { type ClockStep, readInstant, toInstant } from '../../../control/clock/clock-step.ts';
import type { SandboxTime } from '../../../control/clock/sandbox-time.ts';
import { problem } from '../../../engine/problems/problem.ts';
import { ClockError } from '../../../engine/sandbox/sandbox-clock.ts';
import { DurationError } from '../../../kernel/duration.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Operations that read and move the clock of a sandbox. */
export const controlClock = (time: SandboxTime) =>
  defineBehaviours({
    getClock: ({ sandbox }) => ok(time.read(sandbox)),
    advanceClock: async ({ sandbox, body }) => {
      const step = toStep(body);
      return ok(await refusing(step, () => time.advance(sandbox, toInstant(step))));
    },
    freezeClock: async ({ sandbox, body: { at } = {} }) => {
      const instant = (): number | undefined => (at === undefined ? undefined : readInstant(at));
      return ok(await refusing({ at }, () => time.freeze(sandbox, instant())));
    },
    resumeClock: async ({ sandbox }) => ok(await time.resume(sandbox)),
  });

/** The schema requires exactly one of the two. */
const toStep = ({ by, to = '' }: { readonly by?: string; readonly to?: string }): ClockStep =>
  by === undefined ? { to } : { by };

/** Reports an impossible step as a violation of the member that requests it. */
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
