import type { Schemas } from '../api/behaviour.ts';
import { rulesOf } from '../compliance/compliance-rules.ts';
import { type VatReason, reasonsFor, invoiceThatCounts } from '../compliance/vat-rules.ts';
import { type OrderScene, buyerIn, orderIn } from './order-scene.ts';

/** Why VAT may apply: a rule that its facts meet, the scheme of its invoice, or a failure of its buyer. */
export type Because = 'domestic' | 'third-country' | 'seller' | 'margin-scheme' | 'vies' | 'kyc' | 'blocked';

/** One of them, or whichever rule decides about a sale of which nothing is missing. */
export type Reason = Because | 'rule';

/** The rules that the parties and their places decide: no move of an order changes them. */
const BY_FACTS: Readonly<Partial<Record<Reason, string>>> = {
  domestic: 'domestic-sale',
  'third-country': 'leaves-the-eu',
  seller: 'seller-outside-the-eu',
};

/** Failures of the buyer, which concern all of its orders. */
const BY_BUYER: Readonly<Partial<Record<Reason, Schemas['ComplianceBlocker']['code']>>> = {
  vies: 'VIES_INVALID',
  kyc: 'KYC_REJECTED',
  blocked: 'BUYER_BLOCKED',
};

export const isOfBuyer = (because: Reason): boolean => because in BY_BUYER;

/** What decides about the order as its facts are, whatever its invoices say and whoever fails. */
const factsDeciding = (scene: OrderScene): VatReason | undefined => {
  const order = orderIn(scene);
  const invoices = order.invoices.map((invoice) => ({ ...invoice, marginScheme: false }));
  return reasonsFor(
    { order: { ...order, invoices }, buyer: buyerIn(scene), isValid: true },
    rulesOf(scene.assumed).vat,
  )[0];
};

/** Why the supply is taxed, whatever its invoices say; undefined if it is exempt. */
export const whyTaxed = (scene: OrderScene): string | undefined => {
  const first = factsDeciding(scene);
  return first?.rule.decision === 'VALID_EXPORT' ? undefined : first?.text;
};

/**
 * The way to VAT that keeps the evidence complete: the rule that the facts meet decides, else the margin scheme. It concerns
 * this order alone.
 */
export const usualReason = (scene: OrderScene): Reason => {
  if (whyTaxed(scene) !== undefined) return 'rule';
  return rulesOf(scene.assumed).vat.some(({ name }) => name === 'margin-scheme') ? 'margin-scheme' : 'vies';
};

/** Why it cannot be the reason for this order, as a sentence; undefined if it can. */
export const whyNotBecause = (scene: OrderScene, because: Reason): string | undefined => {
  const rule = BY_FACTS[because];
  const first = factsDeciding(scene);
  if (rule === undefined || first?.rule.name === rule) return undefined;
  return `The parties and places of the order decide otherwise, and no move changes them. ${first?.text ?? ''}`;
};

/** Whether the order was decided for this reason. */
export const isBecause = (scene: OrderScene, because: Reason): boolean => {
  const { compliance } = orderIn(scene);
  const code = BY_BUYER[because];
  if (code !== undefined) return compliance.blockers.some((blocker) => blocker.code === code);
  if (compliance.status !== 'VALID') return false;
  return because === 'margin-scheme'
    ? invoiceThatCounts(orderIn(scene))?.marginScheme === true
    : whyNotBecause(scene, because) === undefined;
};
