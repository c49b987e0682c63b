import {
  type RecordFilters,
  type RecordList,
  listInvitations,
  listPayments,
  listViesChecks,
} from '../../../control/records/record-lists.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

const listing =
  (list: RecordList): Behaviour =>
  async (exchange) => {
    const query = exchange.input.parameters.query as ListQuery & RecordFilters;
    const wanted = readWanted(query);
    const place = { sandbox: sandboxOf(exchange), origin: exchange.request.origin };
    const { shown, total } = await list(place, query, wanted);
    return toListReply(shown, wanted, total);
  };

/** Records that the API itself does not list. */
export const showRecords: Behaviours = {
  listPayments: listing(listPayments),
  listViesChecks: listing(listViesChecks),
  listInvitations: listing(listInvitations),
};
