import { defined } from '../../kernel/defined.ts';
import type { Collection, Reading, UnitOfWork } from '../../engine/sdk.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import { problem, violation } from '../policy/problem.ts';
import { DurationError, parseDuration } from '../../kernel/duration.ts';
import { checkAtOnce } from '../vies/run-check.ts';
import { VIES_PREFIXES } from '../vat-numbers/vat-number.ts';
import { endViesOutage, setViesOutage } from '../vies/vies-check.ts';
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
 * A business outcome that a test needs but no client can cause. It uses the same code as the real event, including its
 * events, and is only possible in the states that allow it.
 */
export interface Simulator {
  readonly name: string;
  /** What running it does, as a verb phrase for a button. */
  readonly title: string;
  /** Its effect. */
  readonly summary: string;
  /** Precondition; 409 otherwise. */
  readonly requires: string;
  /** Required members of the target. */
  readonly needs: readonly (keyof Target)[];
  /** Optional members of the target. */
  readonly takes: readonly (keyof Target)[];
  readonly run: (work: UnitOfWork, target: Target) => void | Promise<void>;
}

/** The record with a given uuid. Throws 404. */
export const findTarget = <T>(work: Reading, collection: Collection<T>, name: string, uuid: string): T => {
  const record = work.get(collection, uuid.toLowerCase());
  if (record === undefined) throw unknownTarget(name, uuid);
  return record;
};

export const targetOrder = (work: Reading, uuid = ''): OrderRecord => findTarget(work, orders, 'order', uuid);

export const targetBuyer = (work: Reading, uuid = ''): BuyerRecord => findTarget(work, buyers, 'buyer', uuid);

export const unknownTarget = (name: string, id: string): Error =>
  problem('not-found', { detail: `The sandbox has no ${name} ${id}.` });

/** "409 with the reason when illegal": the outcome is impossible in the target's current state. */
const illegal = (detail: string): Error => problem('milestone-not-reached', { detail });

const NOT_CONFIRMED = 'The number is no longer registered for intra-Community trade.';

/** Simulators of VIES responses and outages, with their effects on buyers and orders. */
const viesSimulators: readonly Simulator[] = [
  {
    name: 'vies_recheck_failed_in_transit',
    title: 'Let a VIES re-check fail in transit',
    summary: 'A VIES re-check of the buyer fails while the vehicles are in transit.',
    requires: 'an order in TRANSPORT_IN_PROGRESS whose buyer is VIES-valid',
    needs: ['orderUuid'],
    takes: ['reason'],
    run: async (work, { orderUuid, reason = NOT_CONFIRMED }) => {
      const order = targetOrder(work, orderUuid);
      if (order.status !== 'TRANSPORT_IN_PROGRESS')
        throw illegal(`Order ${order.uuid} is ${order.status}, but must be TRANSPORT_IN_PROGRESS.`);
      const buyer = targetBuyer(work, order.buyerId);
      if (buyer.vies.result !== 'VALID')
        throw illegal(`The VIES result of buyer ${buyer.uuid} is ${buyer.vies.result}, but must be VALID.`);
      await checkAtOnce(work, buyer, { kind: 'INVALID', reason });
    },
  },
  {
    name: 'vies_check_failed',
    title: 'Let VIES report the VAT number as invalid',
    summary: 'VIES reports the VAT number of a buyer as invalid.',
    requires: 'a buyer whose VIES result is not INVALID',
    needs: ['buyerUuid'],
    takes: ['reason'],
    run: async (work, { buyerUuid, reason = NOT_CONFIRMED }) => {
      const buyer = targetBuyer(work, buyerUuid);
      if (buyer.vies.result === 'INVALID') throw illegal(`The VIES result of buyer ${buyer.uuid} is already INVALID.`);
      await checkAtOnce(work, buyer, { kind: 'INVALID', reason });
    },
  },
  {
    name: 'vies_check_passed',
    title: 'Let VIES confirm the VAT number',
    summary: 'VIES confirms the VAT number of a buyer: a failure is resolved and open orders are reassessed.',
    requires: 'a buyer whose VIES result is not VALID',
    needs: ['buyerUuid'],
    takes: [],
    run: async (work, { buyerUuid }) => {
      const buyer = targetBuyer(work, buyerUuid);
      if (buyer.vies.result === 'VALID') throw illegal(`The VIES result of buyer ${buyer.uuid} is already VALID.`);
      await checkAtOnce(work, buyer, { kind: 'VALID' });
    },
  },
  {
    name: 'vies_outage',
    title: 'Take VIES down',
    summary: 'VIES is down for all countries or for one, for a given time or until vies_recovery.',
    requires: 'nothing',
    needs: [],
    takes: ['country', 'duration'],
    run: (work, { country, duration }) => {
      checkCountry(country);
      setViesOutage(work, {
        ...defined({ country, until: duration === undefined ? undefined : work.now + toMilliseconds(duration) }),
      });
    },
  },
  {
    name: 'vies_recovery',
    title: 'Bring VIES back',
    summary: 'VIES is back; pending checks are repeated within five minutes.',
    requires: 'nothing',
    needs: [],
    takes: ['country'],
    run: (work, { country }) => {
      checkCountry(country);
      endViesOutage(work, country);
    },
  },
];

