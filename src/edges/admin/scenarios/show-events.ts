import { readOutbox } from '../../../control/scenarios/outbox.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

/** `size` is what `limit` was called here at first. */
interface EventQuery extends ListQuery {
  readonly size?: number;
}

/** The outbox: what the changes in a sandbox have caused, whether anybody has subscribed to it or not. */
export const showEvents: Behaviour = async (exchange) => {
  const { size, ...query } = exchange.input.parameters.query as EventQuery;
  const wanted = readWanted(size === undefined ? query : { limit: size, ...query });
  const { shown, total } = await readOutbox(sandboxOf(exchange), wanted);
  return toListReply(shown, wanted, total);
};
