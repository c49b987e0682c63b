import { emitEvent } from '../../../control/scenarios/emit-event.ts';
import { readOutbox } from '../../../control/scenarios/outbox.ts';
import type { SampleMaker } from '../../../engine/scenarios/emit-sample.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';

export const eventBehaviours = (samples: SampleMaker) =>
  defineBehaviours({
    /** The outbox: events caused by changes in a sandbox, with or without subscribers. */
    listEvents: async ({ sandbox, query }) => {
      const wanted = readWanted(query);
      const { shown, total } = await readOutbox(sandbox, wanted);
      return toListOutcome(shown, wanted, total);
    },
    /** Emits a sample event as if it had happened. */
    emitEvent: async ({ sandbox, body }) => ({ status: 201, body: await emitEvent(samples, sandbox, body) }),
  });
