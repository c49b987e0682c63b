import type { Schemas } from '../api/behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord } from '../orders/order.ts';
import { BLOCKERS, type Blocker, type Facts, VERDICT_RULES, type VerdictRule } from './verdict-rules.ts';

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
      if (lacking !== undefined && isMetBy?.(vehicle, facts.documents) === false)
        blockers.push({ ...lacking, vin: vehicle.vin });
    }
  // Stored with the order, so copied to drop the spare capacity of a list that has grown.
  return blockers.slice();
};

/** Everything is picked up, and something has not arrived yet. */
export const isInTransit = ({ vins }: OrderRecord): boolean =>
  vins.every(({ pickup }) => pickup !== undefined) && vins.some(({ delivery }) => delivery === undefined);

/** Failures of the buyer itself, which affect all of its open orders. Assumption: compliance-rules. */
export const failuresOf = ({ vies, kyc, kycMode, status, vatNumber }: BuyerRecord): readonly Blocker[] => {
  const failures: Blocker[] = [];
  if (vies.result === 'INVALID')
    failures.push({ code: 'VIES_INVALID', message: `VIES does not confirm the VAT number ${vatNumber}.` });
  if (kycMode === 'SERVICE_LED' && kyc.status === 'REJECTED') {
    const reason = kyc.reason === undefined ? '' : `: ${kyc.reason}`;
    const message = `The verification of the buyer was rejected${reason}.`.replace('..', '.');
    failures.push({ code: 'KYC_REJECTED', message });
  }
  if (status === 'BLOCKED') failures.push({ code: 'BUYER_BLOCKED', message: 'The buyer is blocked.' });
  return failures;
};
