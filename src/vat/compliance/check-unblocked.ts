import type { Assumed, UnitOfWork } from '../../engine/sdk.ts';
import { type BuyerRecord, getBuyerOf } from '../buyers/buyer.ts';
import { failuresOf } from './judge.ts';
import type { Blocker } from './verdict-rules.ts';
import { ORDER_STEPS } from '../orders/order-steps.ts';
import { type OrderRecord, hasVerdict } from '../orders/order.ts';
import { problem } from '../policy/problem.ts';

/** What blocks "active transactions of that buyer". Assumptions: vies-failure-blocks, buyer-status-moves. */
export const blockingFailuresOf = (buyer: BuyerRecord, assumed: Assumed): readonly Blocker[] =>
  failuresOf(buyer).filter(({ code }) =>
    code === 'VIES_INVALID' ? !assumed.has('vies-failure-blocks=nothing') : code === 'BUYER_BLOCKED',
  );

/**
 * "Blocks active transactions of that buyer": its orders cannot progress until the failure is resolved. A pending
 * check, or one that VIES does not answer, blocks nothing. Throws 409 buyer-blocked.
 */
export const checkUnblocked = (step: BlockableStep, buyer: BuyerRecord, assumed: Assumed): void => {
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
export const checkOrderUnblocked = (work: UnitOfWork, step: BlockableStep, order: OrderRecord): void => {
  if (!hasVerdict(order)) checkUnblocked(step, getBuyerOf(work, order.buyerId), work.assumed);
};

/** The calls that are refused. */
const LABELS = {
  createOrder: 'An order cannot be created',
  submitInvoice: ORDER_STEPS.submitInvoice.label,
  submitPayment: ORDER_STEPS.submitPayment.label,
  confirmPickup: ORDER_STEPS.confirmPickup.label,
};

type BlockableStep = keyof typeof LABELS;

const REMEDIES: Readonly<Record<string, (buyer: BuyerRecord) => string>> = {
  VIES_INVALID: ({ uuid, seller }) =>
    `To unblock the buyer, request a VIES check that succeeds: POST /v1/partners/${seller}/buyers/${uuid}/vies-checks.`,
  BUYER_BLOCKED: () => 'Only the service can unblock the buyer: contact support.',
  KYC_REJECTED: () => 'To unblock the buyer, start another verification.',
};
