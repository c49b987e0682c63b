import {
  type Assumed,
  type CallerOrganization,
  type Collection,
  jobs,
  type Key,
  key,
  type Reading,
  type UnitOfWork,
} from '../../engine/sdk.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import type { Json } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { buyers, getBuyerOf } from '../buyers/buyer.ts';
import { recheckOf } from '../compliance/settle-order.ts';
import { type DocumentRecord, digestOf, documents } from '../documents/document.ts';
import { kycVerifications, verificationJobOf } from '../kyc/kyc-verification.ts';
import { orders } from '../orders/order.ts';
import { targetOrder } from '../simulators/simulators.ts';
import { answerJobOf, repetitionOf } from '../vies/run-check.ts';
import { viesChecks, viesServices } from '../vies/vies-check.ts';

/** Records by the name of their collection and by id, oldest first. */
type Records = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/**
 * Everything that decides what can happen to one order, as it was at one instant of sandbox time: the order, its buyer and
 * documents, the checks and jobs of the buyer. A value: what would happen next is another scene.
 */
export type OrderScene = ReturnType<typeof toScene>;

const toScene = (
  setting: {
    readonly orderUuid: string;
    readonly organization: CallerOrganization;
    readonly assumed: Assumed;
    readonly publicPath: string;
  },
  now: number,
  records: Records,
) => {
  const all = <T>({ name }: Collection<T>): readonly T[] => [...(records.get(name)?.values() ?? [])] as readonly T[];
  const one = <T>({ name }: Collection<T>, id: string): T => {
    const value = records.get(name)?.get(id);
    if (value === undefined) throw new Error(`the scene has no ${name} ${id}`);
    return value as T;
  };
  const order = one(orders, setting.orderUuid);
  const { blockers } = order.compliance;
  return {
    setting,
    now,
    records,
    order,
    assumed: setting.assumed,
    buyer: one(buyers, order.buyerId),
    documents: all(documents),
    active: all(documents).filter(({ status }) => status === 'ACTIVE'),
    checks: all(viesChecks),
    /** What is due to the order or its buyer, the earliest first. */
    jobs: all(jobs).toSorted((first, second) => first.dueAt - second.dueAt),
    outages: all(viesServices).flatMap(({ outages }) => outages),
    /** What blocks the order, in short: an order of many vehicles has hundreds of blockers, and all moves are compared. */
    blockers: new Set(blockers.map(({ code, vin }) => (vin === undefined ? code : `${code} (${vin})`))),
  };
};

/** Changes with everything that a move may change, except for the time. */
export const changesOf = ({ order, buyer, documents, checks, jobs }: OrderScene): string =>
  canonicalize([
    [order.version, order.updatedAt, order.transport.version, order.compliance.version, order.payments.length],
    order.invoices.map(({ type, version }) => [type, version]),
    documents.map(({ id, version }) => [id, version]),
    [buyer.version, buyer.status, buyer.vies, buyer.kyc],
    checks.map(({ id }) => id),
    jobs.map(({ id, dueAt }) => [id, dueAt]),
  ] as Json);

/** Throws 404 if the sandbox has no such order. */
export const readScene = (work: Reading, organization: CallerOrganization, uuid: string): OrderScene => {
  const order = targetOrder(work, uuid);
  const buyer = getBuyerOf(work, order.buyerId);
  const ofBuyer = key('buyer', buyer.uuid);
  // Those that VIES has not answered.
  const checks = work.findAll(viesChecks, ofBuyer).filter(({ result }) => result === 'PENDING' || result === 'UNKNOWN');
  const sessions = work.findAll(kycVerifications, ofBuyer);
  const due = [
    recheckOf(buyer.uuid),
    repetitionOf(buyer.uuid),
    ...checks.map(({ id }) => answerJobOf(id)),
    ...sessions.map(({ sessionId }) => verificationJobOf(sessionId)),
  ];
  const { now, assumed, publicPath } = work;
  return toScene(
    { orderUuid: order.uuid, organization, assumed, publicPath },
    now,
    new Map([
      toRecords(orders, [order]),
      toRecords(buyers, [buyer]),
      toRecords(documents, work.findAll(documents, key('order', order.uuid)).map(asDrawn)),
      toRecords(viesChecks, checks),
      toRecords(kycVerifications, sessions),
      toRecords(viesServices, [work.get(viesServices, 'vies')]),
      toRecords(
        jobs,
        due.map((id) => work.get(jobs, id)),
      ),
    ]),
  );
};

