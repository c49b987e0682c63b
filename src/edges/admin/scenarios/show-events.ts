import { readOutbox } from '../../../control/scenarios/outbox.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';

/** The outbox: events caused by changes in a sandbox, with or without subscribers. */
export const showEvents = defineBehaviours({
  listEvents: async ({ sandbox, query }) => {
    const wanted = readWanted(query);
    const { shown, total } = await readOutbox(sandbox, wanted);
    return toListOutcome(shown, wanted, total);
  },
});
