import { defined } from '../../kernel/defined.ts';
import type { Collection, Reading, UnitOfWork } from '../../engine/sdk.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import { problem, violation } from '../policy/problem.ts';
import { SIMULATORS as SIMULATED } from '../../generated/simulators.ts';
import { parseDuration } from '../../kernel/duration.ts';
import { checkAtOnce } from '../vies/run-check.ts';
import { VIES_PREFIXES } from '../vat-numbers/vat-number.ts';
import { endViesOutage, setViesOutage, type ViesAnswer } from '../vies/vies-check.ts';
import { rejectVerification } from '../kyc/kyc-verification.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';

/** The target of a simulator, with the names of the API. */
export interface Target {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  /** Prefix of VAT numbers, such as DE. */
  readonly country?: string;
  /** ISO 8601 duration. */
  readonly duration?: string;
  /** Text for events and blockers. */
  readonly reason?: string;
}

/**
 * A business outcome that a test needs but no client can cause, in the words of spec/simulators.yaml. It uses the same code as the real event, including its
 * events, and is only possible in the states that allow it.
 */
export interface Simulator {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly requires: string;
  readonly needs: readonly (keyof Target)[];
  readonly takes: readonly (keyof Target)[];
  readonly run: (work: UnitOfWork, target: Target) => void | Promise<void>;
}

/** The record with a given uuid. Throws 404. */
const findTarget = <T>(work: Reading, collection: Collection<T>, name: string, uuid: string): T => {
  const record = work.get(collection, uuid.toLowerCase());
  if (record === undefined) throw unknownTarget(name, uuid);
  return record;
};

export const targetOrder = (work: Reading, uuid = ''): OrderRecord => findTarget(work, orders, 'order', uuid);

const targetBuyer = (work: Reading, uuid = ''): BuyerRecord => findTarget(work, buyers, 'buyer', uuid);

export const unknownTarget = (name: string, id: string): Error =>
  problem('not-found', `The sandbox has no ${name} ${id}.`);

/** "409 with the reason when illegal": the outcome is impossible in the target's current state. */
const illegal = (detail: string): Error => problem('milestone-not-reached', detail);

const NOT_CONFIRMED = 'The number is no longer registered for intra-Community trade.';

/** What each does. Assumption: buyer-status-moves. */
const RUNS: Readonly<Record<keyof typeof SIMULATED, Simulator['run']>> = {
  vies_recheck_failed_in_transit: async (work, { orderUuid, reason = NOT_CONFIRMED }) => {
    const order = targetOrder(work, orderUuid);
    if (order.status !== 'TRANSPORT_IN_PROGRESS')
      throw illegal(`Order ${order.uuid} is ${order.status}, but must be TRANSPORT_IN_PROGRESS.`);
    const buyer = targetBuyer(work, order.buyerId);
    if (buyer.vies.result !== 'VALID')
      throw illegal(`The VIES result of buyer ${buyer.uuid} is ${buyer.vies.result}, but must be VALID.`);
    await checkAtOnce(work, buyer, { kind: 'INVALID', reason });
  },

  vies_check_failed: (work, { buyerUuid, reason = NOT_CONFIRMED }) =>
    changeVies(work, targetBuyer(work, buyerUuid), { kind: 'INVALID', reason }),

  vies_check_passed: (work, { buyerUuid }) => changeVies(work, targetBuyer(work, buyerUuid), { kind: 'VALID' }),

  vies_outage: (work, { country, duration }) => {
    checkCountry(country);
    const until =
      duration === undefined
        ? undefined
        : work.now + parseDuration(duration, (message) => violation('duration', message, duration));
    setViesOutage(work, { ...defined({ country, until }) });
  },

  vies_recovery: (work, { country }) => {
    checkCountry(country);
    endViesOutage(work, country);
  },

  kyc_rejected: async (work, { buyerUuid, reason = 'The documents could not be verified.' }) => {
    const { uuid } = targetBuyer(work, buyerUuid);
    await rejectVerification(work, uuid, reason);
  },

  buyer_blocked: (work, { buyerUuid }) => setStatus(work, targetBuyer(work, buyerUuid), 'BLOCKED'),

  buyer_unblocked: (work, { buyerUuid }) => setStatus(work, targetBuyer(work, buyerUuid), 'ACTIVE'),
};

const changeVies = (work: UnitOfWork, buyer: BuyerRecord, answer: ViesAnswer): Promise<void> => {
  if (buyer.vies.result === answer.kind)
    throw illegal(`The VIES result of buyer ${buyer.uuid} is already ${answer.kind}.`);
  return checkAtOnce(work, buyer, answer);
};

const checkCountry = (country: string | undefined): void => {
  if (country === undefined || VIES_PREFIXES.includes(country)) return;
  throw violation(
    'country',
    `is not covered by VIES: leave it out, or use one of ${VIES_PREFIXES.join(', ')}`,
    country,
  );
};

const setStatus = async (work: UnitOfWork, buyer: BuyerRecord, status: BuyerRecord['status']): Promise<void> => {
  if (buyer.status === status) throw illegal(`Buyer ${buyer.uuid} is already ${status}.`);
  work.update(buyers, buyer, { ...buyer, status, version: buyer.version + 1, updatedAt: work.now });
  await reassessOrdersOf(work, buyer.uuid);
};

/** Simulators by name. docs/control-api.md and `GET /__admin/simulators` show this list. */
export const SIMULATORS: ReadonlyMap<string, Simulator> = new Map(
  Object.entries(SIMULATED).map(([name, words]) => [
    name,
    { name, ...words, run: RUNS[name as keyof typeof SIMULATED] },
  ]),
);
