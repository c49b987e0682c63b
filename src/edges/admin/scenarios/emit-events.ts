import { emitEvent } from '../../../control/scenarios/emit-event.ts';
import type { SampleMaker } from '../../../engine/scenarios/emit-sample.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';

/** Emits a sample event as if it had happened. */
export const emitEvents = (samples: SampleMaker) =>
  defineBehaviours({
    emitEvent: async ({ sandbox, body }) => ({ status: 201, body: await emitEvent(samples, sandbox, body) }),
  });
