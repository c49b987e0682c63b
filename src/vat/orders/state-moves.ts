import type { Schemas } from '../api/behaviour.ts';

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
