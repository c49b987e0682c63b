import type { BuyerRecord } from '../buyers/buyer.ts';
import { SIMULATORS } from '../simulators/simulators.ts';

/** Why a simulator is impossible for a buyer in its current state; undefined if it is possible. */
const REFUSALS: Readonly<Record<string, (buyer: BuyerRecord) => string | undefined>> = {
  vies_check_failed: ({ vies }) => (vies.result === 'INVALID' ? 'The VIES result is already INVALID.' : undefined),
  vies_check_passed: ({ vies }) => (vies.result === 'VALID' ? 'The VIES result is already VALID.' : undefined),
  kyc_rejected: ({ kyc }) =>
    kyc.status === 'PENDING' ? undefined : 'No verification is in progress: start one first.',
  buyer_blocked: ({ status }) => (status === 'ACTIVE' ? undefined : `The buyer is already ${status}.`),
  buyer_unblocked: ({ status }) => (status === 'ACTIVE' ? `The buyer is already ${status}.` : undefined),
};

/** The simulators that need a buyer, and whether each is possible now. */
export const simulatorsOf = (buyer: BuyerRecord) =>
  [...SIMULATORS.values()]
    .filter(({ needs }) => needs.includes('buyerUuid'))
    .map(({ name, summary }) => {
      const reason = REFUSALS[name]?.(buyer);
      return { name, summary, possible: reason === undefined, ...(reason === undefined ? {} : { reason }) };
    });
