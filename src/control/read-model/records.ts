import { invalidMember, problem } from '../../engine/problems/problem.ts';
import type { Collection } from '../../engine/sandbox/collection.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import { readWhole, visitAll, type Reading } from '../../engine/sandbox/unit-of-work.ts';
import type { RecordCollections, RecordDetail, RecordList } from '../../generated/control-schemas.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { invitations, toInvitation } from '../../vat/invitations/invitation.ts';
import { toPayment } from '../../vat/orders/invoices-and-payments.ts';
import { type OrderRecord, orders } from '../../vat/orders/order.ts';
import { toViesCheck, viesChecks } from '../../vat/vies/vies-check.ts';
import { detailBuyer, listBuyers } from './buyers.ts';
import { describeJob } from './jobs.ts';
import { countOrders, detailOrder, listOrders, matchesOrder } from './orders.ts';
import { type RecordPlace, noRecord } from './record-place.ts';

type RecordFilters = Readonly<Partial<Record<'q' | 'orderUuid' | 'buyerUuid' | 'seller', string>>> & {
  readonly status?: readonly string[];
};

/** What can be read of a collection. */
export interface RecordKind {
  readonly summary: string;
  readonly filters: readonly (keyof RecordFilters)[];
  /** Entries on a page. */
  readonly limit: { readonly usual: number; readonly most: number };
  readonly list: (
    place: RecordPlace,
    wanted: RecordFilters & PageWanted,
  ) => Promise<Pick<RecordList, 'data' | 'counts'> & { readonly total: number }>;
  /** Throws 404. */
  readonly show: (place: RecordPlace, id: string) => Promise<RecordDetail>;
}

/** Entries on a page: many of a record as it is kept, fewer of one that is put together for a screen. */
export const PLAIN = { usual: 100, most: 1000 };
const COMPOSED = { usual: 50, most: 100 };

interface Columns<Value> {
  /** Oldest first. */
  readonly read: (reading: Reading) => Promise<readonly Value[]>;
  readonly find: (reading: Reading, id: string) => Promise<Value | undefined> | Value | undefined;
  /** Its name in a sentence. */
  readonly one: string;
  readonly summary: string;
  readonly limit: RecordKind['limit'];
  /** By name: what a value fits. Names are compared with lower case; of several statuses, one must fit. */
  readonly filters: Readonly<
    Partial<Record<keyof RecordFilters, (value: Value, wanted: string, reading: Reading) => boolean>>
  >;
  /** Lists begin with the greatest. */
  readonly at: (value: Value) => number;
  readonly views: (
    values: readonly Value[],
    place: RecordPlace,
    reading: Reading,
  ) => Promise<RecordList['data']> | RecordList['data'];
  /** Of all values, whatever their status. */
  readonly counts?: (newestFirst: readonly Value[]) => NonNullable<RecordList['counts']>;
  /** By default, as in a list. */
  readonly detail?: (value: Value, place: RecordPlace, reading: Reading) => Promise<RecordDetail>;
}

/** A kind of records that is read as a whole to be listed. */
export const kindOf = <Value>(
  name: string,
  { read, find, one, summary, limit, filters, at, views, counts, detail }: Columns<Value>,
): RecordKind => ({
  summary,
  limit,
  filters: Object.keys(filters) as (keyof RecordFilters)[],
  list: (place, { page, limit, status, ...given }) =>
    place.sandbox.read(async (reading) => {
      const wanted = Object.entries(given) as [keyof RecordFilters, string][];
      const found: Value[] = [];
      for (const value of await read(reading)) {
        if (wanted.every(([filter, text]) => filters[filter]?.(value, text, reading))) found.push(value);
        const turn = reading.pause();
        if (turn !== undefined) await turn;
      }
      // Of two records at the same instant, the one inserted later is newer.
      found.reverse().sort((earlier, later) => at(later) - at(earlier));
      const listed = found.filter(
        (value) => status === undefined || status.some((text) => filters.status?.(value, text, reading)),
      );
      const { data, total } = onPage(listed, { page, limit });
      return { data: await views(data, place, reading), ...(counts && { counts: counts(found) }), total };
    }),
  show: (place, id) =>
    place.sandbox.read(async (reading) => {
      const value = await find(reading, id.toLowerCase());
      if (value === undefined) throw noRecord(name, one, id);
      return detail?.(value, place, reading) ?? ((await views([value], place, reading))[0] as RecordDetail);
    }),
});

