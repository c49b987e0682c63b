import type { RecordCollections } from '../../generated/control-schemas.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { Collection } from '../../engine/sandbox/collection.ts';
import { events } from '../../engine/sandbox/event.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type Reading, visitAll } from '../../engine/sandbox/unit-of-work.ts';
import { deliveries } from '../../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import { buyers, getBuyerOf } from '../../vat/buyers/buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { orders } from '../../vat/orders/order.ts';
import { type ProspectRecord, prospects } from '../../vat/prospects/prospect.ts';
import { READ_MODEL_LIMITS } from './record-place.ts';

type Hit = NonNullable<RecordCollections['hits']>[number];

/** A collection that is searched: by whole ids, and by parts of the texts of its records, if they have any. */
const searched = <T>(
  kind: Hit['kind'],
  collection: Collection<T>,
  toHit: (value: T) => Omit<Hit, 'kind'>,
  textsOf?: (value: T, reading: Reading) => readonly string[],
) => ({
  byId: (reading: Reading, id: string): Hit | undefined => {
    const value = reading.get(collection, id);
    return value === undefined ? undefined : { kind, ...toHit(value) };
  },
  scan: async (
    reading: Reading,
    {
      contains,
      add,
      isFull,
    }: {
      readonly contains: (text: string) => boolean;
      readonly add: (hit: Hit) => void;
      readonly isFull: () => boolean;
    },
  ): Promise<void> => {
    if (textsOf === undefined || isFull()) return;
    // Newest first, until there are enough hits.
    await visitAll(reading, collection, { descending: true, isEnough: isFull }, (value) => {
      const detail = textsOf(value, reading).find(contains);
      if (detail === undefined) return;
      const hit = toHit(value);
      add({ kind, ...(detail === hit.id || detail === hit.title ? {} : { detail }), ...hit });
    });
  },
});

const nameOf = ({ companyName, firstName, lastName }: ProspectRecord): string =>
  companyName ?? `${firstName} ${lastName}`;

/** Only the host: the rest of the URL may contain secrets. */
const hostOf = (url: string): string => (URL.parse(url)?.host ?? '') || 'a webhook endpoint';

const SEARCHED = [
  searched(
    'buyer',
    buyers,
    ({ uuid, companyName, vatNumber }) => ({ id: uuid, title: companyName, detail: vatNumber }),
    ({ uuid, companyName, vatNumber }) => [uuid, companyName, vatNumber],
  ),
  searched(
    'order',
    orders,
    ({ uuid, externalOrderId }) => ({ id: uuid, title: externalOrderId }),
    ({ uuid, externalOrderId, vins, buyerId }, reading) => [
      uuid,
      externalOrderId,
      ...vins.map(({ vin }) => vin),
      getBuyerOf(reading, buyerId).vatNumber,
    ],
  ),
  searched('document', documents, ({ id, fileName, orderUuid, buyerUuid }) => ({
    id,
    title: fileName,
    detail: orderUuid ?? buyerUuid ?? '',
  })),
  searched(
    'prospect',
    prospects,
    (prospect) => ({ id: prospect.uuid, title: nameOf(prospect) }),
    (prospect) => [prospect.uuid, nameOf(prospect), prospect.email],
  ),
  searched('invitation', invitations, ({ uuid, kind, status }) => ({
    id: uuid,
    title: `${kind} invitation, ${status}`,
  })),
  searched(
    'webhook',
    webhookEndpoints,
    ({ id, url }) => ({ id, title: hostOf(url) }),
    ({ id, url }) => [id, hostOf(url)],
  ),
  searched('delivery', deliveries, ({ id, eventType, status }) => ({
    id,
    title: `Delivery of ${eventType}`,
    detail: status,
  })),
  searched('event', events, ({ id, type }) => ({ id, title: type })),
];

/** Hits for a text, whole ids first. */
export const search = async (
  sandbox: Sandbox,
  given: string,
  requests: readonly JournalEntry[],
): Promise<readonly Hit[]> => {
  const text = given.trim().toLowerCase();
  const hits = new Map<string, Hit>();
  const isFull = (): boolean => hits.size >= READ_MODEL_LIMITS.hits;
  const add = (hit: Hit | undefined): void => {
    if (hit !== undefined && !isFull()) hits.set(`${hit.kind} ${hit.id}`, hit);
  };
  const contains = (value: string): boolean => value.toLowerCase().includes(text);
  for (const { id, traceId, operation, method, path, status } of requests)
    if (id === text || traceId === text)
      add({ kind: 'request', id, title: `${operation?.id ?? `${method} ${path}`} ${status}` });
  await sandbox.read(async (reading) => {
    for (const { byId } of SEARCHED) for (const id of [text, given.trim()]) add(byId(reading, id));
    for (const { scan } of SEARCHED) await scan(reading, { contains, add, isFull });
  });
  return [...hits.values()];
};
