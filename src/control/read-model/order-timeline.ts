import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import { events } from '../../engine/sandbox/event.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { attemptId } from '../../engine/webhooks/model/attempt-job.ts';
import { type DeliveryRecord, deliveries, ofEvent } from '../../engine/webhooks/model/delivery.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { OrderRecord } from '../../vat/orders/order.ts';
import type { ShownJob } from '../../vat/read-model/shown-job.ts';
import { describeJob } from './describe-job.ts';
import { readDoneJobs } from './done-jobs.ts';
import { timeOf } from './order-requests.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/** What has touched an order, in order, and the deliveries about it that are still to be attempted. */
export const readTimeline = async (
  reading: Reading,
  order: OrderRecord,
  requests: readonly JournalEntry[],
): Promise<{ readonly timeline: readonly TimelineEntry[]; readonly retries: readonly ShownJob[] }> => {
  const causes = new Map(requests.flatMap((request) => request.events.map(({ id }) => [id, request] as const)));
  const timeline: TimelineEntry[] = [];
  const retries: ShownJob[] = [];
  const waiting = [...requests];
  for (const event of await readEvents(reading, order)) {
    const cause = causes.get(event.id);
    // While the clock is frozen, times do not tell what came first; the request that caused an event did.
    const isEarlier = (request: JournalEntry): boolean =>
      cause === undefined ? timeOf(request) < event.createdAt : request.position <= cause.position;
    while (waiting[0] !== undefined && isEarlier(waiting[0]))
      timeline.push(...waiting.splice(0, 1).map(toRequestEntry));
    timeline.push(toEventEntry(event, cause));
    for (const delivery of await reading.findAll(deliveries, ofEvent(event.id))) {
      timeline.push(toDeliveryEntry(delivery, cause));
      const job = delivery.status === 'PENDING' ? await reading.get(jobs, attemptId(delivery.id)) : undefined;
      if (job !== undefined) retries.push(await describeJob(reading, job));
    }
    await reading.pause();
  }
  timeline.push(...waiting.map(toRequestEntry));
  return { timeline: insertJobs(timeline, await readDoneJobs(reading, order)), retries };
};

/** The events about an order or its buyer since the order was created, oldest first. */
const readEvents = async (
  reading: Reading,
  { uuid, buyerId, createdAt }: OrderRecord,
): Promise<readonly EmittedEvent[]> => {
  const found: EmittedEvent[] = [];
  let isBefore = false;
  await visitAll(reading, events, { descending: true, isEnough: () => isBefore }, (event) => {
    isBefore = event.createdAt < createdAt;
    if (isBefore) return;
    const { orderUuid, buyerUuid } = event.data as { readonly orderUuid?: unknown; readonly buyerUuid?: unknown };
    if (orderUuid === uuid || buyerUuid === buyerId) found.push(event);
  });
  return found.reverse();
};

const toRequestEntry = (entry: JournalEntry): TimelineEntry => {
  const { id, operation, method, path, status, refusal } = entry;
  const name = operation?.id ?? `${method} ${path}`;
  return {
    at: toIsoDateTime(timeOf(entry)),
    kind: 'request',
    id,
    title: refusal === undefined ? name : `${name}: ${refusal.title}`,
    status: String(status),
    requestId: id,
  };
};

const toEventEntry = ({ id, type, createdAt }: EmittedEvent, cause: JournalEntry | undefined): TimelineEntry => ({
  at: toIsoDateTime(createdAt),
  kind: 'event',
  id,
  title: type,
  eventId: id,
  ...(cause === undefined ? {} : { requestId: cause.id }),
});

const toDeliveryEntry = (
  { id, endpointId, eventId, eventType, status, createdAt }: DeliveryRecord,
  cause: JournalEntry | undefined,
): TimelineEntry => ({
  at: toIsoDateTime(createdAt),
  kind: 'delivery',
  id,
  title: `Delivery of ${eventType}`,
  status,
  eventId,
  deliveryId: id,
  webhookId: endpointId,
  ...(cause === undefined ? {} : { requestId: cause.id }),
});

/** A job comes before what happened at its instant, which it may have caused. */
const insertJobs = (timeline: readonly TimelineEntry[], done: readonly TimelineEntry[]): readonly TimelineEntry[] => {
  const merged: TimelineEntry[] = [];
  const waiting = [...done];
  for (const entry of timeline) {
    while (waiting[0] !== undefined && Date.parse(waiting[0].at) <= Date.parse(entry.at))
      merged.push(...waiting.splice(0, 1));
    merged.push(entry);
  }
  return [...merged, ...waiting];
};
