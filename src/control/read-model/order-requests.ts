import { type JournalEntry, textOf } from '../../engine/journal/journal-entry.ts';
import type { DocumentRecord } from '../../vat/documents/document.ts';
import type { OrderRecord } from '../../vat/orders/order.ts';
import type { ShownMilestone } from '../../vat/read-model/milestones.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

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
export const timeOf = ({ sandbox, receivedAt }: JournalEntry): number => sandbox?.now ?? receivedAt;

/** The operation whose request reaches a milestone: its first one, or the last one of several. */
const REACHED_BY: Partial<Record<ShownMilestone['name'], readonly [operation: string, which: 0 | -1]>> = {
  created: ['createOrder', 0],
  invoiced: ['submitInvoice', 0],
  paid: ['submitPayment', -1],
  ready: ['submitPayment', -1],
  on_the_road: ['confirmPickup', 0],
  arrived: ['confirmDelivery', -1],
};

/** The milestones with the requests that reached them, as far as the journal still has them. */
export const withRequests = (milestones: readonly ShownMilestone[], requests: readonly JournalEntry[]) => {
  const done = requests.filter(({ status, idempotency }) => status < 300 && idempotency?.kind !== 'replay');
  return milestones.map((milestone) => {
    if (!milestone.reached) return milestone;
    const request = requestOf(milestone.name, done);
    if (request === undefined) return milestone;
    return { ...milestone, at: milestone.at ?? toIsoDateTime(timeOf(request)), requestId: request.id };
  });
};

const requestOf = (name: ShownMilestone['name'], done: readonly JournalEntry[]): JournalEntry | undefined => {
  if (name === 'verdict')
    return done.findLast(({ events }) => events.some(({ type }) => type === 'export_file.generated'));
  const [operation, which] = REACHED_BY[name] ?? [];
  return which === undefined ? undefined : done.filter((entry) => entry.operation?.id === operation).at(which);
};
