import type { Assumed, UnitOfWork } from '../../engine/sdk.ts';
import type { Schemas } from '../api/behaviour.ts';
import { type BuyerRecord, getBuyerOf } from '../buyers/buyer.ts';
import { ORDER_STEPS } from '../orders/order-steps.ts';
import { type OrderRecord, hasVerdict } from '../orders/order.ts';
import { problem } from '../policy/problem.ts';
import { type Blocker, failuresOf } from './vat-rules.ts';
import { BLOCKERS, type Facts, VERDICT_RULES, type VerdictRule } from './verdict-rules.ts';

export interface Judgement {
  readonly status: Schemas['ComplianceRollup']['status'];
  readonly blockers: readonly Blocker[];
  readonly viesResult: Schemas['ViesResult'];
}

/**
 * Computes the rollup from the facts. Assumptions: compliance-rules, compliance-blockers.
 *
 * It is INVALID if something rules the order out (VIES or KYC failed, buyer blocked), INCOMPLETE if something is
 * missing. During transport, what is only possible after arrival is not missing yet: an order can be VALID then, and "a
 * VIES re-check of the buyer fails (for instance during transport)" can turn it INVALID.
 */
export const judge = (facts: Facts): Judgement => {
  const { order, buyer } = facts;
  const failures = failuresOf(buyer);
  const blockers = missingOf(facts, [...failures]);
  return {
    status: failures.length > 0 ? 'INVALID' : blockers.length > 0 ? 'INCOMPLETE' : 'VALID',
    // A cancelled order is no longer missing anything.
    blockers: order.status === 'CANCELLED' ? failures : blockers,
    viesResult: buyer.vies.result,
  };
};

/** What a verdict of VALID still needs, including what is only possible after arrival. */
export const neededForVerdict = (facts: Facts): readonly Blocker[] =>
  missingOf(facts, [...failuresOf(facts.buyer)], false);

/** Adds blockers for what is missing: of the order, then vehicle by vehicle. */
const missingOf = (facts: Facts, blockers: Blocker[], inTransit = isInTransit(facts.order)): readonly Blocker[] => {
  const ofVehicles: VerdictRule[] = [];
  for (const rule of VERDICT_RULES) {
    if ((inTransit && rule.afterArrival === true) || rule.applies?.(facts) === false) continue;
    const blocker = rule.missing?.(facts);
    if (blocker !== undefined) blockers.push(blocker);
    if (rule.isMetBy !== undefined) ofVehicles.push(rule);
  }
  for (const vehicle of facts.order.vins)
    for (const { isMetBy, codes } of ofVehicles) {
      const lacking = BLOCKERS[codes[0] ?? ''];
      // Not spread: V8 would keep the added member of each blocker in an object of its own.
      if (lacking !== undefined && isMetBy?.(vehicle, facts.documents) === false)
        blockers.push({ code: lacking.code, message: lacking.message, vin: vehicle.vin });
    }
  // Stored with the order, so copied to drop the spare capacity of a list that has grown.
  return blockers.slice();
};

/** Everything is picked up, and something has not arrived yet. */
export const isInTransit = ({ vins }: OrderRecord): boolean =>
  vins.every(({ pickup }) => pickup !== undefined) && vins.some(({ delivery }) => delivery === undefined);

/** What blocks "active transactions of that buyer". Assumptions: vies-failure-blocks, buyer-status-moves. */
export const blockingFailuresOf = (buyer: BuyerRecord, assumed: Assumed): readonly Blocker[] =>
  failuresOf(buyer).filter(({ code }) =>
    code === 'VIES_INVALID' ? !assumed.has('vies-failure-blocks=nothing') : code === 'BUYER_BLOCKED',
  );

/**
 * "Blocks active transactions of that buyer": its orders cannot progress until the failure is resolved. A pending
 * check, or one that VIES does not answer, blocks nothing. Throws 409 buyer-blocked.
 */
export const checkUnblocked = (step: keyof typeof LABELS, buyer: BuyerRecord, assumed: Assumed): void => {
  const failures = blockingFailuresOf(buyer, assumed);
  const [first] = failures;
  if (first === undefined) return;
  const remedy = failures.map(({ code }) => REMEDIES[code]?.(buyer) ?? '').join(' ');
  throw problem('buyer-blocked', {
    detail: `${LABELS[step]}: ${failures.map(({ message }) => message).join(' ')} This blocks the transactions of buyer ${buyer.uuid}. ${remedy}`,
    extensions: { blockers: failures },
  });
};

/** The same for a step of an order; an order with a verdict is no longer an active transaction. */
export const checkOrderUnblocked = (work: UnitOfWork, step: keyof typeof LABELS, order: OrderRecord): void => {
  if (!hasVerdict(order)) checkUnblocked(step, getBuyerOf(work, order.buyerId), work.assumed);
};

/** The calls that are refused. */
const LABELS = {
  createOrder: 'An order cannot be created',
  submitInvoice: ORDER_STEPS.submitInvoice.label,
  submitPayment: ORDER_STEPS.submitPayment.label,
  confirmPickup: ORDER_STEPS.confirmPickup.label,
};

const REMEDIES: Readonly<Record<string, (buyer: BuyerRecord) => string>> = {
  VIES_INVALID: ({ uuid, seller }) =>
    `To unblock the buyer, request a VIES check that succeeds: POST /v1/partners/${seller}/buyers/${uuid}/vies-checks.`,
  BUYER_BLOCKED: () => 'Only the service can unblock the buyer: contact support.',
  KYC_REJECTED: () => 'To unblock the buyer, start another verification.',
};
