import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Schemas } from '../api/behaviour.ts';
import { blockingFailuresOf, neededForVerdict } from '../compliance/judge.ts';
import { type VatReason, failuresOf, invoiceThatCounts, reasonsFor } from '../compliance/vat-rules.ts';
import { outstandingOf } from '../orders/invoices-and-payments.ts';
import { ORDER_STATUSES, ORDER_STEPS } from '../orders/order-steps.ts';
import { type OrderRecord, type OrderStatus, hadVerdict } from '../orders/order.ts';
import { clientMoves } from './client-moves.ts';
import { type Move, clockMoves, simulatorMoves } from './move.ts';
import { type OrderScene, type Rehearsed, rehearse } from './order-scene.ts';

/** What may happen to the order next: calls of a client, what time brings, and what only the service can do. */
export const movesOf = (scene: OrderScene): readonly Move[] =>
  // Nothing affects a cancelled order any more, even if its buyer goes on trading.
  scene.order.status === 'CANCELLED'
    ? clientMoves(scene)
    : [...clientMoves(scene), ...clockMoves(scene), ...simulatorMoves(scene)];

/** A move that the workflow allows, and what it leads to. */
export interface OfferedMove extends Rehearsed {
  readonly move: Move;
}

/** Tries each move on the scene: the code that will handle it decides whether it is legal. */
export const offerMoves = async (scene: OrderScene, moves: readonly Move[], pause: Pause) => {
  const offered: OfferedMove[] = [];
  const refused: { readonly move: Move; readonly refusal: ProblemMembers }[] = [];
  for (const move of moves) {
    try {
      offered.push({ move, ...(await rehearse(scene, move.run, scene.now + (move.by ?? 0))) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ move, refusal: error.members });
    }
    await pause();
  }
  return { offered, refused };
};

/** A unit of distance costs more than any preference between moves that lead as far. */
const UNIT = 1000;

/** A call of the client is preferred; a long advance affects everything else in the sandbox. */
const costOf = ({ kind, by = 0 }: Move): number =>
  ({ call: 0, clock: 1 + Math.floor(by / 3_600_000), simulator: 2 })[kind];

/** The move that brings the order closest to the goal; undefined if none brings it closer. */
export const findNextMove = async (scene: OrderScene, goal: Goal, pause: Pause): Promise<OfferedMove | undefined> => {
  const distanceOf = createDistance(scene, goal);
  const left = distanceOf(scene) ?? 0;
  if (left === 0 || whyNot(scene, goal) !== undefined) return undefined;
  const { offered } = await offerMoves(
    scene,
    movesOf(scene).filter(({ isPartial }) => isPartial !== true),
    pause,
  );
  const [best] = offered
    .map((offer) => ({ offer, distance: distanceOf(offer.after) ?? Infinity }))
    .filter(({ distance }) => distance < left)
    .map(({ offer, distance }) => ({ offer, cost: distance * UNIT + costOf(offer.move) }))
    .sort((one, other) => one.cost - other.cost);
  return (
    best?.offer ?? (awaitsVerification(scene, goal) ? offered.find(({ move }) => move.kind === 'clock') : undefined)
  );
};

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
  'status' in goal ? goal.status === 'COMPLIANCE_VALID' : goal.because === undefined || !(goal.because in BY_BUYER);

const statusOf = (goal: Goal): OrderStatus => {
  if ('status' in goal) return goal.status;
  return isForValid(goal) ? 'COMPLIANCE_VALID' : 'COMPLIANCE_INVALID';
};

/** The statuses that one step may lead to, by the table of steps. What is to be paid decides whether there is a payment, or half of one. */
const nextStatuses = (order: OrderRecord, status: OrderStatus): readonly OrderStatus[] => {
  const outstanding = outstandingOf(order);
  return Object.values(ORDER_STEPS)
    .flatMap(({ moves }) => moves[status] ?? [])
    .filter((next) => {
      if (status === 'CREATED' && next === 'READY_FOR_PICKUP') return outstanding === 0n;
      return status !== 'INVOICE_SUBMITTED' || next !== 'PAYMENT_SUBMITTED' || outstanding > 1n;
    });
};

/** Number of steps from each status to the goal; those without a way are missing. */
const stepsTo = (order: OrderRecord, goal: OrderStatus): ReadonlyMap<OrderStatus, number> => {
  const steps = new Map([[goal, 0]]);
  for (let count = 1, found = true; found; count++) {
    found = false;
    for (const status of ORDER_STATUSES)
      if (!steps.has(status) && nextStatuses(order, status).some((next) => steps.get(next) === count - 1)) {
        steps.set(status, count);
        found = true;
      }
  }
  return steps;
};

/**
 * What separates the order from the goal, as a number that moves on the way make smaller: 0 is there, undefined if no steps
 * lead there. For a valid verdict it counts what the order lacks, else the steps of the workflow, and within a step what keeps
 * the order from the next one.
 */
