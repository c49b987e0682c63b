import { problem } from '../../engine/problems/problem.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { Collection } from '../../engine/sandbox/collection.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import { readWhole } from '../../engine/sandbox/visit-all.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import type {
  Invitation,
  OrderSummaryList,
  Payment,
  RecordCollections,
  RecordDetail,
  RecordList,
  ViesCheck,
} from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type InvitationRecord, invitations, toInvitation } from '../../vat/invitations/invitation.ts';
import { toPayment } from '../../vat/orders/invoices-and-payments.ts';
import { type OrderRecord, type OrderStatus, orders } from '../../vat/orders/order.ts';
import { type ViesCheckRecord, toViesCheck, viesChecks } from '../../vat/vies/vies-check.ts';
import { type Place, listBuyers, showBuyer } from './buyers.ts';
import { describeJob } from './jobs.ts';
import type { DownloadPaths } from './order-view.ts';
import { listOrders, showOrder } from './orders.ts';

/** Where records are read, and what links in them are made of. */
export interface RecordPlace extends Place {
  readonly origin: string;
  readonly paths: DownloadPaths;
  /** The journal of the organization. */
  readonly newestFirst: () => readonly JournalEntry[];
}

interface RecordFilters {
  readonly status?: readonly string[];
  readonly q?: string;
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  readonly seller?: string;
}

interface Wanted {
  readonly page: number;
  readonly limit: number;
}

type Shown<List> = List extends RecordList ? Omit<List, 'pagination'> : never;

/** What can be read of a collection. */
interface RecordKind {
  readonly summary: string;
  readonly filters: readonly (keyof RecordFilters)[];
  /** Entries on a page. */
  readonly limit: { readonly usual: number; readonly most: number };
  readonly list: (
    place: RecordPlace,
    wanted: RecordFilters & Wanted,
  ) => Promise<Shown<RecordList> & { readonly total: number }>;
  /** Throws 404. */
  readonly show: (place: RecordPlace, id: string) => Promise<RecordDetail>;
}

type Filter<Value> = (value: Value, wanted: string, reading: Reading) => boolean;

interface KeptParts<Value, View> {
  readonly summary: string;
  /** Oldest first. */
  readonly read: (reading: Reading) => Promise<readonly Value[]>;
  readonly find: (reading: Reading, id: string) => Promise<Value | undefined> | Value | undefined;
  readonly filters: Readonly<Partial<Record<keyof RecordFilters, Filter<Value>>>>;
  readonly at: (value: Value) => number;
  readonly view: (value: Value, place: RecordPlace) => View;
}

/** Records that the API itself does not list; newest first. */
const kept = <Value, View extends RecordDetail>(
  name: string,
  { summary, read, find, filters, at, view }: KeptParts<Value, View>,
) => ({
  summary,
  filters: Object.keys(filters) as (keyof RecordFilters)[],
  limit: { usual: 100, most: 1000 },
  list: (place: RecordPlace, { page, limit, ...given }: RecordFilters & Wanted) =>
    place.sandbox.read(async (reading) => {
      const wanted = Object.entries(given) as [keyof RecordFilters, string | readonly string[]][];
      const fits = (value: Value): boolean =>
        wanted.every(([filter, texts]) => [texts].flat().some((text) => filters[filter]?.(value, text, reading)));
      const found = (await read(reading)).filter(fits);
      // Of two records at the same instant, the one inserted later is newer.
      const newestFirst = found.toReversed().sort((one, other) => at(other) - at(one));
      const onPage = newestFirst.slice(page * limit, (page + 1) * limit);
      return { data: onPage.map((value) => view(value, place)), total: found.length };
    }),
  show: (place: RecordPlace, id: string) =>
    place.sandbox.read(async (reading) => {
      const value = await find(reading, id);
      if (value === undefined)
        throw problem('not-found', {
          detail: `The sandbox has no record ${id} among its ${name}; GET /__admin/records/${name} lists them.`,
        });
      return view(value, place);
    }),
});

const byId =
  <Value>(collection: Collection<Value>) =>
  (reading: Reading, id: string) =>
    reading.get(collection, id.toLowerCase());

/** A payment with its order, which keeps it. */
interface PaymentOfOrder {
  readonly order: OrderRecord;
  readonly payment: OrderRecord['payments'][number];
}

const readPayments = async (reading: Reading): Promise<readonly PaymentOfOrder[]> =>
  (await readWhole(reading, orders)).flatMap((order) => order.payments.map((payment) => ({ order, payment })));

