import { listInvitations, listPayments, listViesChecks } from '../../../control/records/record-lists.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';

/** Lists records that the API itself does not list. */
export const showRecords = defineBehaviours({
  listPayments: async ({ sandbox, origin, query }) => {
    const wanted = readWanted(query);
    const { shown, total } = await listPayments({ sandbox, origin }, query, wanted);
    return toListOutcome(shown, wanted, total);
  },
  listViesChecks: async ({ sandbox, origin, query }) => {
    const wanted = readWanted(query);
    const { shown, total } = await listViesChecks({ sandbox, origin }, query, wanted);
    return toListOutcome(shown, wanted, total);
  },
  listInvitations: async ({ sandbox, origin, query }) => {
    const wanted = readWanted(query);
    const { shown, total } = await listInvitations({ sandbox, origin }, query, wanted);
    return toListOutcome(shown, wanted, total);
  },
});
