import { type JournalEntry, textOf } from '../../engine/journal/journal-entry.ts';
import type { EmittedEvent } from '../../engine/message/message.ts';
import { events } from '../../engine/sandbox/event.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import { type Reading, visitAll } from '../../engine/sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, ofEvent } from '../../engine/webhooks/delivery.ts';
import { attemptId } from '../../engine/webhooks/schedule.ts';
import type { DueJob, OrderMilestone, TimelineEntry } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { EventPayload } from '../../vat/api/behaviour.ts';
import type { DocumentRecord } from '../../vat/documents/document.ts';
import { type OrderRecord, hasVerdict } from '../../vat/orders/order.ts';
import { describeJob, nameReceiver, readFiredJobs } from './jobs.ts';

const AUTO_PAUSED = 'webhook.endpoint_auto_paused';

/** What has touched an order, in order, and the deliveries about it that are still to be attempted. */
export const readTimeline = async (
  reading: Reading,
  order: OrderRecord,
  requests: readonly JournalEntry[],
): Promise<{ readonly timeline: readonly TimelineEntry[]; readonly retries: readonly DueJob[] }> => {
  const causes = new Map(requests.flatMap((request) => request.events.map(({ id }) => [id, request] as const)));
  const timeline: TimelineEntry[] = [];
  const retries: DueJob[] = [];
  /** Attempts to deliver its events, and pauses of receivers that it waits for. */
  const ofDeliveries: TimelineEntry[] = [];
  const awaited = new Set<string>();
  let told = 0;
  const tellWhile = (isEarlier: (request: JournalEntry) => boolean): void => {
    for (let next = requests[told]; next !== undefined && isEarlier(next); next = requests[++told])
      timeline.push(toRequestEntry(next));
  };
  for (const event of await readEvents(reading, order)) {
    if (event.type === AUTO_PAUSED) {
      ofDeliveries.push(...pauseEntries(reading, event, awaited));
      continue;
    }
    const cause = causes.get(event.id);
    // While the clock is frozen, times do not tell what came first; the request that caused an event did.
    tellWhile((request) =>
      cause === undefined ? timeOf(request) < event.createdAt : request.position <= cause.position,
    );
    const causedBy = cause === undefined ? {} : { requestId: cause.id };
    const { id, type, createdAt } = event;
    timeline.push({ at: toIsoDateTime(createdAt), kind: 'event', id, title: type, eventId: id, ...causedBy });
    for (const delivery of reading.findAll(deliveries, ofEvent(id))) {
      timeline.push({
        at: toIsoDateTime(delivery.createdAt),
        kind: 'delivery',
        id: delivery.id,
        title: `Delivery of ${delivery.eventType}`,
        status: delivery.status,
        ...linksOf(delivery),
        ...causedBy,
      });
      if (delivery.status !== 'DELIVERED') awaited.add(delivery.endpointId);
      ofDeliveries.push(...attemptEntries(reading, delivery));
      const job = delivery.status === 'PENDING' ? reading.get(jobs, attemptId(delivery.id)) : undefined;
      if (job !== undefined) retries.push(describeJob(reading, job));
    }
    await reading.pause();
  }
  tellWhile(() => true);
  const from = order.createdAt;
  const fired = await readFiredJobs(reading, order.buyerId, { order: order.uuid, from, until: endOf(order) });
  // A job comes before what happened at its instant, which it may have caused; an attempt after its delivery.
  const all = [...fired, ...timeline, ...ofDeliveries];
  return { timeline: all.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? -1 : 1)), retries };
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
  const title = refusal === undefined ? name : `${name}: ${refusal.title}`;
  return { at: toIsoDateTime(timeOf(entry)), kind: 'request', id, title, status: String(status), requestId: id };
};

const linksOf = ({ id, endpointId, eventId }: DeliveryRecord) => ({
  eventId,
  deliveryId: id,
  webhookId: endpointId,
});

/** The attempts to make a delivery as jobs that have fired; its duplicates belong to the attempt they were sent with. */
const attemptEntries = (reading: Reading, delivery: DeliveryRecord): readonly TimelineEntry[] =>
  delivery.tries
    .filter(({ isCopy }) => isCopy !== true)
    .map(({ at, httpStatus, failure }, index) => ({
      at: toIsoDateTime(at),
      kind: 'job',
      id: `${delivery.id}/${index + 1}`,
      title: `Attempt ${index + 1} to deliver ${delivery.eventType} to ${nameReceiver(reading, delivery.endpointId)}`,
      status: httpStatus === undefined ? (failure ?? 'no response') : String(httpStatus),
      ...linksOf(delivery),
    }));

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

/** When changes of the buyer ceased to affect the order. */
const endOf = (order: OrderRecord): number => {
  if (order.cancellation !== undefined) return order.cancellation.cancelledAt;
  return hasVerdict(order) ? (order.exportFile?.generatedAt ?? Infinity) : Infinity;
};

/** The requests of the journal that created an order, or changed it, or tried to; oldest first. */
export const requestsAbout = (
  { uuid }: OrderRecord,
  ofOrder: readonly DocumentRecord[],
  newestFirst: readonly JournalEntry[],
): readonly JournalEntry[] => {
  const ids = new Set([uuid, ...ofOrder.map(({ id }) => id)]);
  /** Some calls name the order in the body: it is enough that its UUID is there. */
  const isAbout = ({ pathParameters = {}, headers, events: caused, received }: JournalEntry): boolean =>
    Object.values(pathParameters).some((value) => ids.has(value.toLowerCase())) ||
    headers['location']?.endsWith(`/orders/${uuid}`) === true ||
    (received !== undefined && textOf(received).toLowerCase().includes(uuid)) ||
    caused.some(({ data }) => (data as { readonly orderUuid?: unknown }).orderUuid === uuid);
  const isWrite = ({ method, events: caused }: JournalEntry): boolean =>
    (method !== 'GET' && method !== 'HEAD') || caused.length > 0;
  return newestFirst.filter((entry) => isWrite(entry) && isAbout(entry)).toReversed();
};

/** Time on the sandbox's clock. */
const timeOf = ({ sandbox, receivedAt }: JournalEntry): number => sandbox?.now ?? receivedAt;

/** The operation whose request reaches a milestone: its first one, or the last one of several. */
const REACHED_BY: Partial<Record<OrderMilestone['name'], readonly [operation: string, which: 0 | -1]>> = {
  created: ['createOrder', 0],
  invoiced: ['submitInvoice', 0],
  paid: ['submitPayment', -1],
  ready: ['submitPayment', -1],
  on_the_road: ['confirmPickup', 0],
  arrived: ['confirmDelivery', -1],
};

/** The milestones with the requests that reached them, as far as the journal still has them. */
export const withRequests = (milestones: readonly OrderMilestone[], requests: readonly JournalEntry[]) => {
  const done = requests.filter(({ status, idempotency }) => status < 300 && idempotency?.kind !== 'replay');
  const requestOf = (name: OrderMilestone['name']): JournalEntry | undefined => {
    if (name === 'verdict')
      return done.findLast(({ events: caused }) => caused.some(({ type }) => type === 'export_file.generated'));
    const [operation, which] = REACHED_BY[name] ?? [];
    return which === undefined ? undefined : done.filter((entry) => entry.operation?.id === operation).at(which);
  };
  return milestones.map((milestone) => {
    const request = milestone.reached ? requestOf(milestone.name) : undefined;
    if (request === undefined) return milestone;
    return { ...milestone, at: milestone.at ?? toIsoDateTime(timeOf(request)), requestId: request.id };
  });
};
