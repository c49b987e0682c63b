import type { Assumed } from '../../engine/assumptions/assumed.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { type Collection, key } from '../../engine/sandbox/collection.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { digestOf, type DocumentRecord, documents } from '../documents/document.ts';
import { kycVerifications, verificationJobOf } from '../kyc/kyc-verification.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import { targetOrder } from '../simulators/simulators.ts';
import { recheckOf } from '../compliance/settle-order.ts';
import { answerJobOf, repetitionOf } from '../vies/run-check.ts';
import { type ViesCheckRecord, viesChecks, viesServices } from '../vies/vies-check.ts';

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

export type SceneRecords = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

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