const createDistance = ({ order }: OrderScene, goal: Goal): ((scene: OrderScene) => number | undefined) => {
  const steps = stepsTo(order, statusOf(goal));
  return (scene) => {
    if (isReached(scene, goal)) return 0;
    const bySteps = steps.get(scene.order.status);
    if (bySteps === undefined) return undefined;
    return isForValid(goal) ? 1 + lackOf(scene, goal) : 100 * Math.max(1, bySteps) + obstaclesOf(scene, goal);
  };
};

/** A verification has to be started before it can end. */
const KYC_MOVES = { VERIFIED: 0, PENDING: 1, NOT_STARTED: 2, REJECTED: 3 } as const;

/** Failures of the buyer weigh more than all that an order can lack: while they last, a verdict would only be passed again. */
const FAILURE = 10_000;

const lackOf = (scene: OrderScene, goal: Goal): number => {
  const needed = neededForVerdict(scene);
  const failures = FAILURE * failuresOf(scene.buyer).length;
  const moves = needed.map(({ code }) => {
    if (code.startsWith('KYC_')) return KYC_MOVES[scene.buyer.kyc.status];
    // The document of a preliminary invoice is none of the final one.
    return code === 'FINAL_INVOICE_MISSING' ? 2 : 1;
  });
  const wantsScheme = 'because' in goal && goal.because === 'margin-scheme';
  const lacksScheme = wantsScheme && invoiceThatCounts(scene.order)?.marginScheme !== true;
  return moves.reduce<number>((sum, count) => sum + count, failures + Number(lacksScheme));
};

/** Other jobs may be due before the verification of the buyer ends. */
const awaitsVerification = ({ jobs }: OrderScene, goal: Goal): boolean =>
  isForValid(goal) && jobs.some(({ kind }) => kind === 'kyc-verification');

/** A failure of the buyer that the verdict is to rest on comes last, except for a rejection, which needs a running verification. */
const obstaclesOf = ({ order, buyer, assumed }: OrderScene, goal: Goal): number => {
  const failures = failuresOf(buyer).map(({ code }) => code);
  const wanted = 'because' in goal ? BY_BUYER[goal.because ?? 'rule'] : undefined;
  const isHere = wanted === undefined ? failures.length > 0 : failures.includes(wanted);
  const [isWaiting, isTravelling] = [
    order.vins.some(({ pickup }) => pickup === undefined),
    order.vins.some(({ pickup, delivery }) => pickup !== undefined && delivery === undefined),
  ];
  const hindering = isWaiting
    ? blockingFailuresOf(buyer, assumed).length
    : statusOf(goal) === 'COMPLIANCE_INVALID'
      ? Number(!isHere)
      : failures.length;
  const untilRejected = wanted === 'KYC_REJECTED' && !isHere ? 1000 * (buyer.kyc.status === 'PENDING' ? 1 : 2) : 0;
  return untilRejected + 10 * hindering + Number(isWaiting) + Number(isTravelling);
};

/** The other statuses that steps may lead to from here, in the order of the workflow. */
export const reachableFrom = ({ order }: OrderScene): readonly OrderStatus[] =>
  ORDER_STATUSES.filter(
    (status) =>
      status !== order.status &&
      stepsTo(order, status).has(order.status) &&
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
  if (createDistance(scene, goal)(scene) === undefined)
    return `Order ${uuid} is ${status}, from which no step of the workflow leads to ${wanted}.`;
  const reason = whyNot(scene, goal);
  return `No moves were found that bring order ${uuid} from ${status} to ${wanted}.${reason === undefined ? '' : ` ${reason}`}`;
};

/** Why facts that no move changes keep the order from the goal. */
const whyNot = (scene: OrderScene, goal: Goal): string | undefined => {
  if ('status' in goal) return undefined;
  if (goal.decision === 'VALID_EXPORT') return whyTaxed(scene);
  return goal.because === undefined ? undefined : whyNotBecause(scene, goal.because);
};

/**
 * Why VAT may apply: a rule that its facts meet, the scheme of its invoice, a failure of its buyer, or whichever rule decides
 * about a sale of which nothing is missing (`rule`).
 */
type Reason = 'domestic' | 'third-country' | 'seller' | 'margin-scheme' | 'vies' | 'kyc' | 'blocked' | 'rule';

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

/** What decides about the order as its facts are, whatever its invoices say and whoever fails. */
const factsDeciding = ({ order, buyer }: OrderScene): VatReason | undefined => {
  const invoices = order.invoices.map((invoice) => ({ ...invoice, marginScheme: false }));
  return reasonsFor({ order: { ...order, invoices }, buyer, isValid: true })[0];
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
const usualReason = (scene: OrderScene): Reason => (whyTaxed(scene) === undefined ? 'margin-scheme' : 'rule');

/** Why it cannot be the reason for this order, as a sentence; undefined if it can. */
const whyNotBecause = (scene: OrderScene, because: Reason): string | undefined => {
  const { kycMode, kyc } = scene.buyer;
  if (because === 'kyc' && (kycMode === 'MARKETPLACE_LED' || kyc.status === 'VERIFIED'))
    return `No verification of the buyer can be rejected: it is ${kyc.status === 'VERIFIED' ? 'verified' : `in Mode A (${kycMode})`}.`;
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
