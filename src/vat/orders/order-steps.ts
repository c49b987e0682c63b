import { WORKFLOW } from '../../generated/workflow.ts';
import { problem, violation } from '../policy/problem.ts';
import { type OrderRecord, type OrderStatus, hadVerdict, hasVerdict } from './order.ts';
import type { Schemas } from '../api/behaviour.ts';

export const ORDER_STATUSES = WORKFLOW.orderStatuses;

type OrderStepName = keyof typeof WORKFLOW.orderSteps;

/** A step of the workflow, and the statuses that allow it; spec/workflow.yaml explains the members. */
export interface OrderStep {
  readonly label: string;
  readonly moves: Partial<Record<OrderStatus, readonly OrderStatus[]>>;
  readonly early: readonly OrderStatus[];
  readonly first?: string;
  readonly endsWithVerdict?: true;
}

/** "Order status values: Transitions: not shown." Our choice: assumption order-status-moves. */
export const ORDER_STEPS: Readonly<Record<OrderStepName, OrderStep>> = WORKFLOW.orderSteps;

/** Throws 409: milestone-not-reached if the step is too early, milestone-already-set if it is too late. */
export const checkStep = (name: OrderStepName, order: OrderRecord): void => {
  const { uuid, status } = order;
  const { label, moves, early, first, endsWithVerdict } = ORDER_STEPS[name];
  if (endsWithVerdict === true && hadVerdict(order))
    throw problem('milestone-already-set', {
      detail: `${label}: order ${uuid} ${hasVerdict(order) ? `is already ${status}` : 'has had a verdict, even if documents were archived or corrected since'}. To cancel an order after its verdict, contact support.`,
      extensions: { orderStatus: status },
    });
  if (moves[status] !== undefined) return;
  if (early.includes(status))
    throw problem('milestone-not-reached', {
      detail: `${label}: order ${uuid} is ${status}, and ${first ?? 'an earlier step is missing'}.`,
      extensions: { orderStatus: status },
    });
  throw problem('milestone-already-set', {
    detail: `${label}: order ${uuid} is already ${status}.`,
    extensions: { orderStatus: status },
  });
};

/** Moves the order to its next status, which the table must allow for the step. */
export const moveOrder = (name: OrderStepName, order: OrderRecord, to: OrderStatus): OrderRecord => {
  const { moves } = ORDER_STEPS[name];
  if (moves[order.status]?.includes(to) !== true)
    throw new Error(`${name} does not lead from ${order.status} to ${to}: the table of steps has no such move`);
  return to === order.status ? order : { ...order, status: to };
};

/** From each state, the allowed next states; staying in a state is always allowed. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

export const VIN_MOVES: Moves<Schemas['OrderVinComplianceStatus']> = WORKFLOW.vinMoves;
export const INVOICE_MOVES: Moves<Schemas['Invoice']['status']> = WORKFLOW.invoiceMoves;

/** A move outside its table is an internal error and rolls back the transaction. */
export const checkMove = <State extends string>(moves: Moves<State>, from: State, to: State, what: string): State => {
  if (from !== to && !moves[from].includes(to))
    throw new Error(`${what} does not go from ${from} to ${to}: the table of moves has no such move`);
  return to;
};

/**
 * The amount of an invoice or payment must be in the currency of its order. Throws 422. Assumption: invoice-comparison.
 */
export const checkCurrency = ({ currency }: Schemas['Money'], { totalAmount }: OrderRecord): void => {
  if (currency !== totalAmount.currency)
    throw violation('amount.currency', `must be ${totalAmount.currency}, the currency of the order`, currency);
};
