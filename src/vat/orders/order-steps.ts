import { problem, violation } from '../policy/problem.ts';
import { type OrderRecord, type OrderStatus, hadVerdict, hasVerdict } from './order.ts';
import type { Schemas } from '../api/behaviour.ts';

/** In the order of the workflow. */
export const ORDER_STATUSES = [
  'CREATED',
  'INVOICE_SUBMITTED',
  'PAYMENT_SUBMITTED',
  'READY_FOR_PICKUP',
  'TRANSPORT_IN_PROGRESS',
  'TRANSPORT_COMPLETED',
  'COMPLIANCE_VALID',
  'COMPLIANCE_INVALID',
  'CANCELLED',
] as const satisfies readonly OrderStatus[];

/** A step of the workflow, and the statuses that allow it. docs/workflow.md is generated from this table. */
export interface OrderStep {
  readonly operation: string;
  /** Name of the step in error messages: "The pickup cannot be confirmed ...". */
  readonly label: string;
  /** Next statuses by current status; with a status that is missing here and in `early`, the step comes too late. */
  readonly moves: Partial<Record<OrderStatus, readonly OrderStatus[]>>;
  /** Too late once there was a verdict, even if it was withdrawn. */
  readonly endsWithVerdict?: true;
  /** Statuses for which the step is too early: 409 milestone-not-reached. */
  readonly early: readonly OrderStatus[];
}

/**
 * "Order status values: Transitions: not shown." Our choice: assumption order-status-moves. `verdict` is not a client
 * call: it follows from any change that completes the rollup.
 */
export const ORDER_STEPS = {
  submitInvoice: {
    operation: 'submitInvoice',
    label: 'An invoice cannot be submitted',
    moves: {
      CREATED: ['INVOICE_SUBMITTED', 'READY_FOR_PICKUP'],
      INVOICE_SUBMITTED: ['INVOICE_SUBMITTED'],
      PAYMENT_SUBMITTED: ['PAYMENT_SUBMITTED'],
      READY_FOR_PICKUP: ['READY_FOR_PICKUP'],
      TRANSPORT_IN_PROGRESS: ['TRANSPORT_IN_PROGRESS'],
      TRANSPORT_COMPLETED: ['TRANSPORT_COMPLETED'],
      COMPLIANCE_VALID: ['COMPLIANCE_VALID'],
      COMPLIANCE_INVALID: ['COMPLIANCE_INVALID'],
    },
    early: [],
  },
  submitPayment: {
    operation: 'submitPayment',
    label: 'A payment cannot be submitted',
    moves: {
      INVOICE_SUBMITTED: ['PAYMENT_SUBMITTED', 'READY_FOR_PICKUP'],
      PAYMENT_SUBMITTED: ['PAYMENT_SUBMITTED', 'READY_FOR_PICKUP'],
    },
    early: ['CREATED'],
  },
  confirmPickup: {
    operation: 'confirmPickup',
    label: 'A pickup cannot be confirmed',
    moves: {
      READY_FOR_PICKUP: ['TRANSPORT_IN_PROGRESS'],
      TRANSPORT_IN_PROGRESS: ['TRANSPORT_IN_PROGRESS'],
    },
    early: ['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED'],
  },
  revokePickup: {
    operation: 'revokePickup',
    label: 'A pickup cannot be revoked',
    moves: { TRANSPORT_IN_PROGRESS: ['READY_FOR_PICKUP', 'TRANSPORT_IN_PROGRESS'] },
    early: ['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED', 'READY_FOR_PICKUP'],
  },
  confirmDelivery: {
    operation: 'confirmDelivery',
    label: 'A delivery cannot be confirmed',
    moves: { TRANSPORT_IN_PROGRESS: ['TRANSPORT_IN_PROGRESS', 'TRANSPORT_COMPLETED'] },
    early: ['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED', 'READY_FOR_PICKUP'],
  },
  cancelOrder: {
    operation: 'cancelOrder',
    label: 'The order cannot be cancelled',
    moves: {
      CREATED: ['CANCELLED'],
      INVOICE_SUBMITTED: ['CANCELLED'],
      PAYMENT_SUBMITTED: ['CANCELLED'],
      READY_FOR_PICKUP: ['CANCELLED'],
      TRANSPORT_IN_PROGRESS: ['CANCELLED'],
      TRANSPORT_COMPLETED: ['CANCELLED'],
    },
    endsWithVerdict: true,
    early: [],
  },
  verdict: {
    operation: 'verdict',
    label: 'No verdict can be reached',
    moves: {
      TRANSPORT_COMPLETED: ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID'],
      COMPLIANCE_VALID: ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID', 'TRANSPORT_COMPLETED'],
      COMPLIANCE_INVALID: ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID', 'TRANSPORT_COMPLETED'],
    },
    early: [],
  },
} as const satisfies Record<string, OrderStep>;

