import type { Capsules } from '../../../control/capsule/make-capsule.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

/** Capsule operations: the exchanges of a sandbox as one file. */
export const manageCapsules = (capsules: Capsules) =>
  defineBehaviours({
    startCapsule: async ({ owner }) => {
      const { beganAt } = await capsules.start(owner);
      return ok({ recordingSince: toIsoDateTime(beganAt) });
    },
    getCapsule: async ({ owner, sandbox }) => ({
      status: 200,
      headers: { ...NOT_STORED, 'content-disposition': 'attachment; filename="capsule.json"' },
      content: await capsules.make(owner, sandbox),
    }),
    endCapsule: ({ owner }) => {
      capsules.end(owner);
      return NO_CONTENT;
    },
  });
