import type { Schemas } from '../api/behaviour.ts';
import { rulesOf } from '../compliance/assumed-rules.ts';
import { reasonsFor } from '../compliance/decide.ts';
import { neededForVerdict } from '../compliance/judge.ts';
import { ORDER_STATUSES, ORDER_STEPS, type OrderStep } from '../orders/order-steps.ts';
import { type OrderStatus, hadVerdict } from '../orders/order.ts';
import { type OrderScene, buyerIn, documentsIn, orderIn } from './order-scene.ts';

/** Where an order is to be brought: to a status, or to a verdict with a decision. */
export type Goal = { readonly status: OrderStatus } | { readonly decision: Schemas['ComplianceDecision'] };

export const isReached = (scene: OrderScene, goal: Goal): boolean => {
  const { status, compliance } = orderIn(scene);
  return 'status' in goal ? status === goal.status : compliance.decision === goal.decision;
};

const statusesOf = (goal: Goal): readonly OrderStatus[] =>
  'status' in goal ? [goal.status] : ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID'];

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
  const isForValid = 'status' in goal ? goal.status === 'COMPLIANCE_VALID' : goal.decision === 'VALID_EXPORT';
  return (scene) => {
    if (isReached(scene, goal)) return 0;
    const order = orderIn(scene);
    const bySteps = distances.get(order.status);
    if (bySteps === undefined || !isForValid) return bySteps;
    const facts = { order, buyer: buyerIn(scene), documents: documentsIn(scene) };
    const needed = neededForVerdict(facts, rulesOf(scene.assumed));
    return Math.max(bySteps, new Set(needed.map(({ code }) => code)).size);
  };
};

/** The other statuses that steps may lead to from here, in the order of the workflow. */
export const reachableFrom = (scene: OrderScene): readonly OrderStatus[] => {
  const order = orderIn(scene);
  return ORDER_STATUSES.filter(
    (status) =>
      status !== order.status &&
      distancesTo([status]).has(order.status) &&
      !(status === 'CANCELLED' && hadVerdict(order)),
  );
};

/** Why no moves lead to the goal, as a sentence. */
export const explainUnreachable = (scene: OrderScene, goal: Goal): string => {
  const order = orderIn(scene);
  const { uuid, status } = order;
  const wanted = 'status' in goal ? goal.status : goal.decision;
  if (status === 'CANCELLED') return `Order ${uuid} is CANCELLED, which is final.`;
  if (wanted === 'CANCELLED' && hadVerdict(order))
    return `Order ${uuid} has had a verdict, after which it cannot be cancelled.`;
  if (createDistance(goal)(scene) === undefined)
    return `Order ${uuid} is ${status}, from which no step of the workflow leads to ${wanted}.`;
  const reason = whyTaxed(scene, goal);
  return `No moves were found that bring order ${uuid} from ${status} to ${wanted}.${reason === undefined ? '' : ` ${reason}`}`;
};

/** Why a supply that should be exempt is taxed, whatever its invoices say. */
export const whyTaxed = (scene: OrderScene, goal: Goal): string | undefined => {
  if ('status' in goal || goal.decision !== 'VALID_EXPORT') return undefined;
  const order = orderIn(scene);
  const invoices = order.invoices.map((invoice) => ({ ...invoice, marginScheme: false }));
  const facts = { order: { ...order, invoices }, buyer: buyerIn(scene), isValid: true };
  const [first] = reasonsFor(facts, rulesOf(scene.assumed).vat);
  return first?.rule.decision === 'VALID_EXPORT' ? undefined : first?.text;
};
