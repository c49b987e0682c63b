import type { EmittedEvent } from '../../engine/message/event.ts';
import { events } from '../../engine/sandbox/event.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

/** An event as the control API shows it. */
export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly seller: string | null;
  readonly data: object;
}

export const toShownEvent = ({ id, type, createdAt, seller, data }: EmittedEvent): ShownEvent => ({
  id,
  type,
  createdAt: toIsoDateTime(createdAt),
  seller: seller ?? null,
  data,
});

/** The outbox, newest first: events caused by changes in a sandbox, with or without subscribers. */
export const readOutbox = async (
  sandbox: Sandbox,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly shown: readonly ShownEvent[]; readonly total: number }> => {
  const { values, total } = await sandbox.read((reading) =>
    reading.page(events, { descending: true, page, size: limit }),
  );
  return { shown: values.map(toShownEvent), total };
};
