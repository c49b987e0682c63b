import type { DueJob, OrderMilestone, TimelineEntry } from '../../generated/control-schemas.ts';
import { type JournalEntry, textOf } from '../../engine/journal/journal-entry.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import { events } from '../../engine/sandbox/event.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { readWhole, visitAll } from '../../engine/sandbox/visit-all.ts';
import { attemptId } from '../../engine/webhooks/schedule.ts';
import { type DeliveryRecord, deliveries, ofEvent } from '../../engine/webhooks/delivery.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { EventPayload } from '../../vat/api/behaviour.ts';
import { type OrderRecord, hasVerdict } from '../../vat/orders/order.ts';
import { describeJob, nameReceiver } from './jobs.ts';
import { key } from '../../engine/sandbox/collection.ts';
import { readRuns } from '../../engine/scenarios/run.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { type ViesCheckRecord, viesChecks } from '../../vat/vies/vies-check.ts';
import type { DocumentRecord } from '../../vat/documents/document.ts';

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
      if (job !== undefined) retries.push(describeJob(reading, job));
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

interface FiredJob {
  readonly at: number;
  readonly id: string;
  readonly title: string;
  readonly status?: string;
}

/** The jobs about a buyer that have fired, and the scenario entries that named it, in order. */
export const readFiredJobs = async (reading: Reading, buyerUuid: string): Promise<readonly TimelineEntry[]> =>
  (await firedJobs(reading, buyerUuid, [buyerUuid])).map(toEntry);

/** Those of the time in which the order was open. */
const readFiredJobsOf = async (reading: Reading, order: OrderRecord): Promise<readonly TimelineEntry[]> => {
  const ended = endOf(order);
  const all = await firedJobs(reading, order.buyerId, [order.buyerId, order.uuid]);
  return all.filter(({ at }) => at >= order.createdAt && at <= ended).map(toEntry);
};

const firedJobs = async (
  reading: Reading,
  buyerUuid: string,
  named: readonly string[],
): Promise<readonly FiredJob[]> => {
  const ofBuyer = key('buyer', buyerUuid);
  const found: FiredJob[] = reading.findAll(viesChecks, ofBuyer).flatMap(jobsOfCheck);
  for (const { sessionId, status, completedAt } of reading.findAll(kycVerifications, ofBuyer))
    if (completedAt !== null)
      found.push({ at: completedAt, id: sessionId, title: 'KYC verification of the buyer', status });
  for (const invitation of await readWhole(reading, invitations)) {
    const { uuid, status, expiresAt } = invitation;
    if (invitation.kind === 'KYC' && invitation.buyerUuid === buyerUuid && status === 'EXPIRED')
      found.push({ at: expiresAt, id: uuid, title: 'Expiry of the invitation of the buyer', status });
  }
  found.push(...entriesNaming(reading, named));
  return found.sort((one, other) => one.at - other.at);
};

/** The daily re-check that started it, and each request to VIES. */
const jobsOfCheck = (check: ViesCheckRecord): readonly FiredJob[] => {
  const { id, vatNumber, requestedAt, checkedAt, result, earlier = [], isRecheck = false } = check;
  const requests = [...earlier, ...(checkedAt === null ? [] : [{ at: checkedAt, result }])];
  // What follows the first end is a repetition.
  const end = requests.findIndex((request) => request.result !== 'PENDING');
  return [
    ...(isRecheck ? [{ at: requestedAt, id: `${id}/start`, title: `Daily VIES re-check of ${vatNumber}` }] : []),
    ...requests.map((request, index) => ({
      at: request.at,
      id: index === requests.length - 1 ? id : `${id}/${String(index + 1)}`,
      title: `${end !== -1 && index > end ? 'Repeated VIES check' : 'VIES check'} of ${vatNumber}`,
      status: request.result,
    })),
  ];
};

const entriesNaming = (reading: Reading, ids: readonly string[]): readonly FiredJob[] =>
  readRuns(reading).flatMap(({ name, timelineResults }) =>
    timelineResults
      .filter(({ named = [] }) => named.some((id) => ids.includes(id)))
      .map(({ entry, at, failure }) => {
        const title = `Entry ${String(entry)} in the timeline of scenario ${name}`;
        return {
          at,
          id: `${name}/${String(entry)}/${String(at)}`,
          title: failure === undefined ? title : `${title}: ${failure}`,
        };
      }),
  );

const toEntry = ({ at, ...job }: FiredJob): TimelineEntry => ({ at: toIsoDateTime(at), kind: 'job', ...job });

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
  return newestFirst.filter((entry) => isWrite(entry) && isAbout(entry, uuid, ids)).toReversed();
};

const isWrite = ({ method, events }: JournalEntry): boolean =>
  (method !== 'GET' && method !== 'HEAD') || events.length > 0;

/** Some calls name the order in the body: it is enough that its UUID is there. */
const isAbout = (
  { pathParameters = {}, headers, events, received }: JournalEntry,
  uuid: string,
  ids: ReadonlySet<string>,
): boolean =>
  Object.values(pathParameters).some((value) => ids.has(value.toLowerCase())) ||
  headers['location']?.endsWith(`/orders/${uuid}`) === true ||
  (received !== undefined && textOf(received).toLowerCase().includes(uuid)) ||
  events.some(({ data }) => (data as { readonly orderUuid?: unknown }).orderUuid === uuid);

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
  return milestones.map((milestone) => {
    if (!milestone.reached) return milestone;
    const request = requestOf(milestone.name, done);
    if (request === undefined) return milestone;
    return { ...milestone, at: milestone.at ?? toIsoDateTime(timeOf(request)), requestId: request.id };
  });
};

const requestOf = (name: OrderMilestone['name'], done: readonly JournalEntry[]): JournalEntry | undefined => {
  if (name === 'verdict')
    return done.findLast(({ events }) => events.some(({ type }) => type === 'export_file.generated'));
  const [operation, which] = REACHED_BY[name] ?? [];
  return which === undefined ? undefined : done.filter((entry) => entry.operation?.id === operation).at(which);
};
