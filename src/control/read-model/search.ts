import type { SearchHits } from '../../generated/control-schemas.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { Collection } from '../../engine/sandbox/collection.ts';
import { events } from '../../engine/sandbox/event.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { deliveries } from '../../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { type OrderRecord, orders } from '../../vat/orders/order.ts';
import { type ProspectRecord, prospects } from '../../vat/prospects/prospect.ts';
import { READ_MODEL_LIMITS } from './limits.ts';

type Hit = SearchHits['data'][number];

/** Hits for a text, whole ids first. */
export const search = async (
  sandbox: Sandbox,
  q: string,
  requests: readonly JournalEntry[],
): Promise<readonly Hit[]> => {
  const text = q.trim().toLowerCase();
  const hits = new Map<string, Hit>();
  const add = (hit: Hit | undefined): void => {
    if (hit !== undefined && hits.size < READ_MODEL_LIMITS.hits) hits.set(`${hit.kind} ${hit.id}`, hit);
  };
  for (const entry of requests) if (entry.id === text || entry.traceId === text) add(toRequestHit(entry));
  await sandbox.read(async (reading) => {
    const wanted = [text, q.trim()];
    for (const find of BY_ID) for (const id of wanted) add(find(reading, id));
    const isFull = (): boolean => hits.size >= READ_MODEL_LIMITS.hits;
    // Newest first, until there are enough hits.
    const scan = async <T>(collection: Collection<T>, toHit: (value: T) => Hit | undefined): Promise<void> => {
      if (isFull()) return;
      await visitAll(reading, collection, { descending: true, isEnough: isFull }, (value) => {
        add(toHit(value));
      });
    };
    const contains = (value: string): boolean => value.toLowerCase().includes(text);
    await scan(orders, (order) => matchOrder(order, contains));
    const byVatNumber = new Map<string, string>();
    await scan(buyers, ({ uuid, companyName, vatNumber }) => {
      if (contains(vatNumber)) byVatNumber.set(uuid, vatNumber);
      return [uuid, companyName, vatNumber].some(contains)
        ? { kind: 'buyer', id: uuid, title: companyName, detail: vatNumber }
        : undefined;
    });
    if (byVatNumber.size > 0)
      await scan(orders, ({ uuid, externalOrderId, buyerId }) => {
        const vatNumber = byVatNumber.get(buyerId);
        return vatNumber === undefined
          ? undefined
          : { kind: 'order', id: uuid, title: externalOrderId, detail: vatNumber };
      });
    await scan(prospects, (prospect) =>
      [prospect.uuid, nameOf(prospect), prospect.email].some(contains) ? toProspectHit(prospect) : undefined,
    );
    await scan(webhookEndpoints, ({ id, url }) =>
      [id, hostOf(url)].some(contains) ? { kind: 'webhook', id, title: hostOf(url) } : undefined,
    );
  });
  return [...hits.values()];
};

const matchOrder = (order: OrderRecord, contains: (value: string) => boolean): Hit | undefined => {
  const hit = { kind: 'order', id: order.uuid, title: order.externalOrderId } as const;
  if (contains(order.uuid) || contains(order.externalOrderId)) return hit;
  const found = order.vins.find(({ vin }) => contains(vin));
  return found && { ...hit, detail: found.vin };
};

const byId =
  <T>(collection: Collection<T>, toHit: (value: T) => Hit) =>
  (reading: Reading, id: string): Hit | undefined => {
    const value = reading.get(collection, id);
    return value === undefined ? undefined : toHit(value);
  };

const nameOf = ({ companyName, firstName, lastName }: ProspectRecord): string =>
  companyName ?? `${firstName} ${lastName}`;

const toProspectHit = (prospect: ProspectRecord): Hit => ({
  kind: 'prospect',
  id: prospect.uuid,
  title: nameOf(prospect),
});

/** Only the host: the rest of the URL may contain secrets. */
const hostOf = (url: string): string => (URL.parse(url)?.host ?? '') || 'a webhook endpoint';

const BY_ID = [
  byId(orders, ({ uuid, externalOrderId }) => ({ kind: 'order', id: uuid, title: externalOrderId })),
  byId(buyers, ({ uuid, companyName, vatNumber }) => ({
    kind: 'buyer',
    id: uuid,
    title: companyName,
    detail: vatNumber,
  })),
  byId(documents, ({ id, fileName, orderUuid, buyerUuid }) => ({
    kind: 'document',
    id,
    title: fileName,
    detail: orderUuid ?? buyerUuid ?? '',
  })),
  byId(prospects, toProspectHit),
  byId(invitations, ({ uuid, kind, status }) => ({
    kind: 'invitation',
    id: uuid,
    title: `${kind} invitation, ${status}`,
  })),
  byId(webhookEndpoints, ({ id, url }) => ({ kind: 'webhook', id, title: hostOf(url) })),
  byId(deliveries, ({ id, eventType, status }) => ({
    kind: 'delivery',
    id,
    title: `Delivery of ${eventType}`,
    detail: status,
  })),
  byId(events, ({ id, type }) => ({ kind: 'event', id, title: type })),
];

const toRequestHit = ({ id, operation, method, path, status }: JournalEntry): Hit => ({
  kind: 'request',
  id,
  title: `${operation?.id ?? `${method} ${path}`} ${String(status)}`,
});
