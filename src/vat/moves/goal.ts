import type { Schemas } from '../api/behaviour.ts';
import { rulesOf } from '../compliance/compliance-rules.ts';
import { neededForVerdict } from '../compliance/judge.ts';
import { ORDER_STATUSES, ORDER_STEPS, type OrderStep } from '../orders/order-steps.ts';
import { type OrderStatus, hadVerdict } from '../orders/order.ts';
import type { OrderScene } from './order-scene.ts';
import { type VatReason, reasonsFor, invoiceThatCounts } from '../compliance/vat-rules.ts';

/** Where an order is to be brought: to a status, or to a verdict with a decision, and for a certain reason. */
export type Goal =
  | { readonly status: OrderStatus }
  | { readonly decision: Schemas['ComplianceDecision']; readonly because?: Reason | undefined };

export const isReached = (scene: OrderScene, goal: Goal): boolean => {
  const { status, compliance } = scene.order;
  if ('status' in goal) return status === goal.status;
  const { decision, because } = goal;
  return compliance.decision === decision && (because === undefined || isBecause(scene, because));
};

/** The way to VAT that nobody has chosen is the one with complete evidence. */
export const withUsualReason = (scene: OrderScene, goal: Goal): Goal =>
  'status' in goal || goal.decision === 'VALID_EXPORT' || goal.because !== undefined
    ? goal
    : { ...goal, because: usualReason(scene) };

/** Whether evidence has to be complete there. */
const isForValid = (goal: Goal): boolean =>
  'status' in goal ? goal.status === 'COMPLIANCE_VALID' : goal.because === undefined || !isOfBuyer(goal.because);

const statusesOf = (goal: Goal): readonly OrderStatus[] => {
  if ('status' in goal) return [goal.status];
  return isForValid(goal) ? ['COMPLIANCE_VALID'] : ['COMPLIANCE_INVALID'];
};

/** The statuses that one step may lead to, by the table of steps. */
const nextStatuses = (status: OrderStatus): readonly OrderStatus[] =>
  Object.values<OrderStep>(ORDER_STEPS).flatMap(({ moves }) => moves[status] ?? []);

/** Number of steps from each status to the nearest of the goals; those without a way are missing. */
const distancesTo = (goals: readonly OrderStatus[]): ReadonlyMap<OrderStatus, number> => {
  const distances = new Map(goals.map((status) => [status, 0]));
  for (let distance = 1, found = true; found; distance++) {
    found = false;
    for (const status of ORDER_STATUSES)
      if (!distances.has(status) && nextStatuses(status).some((next) => distances.get(next) === distance - 1)) {
        distances.set(status, distance);
        found = true;
      }
  }
  return distances;
};

/**
 * The least number of moves that the goal still takes; undefined if no steps lead there. For a valid verdict, every kind
 * of blocker takes at least one.
 */
export const createDistance = (goal: Goal): ((scene: OrderScene) => number | undefined) => {
  const distances = distancesTo(statusesOf(goal));
  return (scene) => {
    if (isReached(scene, goal)) return 0;
    const bySteps = distances.get(scene.order.status);
    if (bySteps === undefined || !isForValid(goal)) return bySteps;
    const needed = neededForVerdict(scene, rulesOf(scene.assumed));
    const scheme = 'because' in goal && goal.because === 'margin-scheme' && !isBecause(scene, 'margin-scheme') ? 1 : 0;
    return Math.max(bySteps, scheme + new Set(needed.map(({ code }) => code)).size);
  };
};

/** The other statuses that steps may lead to from here, in the order of the workflow. */
export const reachableFrom = ({ order }: OrderScene): readonly OrderStatus[] =>
  ORDER_STATUSES.filter(
    (status) =>
      status !== order.status &&
      distancesTo([status]).has(order.status) &&
      !(status === 'CANCELLED' && hadVerdict(order)),
  );

/** Why no moves lead to the goal, as a sentence. */
export const explainUnreachable = (scene: OrderScene, goal: Goal): string => {
  const { order } = scene;
  const { uuid, status } = order;
  const wanted = 'status' in goal ? goal.status : goal.decision;
  if (status === 'CANCELLED') return `Order ${uuid} is CANCELLED, which is final.`;
  if (wanted === 'CANCELLED' && hadVerdict(order))
    return `Order ${uuid} has had a verdict, after which it cannot be cancelled.`;
  if (createDistance(goal)(scene) === undefined)
    return `Order ${uuid} is ${status}, from which no step of the workflow leads to ${wanted}.`;
  const reason = whyNot(scene, goal);
  return `No moves were found that bring order ${uuid} from ${status} to ${wanted}.${reason === undefined ? '' : ` ${reason}`}`;
};

/** Why facts that no move changes keep the order from the goal. */
export const whyNot = (scene: OrderScene, goal: Goal): string | undefined => {
  if ('status' in goal) return undefined;
  if (goal.decision === 'VALID_EXPORT') return whyTaxed(scene);
  return goal.because === undefined ? undefined : whyNotBecause(scene, goal.because);
};

/** Why VAT may apply: a rule that its facts meet, the scheme of its invoice, or a failure of its buyer. */
export type Because = 'domestic' | 'third-country' | 'seller' | 'margin-scheme' | 'vies' | 'kyc' | 'blocked';

/** One of them, or whichever rule decides about a sale of which nothing is missing. */
type Reason = Because | 'rule';

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

const isOfBuyer = (because: Reason): boolean => because in BY_BUYER;

/** What decides about the order as its facts are, whatever its invoices say and whoever fails. */
const factsDeciding = ({ order, buyer, assumed }: OrderScene): VatReason | undefined => {
  const invoices = order.invoices.map((invoice) => ({ ...invoice, marginScheme: false }));
  return reasonsFor({ order: { ...order, invoices }, buyer, isValid: true }, rulesOf(assumed).vat)[0];
};

/** Why the supply is taxed, whatever its invoices say; undefined if it is exempt. */
const whyTaxed = (scene: OrderScene): string | undefined => {
  const first = factsDeciding(scene);
  return first?.rule.decision === 'VALID_EXPORT' ? undefined : first?.text;
};

/**
 * The way to VAT that keeps the evidence complete: the rule that the facts meet decides, else the margin scheme. It concerns
 * this order alone.
 */
const usualReason = (scene: OrderScene): Reason => {
  if (whyTaxed(scene) !== undefined) return 'rule';
  return rulesOf(scene.assumed).vat.some(({ name }) => name === 'margin-scheme') ? 'margin-scheme' : 'vies';
};

/** Why it cannot be the reason for this order, as a sentence; undefined if it can. */
const whyNotBecause = (scene: OrderScene, because: Reason): string | undefined => {
  const rule = BY_FACTS[because];
  const first = factsDeciding(scene);
  if (rule === undefined || first?.rule.name === rule) return undefined;
  return `The parties and places of the order decide otherwise, and no move changes them. ${first?.text ?? ''}`;
};

/** Whether the order was decided for this reason. */
const isBecause = (scene: OrderScene, because: Reason): boolean => {
  const { compliance } = scene.order;
  const code = BY_BUYER[because];
  if (code !== undefined) return compliance.blockers.some((blocker) => blocker.code === code);
  if (compliance.status !== 'VALID') return false;
  return because === 'margin-scheme'
    ? invoiceThatCounts(scene.order)?.marginScheme === true
    : whyNotBecause(scene, because) === undefined;
};