export type OrderStepName = keyof typeof ORDER_STEPS;

/** Status or step that an early order must reach first. */
const REACHED_BY: Partial<Record<OrderStepName, string>> = {
  submitPayment: 'an invoice must be submitted first',
  confirmPickup: 'the order must be paid in full first',
  revokePickup: 'no pickup is confirmed',
  confirmDelivery: 'a pickup must be confirmed first',
};

/** Throws 409: milestone-not-reached if the step is too early, milestone-already-set if it is too late. */
export const checkStep = (name: OrderStepName, order: OrderRecord): void => {
  const { uuid, status } = order;
  const { label, moves, early, endsWithVerdict }: OrderStep = ORDER_STEPS[name];
  if (endsWithVerdict === true && hadVerdict(order))
    throw problem('milestone-already-set', {
      detail: `${label}: order ${uuid} ${hasVerdict(order) ? `is already ${status}` : 'has had a verdict, even if documents were archived or corrected since'}. To cancel an order after its verdict, contact support.`,
      extensions: { orderStatus: status },
    });
  if (moves[status] !== undefined) return;
  if (early.includes(status))
    throw problem('milestone-not-reached', {
      detail: `${label}: order ${uuid} is ${status}, and ${REACHED_BY[name] ?? 'an earlier step is missing'}.`,
      extensions: { orderStatus: status },
    });
  throw problem('milestone-already-set', {
    detail: `${label}: order ${uuid} is already ${status}.`,
    extensions: { orderStatus: status },
  });
};

/** Moves the order to its next status, which the table must allow for the step. */
export const moveOrder = (name: OrderStepName, order: OrderRecord, to: OrderStatus): OrderRecord => {
  const { moves }: OrderStep = ORDER_STEPS[name];
  if (moves[order.status]?.includes(to) !== true)
    throw new Error(`${name} does not lead from ${order.status} to ${to}: the table of steps has no such move`);
  return to === order.status ? order : { ...order, status: to };
};

/** From each state, the allowed next states; staying in a state is always allowed. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

/**
 * "Per-VIN complianceStatus values: Transitions: not shown." Assumption: vin-compliance-moves. A verdict reached with
 * the last delivery moves a vehicle in transit directly to VALID or INVALID.
 */
export const VIN_MOVES: Moves<Schemas['OrderVinComplianceStatus']> = {
  PENDING: ['PICKUP_CONFIRMED', 'IN_TRANSIT'],
  PICKUP_CONFIRMED: ['PENDING', 'IN_TRANSIT', 'DELIVERED', 'INVALID'],
  IN_TRANSIT: ['PENDING', 'PICKUP_CONFIRMED', 'DELIVERED', 'VALID', 'INVALID'],
  DELIVERED: ['VALID', 'INVALID'],
  VALID: ['DELIVERED', 'INVALID'],
  INVALID: ['DELIVERED', 'VALID'],
};

/** "Invoice status: Transitions: not shown." Assumption: invoice-status-moves; DRAFT does not occur. */
export const INVOICE_MOVES: Moves<Schemas['Invoice']['status']> = {
  DRAFT: [],
  SUBMITTED: ['VALID', 'INVALID'],
  VALID: ['SUBMITTED', 'INVALID'],
  INVALID: ['SUBMITTED', 'VALID'],
};

/** "Any of `INCOMPLETE`, `VALID`, `INVALID` | rollup recomputed | one of the three". */
export const ROLLUP_MOVES: Moves<Schemas['ComplianceRollup']['status']> = {
  INCOMPLETE: ['VALID', 'INVALID'],
  VALID: ['INCOMPLETE', 'INVALID'],
  INVALID: ['INCOMPLETE', 'VALID'],
};

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
