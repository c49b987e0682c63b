import { type EmittedEvent, events } from '../../../engine/events/event.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

export const toShownEvent = ({ id, type, createdAt, seller, data }: EmittedEvent): object => ({
  id,
  type,
  createdAt: toIsoDateTime(createdAt),
  seller: seller ?? null,
  data,
});

/** The outbox: what the changes in a sandbox have caused, whether anybody has subscribed to it or not. */
export const showEvents: Behaviour = async (exchange) => {
  const { page = 0, size = 20 } = exchange.input.parameters.query as { readonly page?: number; readonly size?: number };
  const { values, total } = await sandboxOf(exchange).read((reading) =>
    reading.page(events, { descending: true, page, size }),
  );
  const pagination = { page, size, totalElements: total, totalPages: Math.ceil(total / size) };
  return { status: 200, headers: {}, content: jsonContent({ data: values.map(toShownEvent), pagination }) };
};