/** By name of the collection. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  orders: {
    summary: 'Orders as a board shows them. Sorted by last change, newest first.',
    filters: ['status', 'q', 'seller'],
    limit: { usual: 50, most: 100 },
    list: async (place, { status, ...wanted }) => {
      const { shown, counts, total } = await listOrders(place, {
        ...wanted,
        ...(status === undefined ? {} : { status: status as readonly OrderStatus[] }),
      });
      return { data: shown, counts, total } satisfies Shown<OrderSummaryList> & { readonly total: number };
    },
    show: (place, id) => showOrder({ ...place, newestFirst: place.newestFirst() }, id),
  },
  buyers: {
    summary:
      'Buyers with the state of their checks, what their VAT numbers mean to the stub, and their orders. Newest first.',
    filters: ['q', 'seller'],
    limit: { usual: 50, most: 100 },
    list: async (place, wanted) => {
      const { shown, total } = await listBuyers(place, wanted);
      return { data: shown, total };
    },
    show: showBuyer,
  },
  payments: kept<PaymentOfOrder, Payment>('payments', {
    summary:
      'Payments of orders, with the current state of each order. The API returns a payment only once, in the response to its submission. Newest first.',
    read: readPayments,
    find: async (reading, id) => (await readPayments(reading)).find(({ payment }) => payment.uuid === id.toLowerCase()),
    filters: {
      orderUuid: ({ order }, wanted) => order.uuid === wanted,
      buyerUuid: ({ order }, wanted) => order.buyerId === wanted,
      seller: ({ order }, wanted) => order.seller === wanted,
    },
    at: ({ payment }) => payment.createdAt,
    view: ({ payment, order }) => ({
      ...toPayment(payment, order),
      seller: order.seller,
      buyerUuid: order.buyerId,
    }),
  }),
  'vies-checks': kept<ViesCheckRecord, ViesCheck>('vies-checks', {
    summary: 'All checks of VAT numbers, both requested and automatic. Newest first.',
    read: (reading) => readWhole(reading, viesChecks),
    find: byId(viesChecks),
    filters: {
      orderUuid: ({ buyerUuid }, wanted, reading) => reading.get(orders, wanted)?.buyerId === buyerUuid,
      buyerUuid: ({ buyerUuid }, wanted) => buyerUuid === wanted,
    },
    at: ({ requestedAt }) => requestedAt,
    view: toViesCheck,
  }),
  invitations: kept<InvitationRecord, Invitation>('invitations', {
    summary: 'Self-service invitations of buyers and prospects, with their links. Newest first.',
    read: (reading) => readWhole(reading, invitations),
    find: byId(invitations),
    filters: {
      status: ({ status }, wanted) => status === wanted,
      buyerUuid: (one, wanted) => one.kind === 'KYC' && one.buyerUuid === wanted,
      seller: ({ seller }, wanted) => seller === wanted,
    },
    at: ({ createdAt }) => createdAt,
    view: (one, place) => ({
      ...toInvitation(one, place),
      seller: one.seller,
      ...(one.status === 'USED' ? { usedAt: toIsoDateTime(one.usedAt) } : {}),
    }),
  }),
  jobs: {
    summary:
      "The next jobs on the sandbox's clock, in order: checks, verifications, expiries, webhook attempts, entries of a scenario's timeline.",
    filters: [],
    limit: { usual: 20, most: 100 },
    list: ({ sandbox }, { page, limit }) =>
      sandbox.read((reading) => {
        const onPage = reading.lowest(jobs, 'due', (page + 1) * limit).slice(page * limit);
        return {
          now: toIsoDateTime(reading.now),
          data: onPage.map((job) => describeJob(reading, job)),
          total: reading.page(jobs, { page: 0, size: 1 }).total,
        };
      }),
    show: ({ sandbox }, id) =>
      sandbox.read((reading) => {
        const job = reading.get(jobs, id);
        if (job === undefined)
          throw problem('not-found', {
            detail: `The sandbox has no job ${id}; GET /__admin/records/jobs lists those that are due.`,
          });
        return describeJob(reading, job);
      }),
  },
};

/** The collections, with the filters that each knows. */
export const listCollections = (): RecordCollections => ({
  data: Object.entries(KINDS).map(([name, { summary, filters }]) => ({ name, summary, filters })),
});

/** A page of a collection. Throws 422 for a filter that it does not know. */
export const listRecords = async (
  place: RecordPlace,
  name: string,
  { page = 0, limit, ...filters }: RecordFilters & Partial<Wanted>,
): Promise<RecordList> => {
  const kind = kindOf(name);
  const wanted = { page, limit: limit ?? kind.limit.usual };
  if (wanted.limit > kind.limit.most)
    refuse('limit', `at most ${String(kind.limit.most)} ${name} are listed at once`, wanted.limit);
  for (const [filter, value] of Object.entries(filters))
    if (!kind.filters.some((known) => known === filter))
      refuse(filter, `${name} know ${kind.filters.length === 0 ? 'no filter' : kind.filters.join(', ')}`, value);
  const { total, ...list } = await kind.list(place, { ...toLowerCase(filters), ...wanted });
  return {
    ...list,
    pagination: { ...wanted, totalElements: total, totalPages: Math.ceil(total / wanted.limit) },
  };
};

/** A record with everything that belongs to it. Throws 404. */
export const showRecord = (place: RecordPlace, name: string, id: string): Promise<RecordDetail> =>
  kindOf(name).show(place, id);

const kindOf = (name: string): RecordKind => {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`the description lists the collection ${name}, which is not kept`);
  return kind;
};

const refuse = (field: string, message: string, rejectedValue: unknown): never => {
  throw problem('validation-error', {
    detail: `${field}: ${message}.`,
    errors: [{ field, message, rejectedValue }],
  });
};

/** UUIDs are compared case-insensitively. */
const toLowerCase = ({ orderUuid, buyerUuid, seller, ...filters }: RecordFilters): RecordFilters => ({
  ...filters,
  ...(orderUuid === undefined ? {} : { orderUuid: orderUuid.toLowerCase() }),
  ...(buyerUuid === undefined ? {} : { buyerUuid: buyerUuid.toLowerCase() }),
  ...(seller === undefined ? {} : { seller: seller.toLowerCase() }),
});