const toRecords = <T>({ name, idOf }: Collection<T>, found: readonly (T | undefined)[]) => {
  const values = found.filter((value) => value !== undefined);
  return [name, new Map(values.map((value) => [idOf(value), value as unknown]))] as const;
};

/** A rehearsal would draw each paper that was never read, only to tell its size. */
const asDrawn = (document: DocumentRecord): DocumentRecord =>
  document.digest === undefined ? { ...document, digest: NOT_KNOWN } : document;

const NOT_KNOWN = digestOf(new Uint8Array());

/** What a rehearsal led to. */
export interface Rehearsed {
  readonly after: OrderScene;
  /** Types of the events that it would cause, in order. */
  readonly events: readonly string[];
}

/**
 * Runs work on a scene instead of the sandbox, with the code that will run for real: whether it is legal is what the
 * code says, and what it leads to is what it did. Nothing is stored or sent. Rejects with the refusal.
 */
export const rehearse = async (
  { setting, records }: OrderScene,
  run: (work: UnitOfWork) => unknown,
  now: number,
): Promise<Rehearsed> => {
  // Scenes share the collections in which they do not differ.
  const changed = new Map<string, Map<string, unknown>>();
  const of = (name: string): ReadonlyMap<string, unknown> => changed.get(name) ?? records.get(name) ?? new Map();
  const change = (name: string): Map<string, unknown> => {
    const own = changed.get(name) ?? new Map(records.get(name));
    changed.set(name, own);
    return own;
  };
  const find = <T>({ name, keysOf }: Collection<T>, keys: readonly Key[]): readonly T[] =>
    ([...of(name).values()] as T[]).filter((value) => {
      const own = keysOf(value);
      return keys.every((wanted) => own.some(({ name, text }) => name === wanted.name && text === wanted.text));
    });
  const put = <T>({ name, idOf }: Collection<T>, value: T): T => {
    change(name).set(idOf(value), value);
    return value;
  };
  const events: string[] = [];
  await run({
    now,
    assumed: setting.assumed,
    publicPath: setting.publicPath,
    get: ({ name }, id) => of(name).get(id) as never,
    findFirst: (collection, key) => find(collection, [key])[0],
    findAll: (collection, key) => find(collection, [key]),
    lowest: ({ name }) => {
      throw new Error(`no move asks for the lowest ${name}`);
    },
    page: (collection, { keys = [], page, size }) => {
      const found = find(collection, keys);
      return { values: found.slice(page * size, (page + 1) * size), total: found.length };
    },
    content: () => Promise.resolve(undefined),
    pause: () => undefined,
    insert: (collection, make) => {
      const position = of(collection.name).size + 1;
      const random = createRandom(`rehearsal/${collection.name}/${position}`);
      return put(collection, make({ random, position }));
    },
    update: (collection, _before, after) => put(collection, after),
    remove: ({ name, idOf }, value) => {
      change(name).delete(idOf(value));
    },
    putContent: () => undefined,
    emit: (draft) => {
      events.push(draft.type);
      return { id: '', createdAt: now, ...draft };
    },
    schedule: ({ data = null, ...job }) => put(jobs, { ...job, data }),
    cancel: (id) => {
      change(jobs.name).delete(id);
    },
  });
  return { after: toScene(setting, now, new Map([...records, ...changed])), events };
};
