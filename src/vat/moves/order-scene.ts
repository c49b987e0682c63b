import type { Assumed } from '../../engine/assumptions/register.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { type Collection, key } from '../../engine/sandbox/collection.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { digestOf, type DocumentRecord, documents } from '../documents/document.ts';
import { kycVerifications, verificationJobOf } from '../kyc/kyc-verification.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import { targetOrder } from '../simulators/simulators.ts';
import { recheckOf } from '../compliance/settle-order.ts';
import { answerJobOf, repetitionOf } from '../vies/run-check.ts';
import { type ViesCheckRecord, viesChecks, viesServices } from '../vies/vies-check.ts';
import type { Key } from '../../engine/sandbox/store.ts';
import { createRandom } from '../../kernel/random.ts';

/**
 * Everything that decides what can happen to one order, as it was at one instant: the order, its buyer and documents,
 * the checks and jobs of the buyer. A value: what would happen next is another scene.
 */
export interface OrderScene {
  readonly orderUuid: string;
  readonly organization: CallerOrganization;
  /** Sandbox time in milliseconds since the epoch. */
  readonly now: number;
  readonly assumed: Assumed;
  readonly publicPath: string;
  /** Records by the name of their collection and by id, oldest first. */
  readonly records: SceneRecords;
}

type SceneRecords = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Throws 404 if the sandbox has no such order. */
export const readScene = (work: Reading, organization: CallerOrganization, uuid: string): OrderScene => {
  const order = targetOrder(work, uuid);
  const buyer = work.get(buyers, order.buyerId);
  if (buyer === undefined) throw new Error(`order ${order.uuid} has no buyer ${order.buyerId}`);
  const checks = readOpenChecks(work, buyer.uuid);
  const sessions = work.findAll(kycVerifications, key('buyer', buyer.uuid));
  const service = work.get(viesServices, 'vies');
  const due = readJobs(work, [
    recheckOf(buyer.uuid),
    repetitionOf(buyer.uuid),
    ...checks.map(({ id }) => answerJobOf(id)),
    ...sessions.map(({ sessionId }) => verificationJobOf(sessionId)),
  ]);
  return {
    orderUuid: order.uuid,
    organization,
    now: work.now,
    assumed: work.assumed,
    publicPath: work.publicPath,
    records: new Map([
      toRecords(orders, [order]),
      toRecords(buyers, [buyer]),
      toRecords(documents, work.findAll(documents, key('order', order.uuid)).map(asDrawn)),
      toRecords(viesChecks, checks),
      toRecords(kycVerifications, sessions),
      toRecords(viesServices, service === undefined ? [] : [service]),
      toRecords(jobs, due),
    ]),
  };
};

const toRecords = <T>({ name, idOf }: Collection<T>, values: readonly T[]) =>
  [name, new Map(values.map((value) => [idOf(value), value as unknown]))] as const;

/** A rehearsal would draw each paper that was never read, only to tell its size. */
const asDrawn = (document: DocumentRecord): DocumentRecord =>
  document.digest === undefined ? { ...document, digest: NOT_KNOWN } : document;

const NOT_KNOWN = digestOf(new Uint8Array());

/** Those that VIES has not answered. */
const readOpenChecks = (work: Reading, buyerUuid: string): readonly ViesCheckRecord[] =>
  work
    .findAll(viesChecks, key('buyer', buyerUuid))
    .filter(({ result }) => result === 'PENDING' || result === 'UNKNOWN');

const readJobs = (work: Reading, ids: readonly string[]): readonly Job[] => {
  const found: Job[] = [];
  for (const id of ids) {
    const job = work.get(jobs, id);
    if (job !== undefined) found.push(job);
  }
  return found;
};

const recordIn = <T>({ records }: OrderScene, { name }: Collection<T>, id: string): T => {
  const value = records.get(name)?.get(id);
  if (value === undefined) throw new Error(`the scene has no ${name} ${id}`);
  return value as T;
};

export const recordsIn = <T>({ records }: OrderScene, { name }: Collection<T>): readonly T[] => [
  ...((records.get(name)?.values() ?? []) as Iterable<T>),
];

