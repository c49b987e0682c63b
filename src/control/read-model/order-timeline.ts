import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import { events } from '../../engine/sandbox/event.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { attemptId } from '../../engine/webhooks/model/attempt-job.ts';
import { type DeliveryRecord, deliveries, ofEvent } from '../../engine/webhooks/model/delivery.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { EventPayload } from '../../vat/api/behaviour.ts';
import type { OrderRecord } from '../../vat/orders/order.ts';
import type { ShownJob } from '../../vat/read-model/shown-job.ts';
import { describeJob, nameReceiver } from './describe-job.ts';
import { readFiredJobsOf } from './fired-jobs.ts';
import { timeOf } from './order-requests.ts';
import type { TimelineEntry } from './timeline-entry.ts';

const AUTO_PAUSED = 'webhook.endpoint_auto_paused';

/** What has touched an order, in order, and the deliveries about it that are still to be attempted. */
export const readTimeline = async (
  reading: Reading,
  order: OrderRecord,
  requests: readonly JournalEntry[],
): Promise<{ readonly timeline: readonly TimelineEntry[]; readonly retries: readonly ShownJob[] }> => {
  const causes = new Map(requests.flatMap((request) => request.events.map(({ id }) => [id, request] as const)));
  const timeline: TimelineEntry[] = [];
  const retries: ShownJob[] = [];
  /** Attempts to deliver its events, and pauses of receivers that it waits for. */
  const ofDeliveries: TimelineEntry[] = [];
  const awaited = new Set<string>();
  const waiting = [...requests];
  for (const event of await readEvents(reading, order)) {
    if (event.type === AUTO_PAUSED) {
      ofDeliveries.push(...pauseEntries(reading, event, awaited));
      continue;
    }
    const cause = causes.get(event.id);
    // While the clock is frozen, times do not tell what came first; the request that caused an event did.
    const isEarlier = (request: JournalEntry): boolean =>
      cause === undefined ? timeOf(request) < event.createdAt : request.position <= cause.position;
    while (waiting[0] !== undefined && isEarlier(waiting[0]))
      timeline.push(...waiting.splice(0, 1).map(toRequestEntry));
    timeline.push(toEventEntry(event, cause));
    for (const delivery of reading.findAll(deliveries, ofEvent(event.id))) {
      timeline.push(toDeliveryEntry(delivery, cause));
      if (delivery.status !== 'DELIVERED') awaited.add(delivery.endpointId);
      if (delivery.tries.length > 0)
        ofDeliveries.push(...attemptEntries(delivery, nameReceiver(reading, delivery.endpointId)));
      const job = delivery.status === 'PENDING' ? reading.get(jobs, attemptId(delivery.id)) : undefined;
      if (job !== undefined) retries.push(await describeJob(reading, job));
    }
    await reading.pause();
  }
  timeline.push(...waiting.map(toRequestEntry));
  // A job comes before what happened at its instant, which it may have caused; an attempt after its delivery.
  const withJobs = merge(await readFiredJobsOf(reading, order), timeline);
  return { timeline: merge(withJobs, ofDeliveries.sort(byTime)), retries };
};

/** The events about an order or its buyer since the order was created, and pauses of receivers, oldest first. */
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
    if (orderUuid === uuid || buyerUuid === buyerId || event.type === AUTO_PAUSED) found.push(event);
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

const timeIn = ({ at }: TimelineEntry): number => Date.parse(at);

const byTime = (one: TimelineEntry, other: TimelineEntry): number => timeIn(one) - timeIn(other);

/** Both in order; of one instant, `first` comes first. */
const merge = (first: readonly TimelineEntry[], then: readonly TimelineEntry[]): readonly TimelineEntry[] => {
  const merged: TimelineEntry[] = [];
  const waiting = [...first];
  for (const entry of then) {
    while (waiting[0] !== undefined && timeIn(waiting[0]) <= timeIn(entry)) merged.push(...waiting.splice(0, 1));
    merged.push(entry);
  }
  return [...merged, ...waiting];
};

/** The attempts to make a delivery as jobs that have fired; its duplicates belong to the attempt they were sent with. */
const attemptEntries = (delivery: DeliveryRecord, receiver: string): readonly TimelineEntry[] => {
  const { id, endpointId, eventId, eventType, tries } = delivery;
  return tries
    .filter(({ isCopy }) => isCopy !== true)
    .map(({ at, httpStatus, failure }, index) => ({
      at: toIsoDateTime(at),
      kind: 'job',
      id: `${id}/${String(index + 1)}`,
      title: `Attempt ${String(index + 1)} to deliver ${eventType} to ${receiver}`,
      status: httpStatus === undefined ? (failure ?? 'no response') : String(httpStatus),
      eventId,
      deliveryId: id,
      webhookId: endpointId,
    }));
};

/** The pause of an awaited receiver by the job that watches for 72 hours without a success. */
const pauseEntries = (
  reading: Reading,
  { id, createdAt, data }: EmittedEvent,
  awaited: ReadonlySet<string>,
): readonly TimelineEntry[] => {
  const { endpointId, reason } = data as EventPayload<'webhook.endpoint_auto_paused'>;
  if (reason !== 'CONTINUOUS_FAILURE_WINDOW' || !awaited.has(endpointId)) return [];
  const title = `Pause of ${nameReceiver(reading, endpointId)} after 72 hours without a success`;
  return [{ at: toIsoDateTime(createdAt), kind: 'job', id, title, eventId: id, webhookId: endpointId }];
};
