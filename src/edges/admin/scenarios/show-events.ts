import { readOutbox } from '../../../control/scenarios/outbox.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';

/** The outbox: what the changes in a sandbox have caused, whether anybody has subscribed to it or not. */
export const showEvents = defineBehaviours({
  listEvents: async ({ sandbox, query }) => {
    const wanted = readWanted(query);
    const { shown, total } = await readOutbox(sandbox, wanted);
    return toListOutcome(shown, wanted, total);
  },
});