export const collected = <Value>(collection: Collection<Value>): Pick<Columns<Value>, 'read' | 'find'> => ({
  read: (reading) => readWhole(reading, collection),
  find: (reading, id) => reading.get(collection, id),
});

/** Filters by a member of the values. */
const same =
  <Name extends string>(name: Name) =>
  (value: Readonly<Record<Name, string>>, wanted: string): boolean =>
    value[name] === wanted;

/** A payment with its order, which keeps it. */
interface PaymentOfOrder {
  readonly order: OrderRecord;
  readonly payment: OrderRecord['payments'][number];
}

const readPayments = async (reading: Reading): Promise<readonly PaymentOfOrder[]> => {
  const found: PaymentOfOrder[] = [];
  await visitAll(reading, orders, {}, (order) => {
    found.push(...order.payments.map((payment) => ({ order, payment })));
  });
  return found;
};

const ordersKind = kindOf('orders', {
  ...collected(orders),
  one: 'order',
  summary: 'Orders as a board shows them. Sorted by last change, newest first.',
  limit: COMPOSED,
  filters: {
    status: same('status'),
    q: matchesOrder,
    seller: same('seller'),
  },
  at: ({ updatedAt }) => updatedAt,
  views: listOrders,
  counts: countOrders,
  detail: detailOrder,
});

const buyersKind = kindOf('buyers', {
  ...collected(buyers),
  one: 'buyer',
  summary:
    'Buyers with the state of their checks, what their VAT numbers mean to the stub, and their orders. Newest first.',
  limit: COMPOSED,
  filters: {
    q: ({ uuid, companyName, vatNumber }, text) =>
      [uuid, companyName, vatNumber].some((value) => value.toLowerCase().includes(text)),
    seller: same('seller'),
  },
  // In the order in which they were inserted.
  at: () => 0,
  views: listBuyers,
  detail: detailBuyer,
});

const paymentsKind = kindOf('payments', {
  read: readPayments,
  find: async (reading, id) => (await readPayments(reading)).find(({ payment }) => payment.uuid === id),
  one: 'payment',
  summary:
    'Payments of orders, with the current state of each order. The API returns a payment only once, in the response to its submission. Newest first.',
  limit: PLAIN,
  filters: {
    orderUuid: ({ order }, wanted) => order.uuid === wanted,
    buyerUuid: ({ order }, wanted) => order.buyerId === wanted,
    seller: ({ order }, wanted) => order.seller === wanted,
  },
  at: ({ payment }) => payment.createdAt,
  views: (found) =>
    found.map(({ payment, order }) => ({
      ...toPayment(payment, order),
      seller: order.seller,
      buyerUuid: order.buyerId,
    })),
});

const viesChecksKind = kindOf('vies-checks', {
  ...collected(viesChecks),
  one: 'VIES check',
  summary: 'All checks of VAT numbers, both requested and automatic. Newest first.',
  limit: PLAIN,
  filters: {
    orderUuid: ({ buyerUuid }, wanted, reading) => reading.get(orders, wanted)?.buyerId === buyerUuid,
    buyerUuid: same('buyerUuid'),
  },
  at: ({ requestedAt }) => requestedAt,
  views: (found) => found.map(toViesCheck),
});