const checkCountry = (country: string | undefined): void => {
  if (country === undefined || VIES_PREFIXES.includes(country)) return;
  throw violation(
    'country',
    `is not covered by VIES: leave it out, or use one of ${VIES_PREFIXES.join(', ')}`,
    country,
  );
};

const toMilliseconds = (duration: string): number => {
  try {
    return parseDuration(duration);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw violation('duration', error.message, duration);
  }
};

/** Simulators of the service's decisions about buyers. Assumption: buyer-status-moves. */
const buyerSimulators: readonly Simulator[] = [
  {
    name: 'kyc_rejected',
    title: 'Reject the verification of the buyer',
    summary: 'The running verification of a SERVICE_LED buyer ends in REJECTED.',
    requires: 'a buyer whose verification is PENDING',
    needs: ['buyerUuid'],
    takes: ['reason'],
    run: async (work, { buyerUuid, reason = 'The documents could not be verified.' }) => {
      const { uuid } = targetBuyer(work, buyerUuid);
      await rejectVerification(work, uuid, reason);
    },
  },
  {
    name: 'buyer_blocked',
    title: 'Block the buyer',
    summary: 'The service blocks a buyer; its open orders become INVALID.',
    requires: 'a buyer that is ACTIVE',
    needs: ['buyerUuid'],
    takes: [],
    run: (work, { buyerUuid }) => setStatus(work, targetBuyer(work, buyerUuid), 'BLOCKED'),
  },
  {
    name: 'buyer_unblocked',
    title: 'Lift the block of the buyer',
    summary: 'The service lifts the block of a buyer; its open orders are reassessed.',
    requires: 'a buyer that is BLOCKED',
    needs: ['buyerUuid'],
    takes: [],
    run: (work, { buyerUuid }) => setStatus(work, targetBuyer(work, buyerUuid), 'ACTIVE'),
  },
];

const setStatus = async (work: UnitOfWork, buyer: BuyerRecord, status: BuyerRecord['status']): Promise<void> => {
  if (buyer.status === status) throw illegal(`Buyer ${buyer.uuid} is already ${status}.`);
  work.update(buyers, buyer, { ...buyer, status, version: buyer.version + 1, updatedAt: work.now });
  await reassessOrdersOf(work, buyer.uuid);
};

/** Simulators by name. docs/control-api.md and `GET /__admin/simulators` show this list. */
export const SIMULATORS: ReadonlyMap<string, Simulator> = new Map(
  [...viesSimulators, ...buyerSimulators].map((simulator) => [simulator.name, simulator]),
);
