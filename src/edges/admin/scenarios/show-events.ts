import { events } from '../../../engine/sandbox/event.ts';
import type { EmittedEvent } from '../../../engine/message/event.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

/** `size` is what `limit` was called here at first. */
interface EventQuery extends ListQuery {
  readonly size?: number;
}

export const toShownEvent = ({ id, type, createdAt, seller, data }: EmittedEvent): object => ({
  id,
  type,
  createdAt: toIsoDateTime(createdAt),
  seller: seller ?? null,
  data,
});

/** The outbox: what the changes in a sandbox have caused, whether anybody has subscribed to it or not. */
export const showEvents: Behaviour = async (exchange) => {
  const { size, ...query } = exchange.input.parameters.query as EventQuery;
  const wanted = readWanted(size === undefined ? query : { limit: size, ...query });
  const { values, total } = await sandboxOf(exchange).read((reading) =>
    reading.page(events, { descending: true, page: wanted.page, size: wanted.limit }),
  );
  return toListReply(values.map(toShownEvent), wanted, total);
};