const invitationsKind = kindOf('invitations', {
  ...collected(invitations),
  one: 'invitation',
  summary: 'Self-service invitations of buyers and prospects, with their links. Newest first.',
  limit: PLAIN,
  filters: {
    status: same('status'),
    buyerUuid: (invitation, wanted) => invitation.kind === 'KYC' && invitation.buyerUuid === wanted,
    seller: same('seller'),
  },
  at: ({ createdAt }) => createdAt,
  views: (found, place) =>
    found.map((invitation) => ({
      ...toInvitation(invitation, place),
      seller: invitation.seller,
      ...(invitation.status === 'USED' && { usedAt: toIsoDateTime(invitation.usedAt) }),
    })),
});

/** Jobs are kept in order, so that a page reads no more of them than come before its end. */
export const jobsKind: RecordKind = {
  summary:
    "The next jobs on the sandbox's clock, in order: checks, verifications, expiries, webhook attempts, entries of a scenario's timeline.",
  filters: [],
  limit: { usual: 20, most: 100 },
  list: ({ sandbox }, { page, limit }) =>
    sandbox.read((reading) => {
      const onPage = reading.lowest(jobs, 'due', (page + 1) * limit).slice(page * limit);
      return {
        data: onPage.map((job) => describeJob(reading, job)),
        total: reading.page(jobs, { page: 0, size: 1 }).total,
      };
    }),
  show: ({ sandbox }, id) =>
    sandbox.read((reading) => {
      const job = reading.get(jobs, id);
      if (job === undefined) throw noRecord('jobs', 'job', id);
      return describeJob(reading, job);
    }),
};

/** What can be read of a sandbox, by name of the collection. */
export type RecordKinds = ReadonlyMap<string, RecordKind>;

/** Those of the bundled API. */
export const BUNDLED_KINDS: RecordKinds = new Map<string, RecordKind>(
  Object.entries({
    orders: ordersKind,
    buyers: buyersKind,
    payments: paymentsKind,
    'vies-checks': viesChecksKind,
    invitations: invitationsKind,
    jobs: jobsKind,
  }),
);

/** The collections, with the filters that each knows. */
export const listCollections = (kinds: RecordKinds): RecordCollections => ({
  data: [...kinds].map(([name, { summary, filters }]) => ({ name, summary, filters })),
});

/** A page of a collection. Throws 422 for a filter that it does not know. */
export const listRecords = async (
  kinds: RecordKinds,
  place: RecordPlace,
  name: string,
  { page = 0, limit, ...filters }: RecordFilters & Partial<PageWanted>,
): Promise<RecordList> => {
  const kind = find(kinds, name);
  const wanted = { page, limit: limit ?? kind.limit.usual };
  if (wanted.limit > kind.limit.most)
    refuse('limit', `at most ${kind.limit.most} ${name} are listed at once`, wanted.limit);
  for (const [filter, value] of Object.entries(filters))
    if (!kind.filters.some((known) => known === filter))
      refuse(filter, `${name} know ${kind.filters.length === 0 ? 'no filter' : kind.filters.join(', ')}`, value);
  // Texts and UUIDs are compared case-insensitively.
  const inLowerCase = Object.fromEntries(
    Object.entries(filters).map(([filter, value]: [string, string | readonly string[]]) => [
      filter,
      typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
  const { total, ...list } = await kind.list(place, { ...inLowerCase, ...wanted });
  return {
    ...list,
    now: toIsoDateTime(place.sandbox.clock.now()),
    pagination: { ...wanted, totalElements: total, totalPages: Math.ceil(total / wanted.limit) },
  };
};

/** A record with everything that belongs to it. Throws 404. */
export const showRecord = (kinds: RecordKinds, place: RecordPlace, name: string, id: string): Promise<RecordDetail> =>
  find(kinds, name).show(place, id);

const find = (kinds: RecordKinds, name: string): RecordKind => {
  const kind = kinds.get(name);
  if (kind === undefined)
    throw problem('not-found', `There is no collection "${name}"; ${toSentence(suggest(name, [...kinds.keys()]))}`);
  return kind;
};

const refuse = (field: string, message: string, rejectedValue: unknown): never => {
  throw invalidMember(field, message, rejectedValue);
};