export const orderIn = (scene: OrderScene): OrderRecord => recordIn(scene, orders, scene.orderUuid);

export const buyerIn = (scene: OrderScene): BuyerRecord => recordIn(scene, buyers, orderIn(scene).buyerId);

export const documentsIn = (scene: OrderScene): readonly DocumentRecord[] => recordsIn(scene, documents);

/** What is due to the order or its buyer, the earliest first. */
export const jobsIn = (scene: OrderScene): readonly Job[] =>
  recordsIn(scene, jobs).toSorted((one, other) => one.dueAt - other.dueAt);

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
  scene: OrderScene,
  run: (work: UnitOfWork) => unknown,
  now = scene.now,
): Promise<Rehearsed> => {
  const copy = copyOnWrite(scene.records);
  const events: string[] = [];
  await run(createWork({ ...scene, now }, copy, events));
  return { after: { ...scene, now, records: copy.records }, events };
};

interface Copy {
  readonly records: SceneRecords;
  readonly of: (collection: string) => ReadonlyMap<string, unknown>;
  readonly change: (collection: string) => Map<string, unknown>;
}

/** Scenes share the collections in which they do not differ. */
const copyOnWrite = (former: SceneRecords): Copy => {
  const records = new Map(former);
  const changed = new Map<string, Map<string, unknown>>();
  return {
    records,
    of: (collection) => records.get(collection) ?? NOTHING,
    change: (collection) => {
      let own = changed.get(collection);
      if (own === undefined) {
        own = new Map(records.get(collection));
        changed.set(collection, own);
        records.set(collection, own);
      }
      return own;
    },
  };
};

const NOTHING: ReadonlyMap<string, unknown> = new Map();

const createWork = ({ now, assumed, publicPath }: OrderScene, copy: Copy, events: string[]): UnitOfWork => {
  const find = <T>({ name, keysOf }: Collection<T>, keys: readonly Key[]): T[] =>
    ([...copy.of(name).values()] as T[]).filter((value) => hasKeys(keysOf(value), keys));

  const put = <T>({ name, idOf }: Collection<T>, value: T): T => {
    copy.change(name).set(idOf(value), value);
    return value;
  };

  return {
    now,
    assumed,
    publicPath,
    get: (collection, id) => copy.of(collection.name).get(id) as never,
    findFirst: (collection, key) => find(collection, [key])[0],
    findAll: (collection, key) => find(collection, [key]),
    lowest: (collection, name, limit) => {
      const textOf = (value: Parameters<typeof collection.keysOf>[0]): string | undefined =>
        collection.keysOf(value).find((key) => key.name === name)?.text;
      const found = find(collection, []).filter((value) => textOf(value) !== undefined);
      const inOrder = found.sort((one, other) => ((textOf(one) ?? '') < (textOf(other) ?? '') ? -1 : 1));
      return inOrder.slice(0, limit);
    },
    page: (collection, { keys = [], page, size }) => {
      const found = find(collection, keys);
      return { values: found.slice(page * size, (page + 1) * size), total: found.length };
    },
    content: () => Promise.resolve(undefined),
    pause: () => undefined,
    insert: (collection, make) => {
      const position = copy.of(collection.name).size + 1;
      const random = createRandom(`rehearsal/${collection.name}/${String(position)}`);
      return put(collection, make({ random, position }));
    },
    update: (collection, _before, after) => put(collection, after),
    remove: ({ name, idOf }, value) => {
      copy.change(name).delete(idOf(value));
    },
    putContent: () => undefined,
    emit: ({ type, data, ...scope }) => {
      events.push(type);
      return { id: '', type, ...scope, createdAt: now, data };
    },
    schedule: ({ id, kind, dueAt, data = null }) => {
      const job: Job = { id, kind, dueAt, data };
      return put(jobs, job);
    },
    cancel: (id) => {
      copy.change(jobs.name).delete(id);
    },
  };
};

const hasKeys = (own: readonly Key[], wanted: readonly Key[]): boolean =>
  wanted.every(({ name, text }) => own.some((key) => key.name === name && key.text === text));
