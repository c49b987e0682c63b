import type { UnitOfWork } from '../../engine/sdk.ts';
import { type BuyerRecord, getBuyerOf } from '../buyers/buyer.ts';
import { rulesOf, type BlockableStep, COMPLIANCE_RULES, type ComplianceRules } from './compliance-rules.ts';
import { failuresOf } from './judge.ts';
import { ORDER_STEPS } from '../orders/order-steps.ts';
import { type OrderRecord, hasVerdict } from '../orders/order.ts';
import { problem } from '../policy/problem.ts';

/**
 * "Blocks active transactions of that buyer": its orders cannot progress until the failure is resolved. A pending
 * check, or one that VIES does not answer, blocks nothing. Throws 409 buyer-blocked. Assumption: vies-failure-blocks.
 */
export const checkUnblocked = (
  step: BlockableStep,
  buyer: BuyerRecord,
  { blocking }: ComplianceRules = COMPLIANCE_RULES,
): void => {
  if (!blocking.steps.includes(step)) return;
  const failures = failuresOf(buyer).filter(({ code }) => blocking.failures.includes(code));
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
  const rules = rulesOf(work.assumed);
  if (!rules.blocking.steps.includes(step) || hasVerdict(order)) return;
  checkUnblocked(step, getBuyerOf(work, order.buyerId), rules);
};

const LABELS: Readonly<Record<BlockableStep, string>> = {
  createOrder: 'An order cannot be created',
  submitInvoice: ORDER_STEPS.submitInvoice.label,
  submitPayment: ORDER_STEPS.submitPayment.label,
  confirmPickup: ORDER_STEPS.confirmPickup.label,
  confirmDelivery: ORDER_STEPS.confirmDelivery.label,
};

const REMEDIES: Readonly<Record<string, (buyer: BuyerRecord) => string>> = {
  VIES_INVALID: ({ uuid, seller }) =>
    `To unblock the buyer, request a VIES check that succeeds: POST /v1/partners/${seller}/buyers/${uuid}/vies-checks.`,
  BUYER_BLOCKED: () => 'Only the service can unblock the buyer: contact support.',
  KYC_REJECTED: () => 'To unblock the buyer, start another verification.',
};
