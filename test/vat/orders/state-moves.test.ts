import { describe, expect, test } from '@jest/globals';
import { WORKFLOW } from '../../../src/generated/workflow.ts';
import { INVOICE_MOVES, VIN_MOVES, checkMove } from '../../../src/vat/orders/order-steps.ts';

/** What the assumptions say in words: vin-compliance-moves, invoice-status-moves, and the table of the rollup. */
const TABLES = [
  [
    'a vehicle',
    VIN_MOVES,
    {
      PENDING: ['PICKUP_CONFIRMED', 'IN_TRANSIT'],
      PICKUP_CONFIRMED: ['PENDING', 'IN_TRANSIT', 'DELIVERED', 'INVALID'],
      IN_TRANSIT: ['PENDING', 'PICKUP_CONFIRMED', 'DELIVERED', 'VALID', 'INVALID'],
      DELIVERED: ['VALID', 'INVALID'],
      VALID: ['DELIVERED', 'INVALID'],
      INVALID: ['DELIVERED', 'VALID'],
    },
  ],
  [
    'an invoice',
    INVOICE_MOVES,
    { DRAFT: [], SUBMITTED: ['VALID', 'INVALID'], VALID: ['SUBMITTED', 'INVALID'], INVALID: ['SUBMITTED', 'VALID'] },
  ],
  [
    'the rollup',
    WORKFLOW.rollupMoves,
    { INCOMPLETE: ['VALID', 'INVALID'], VALID: ['INCOMPLETE', 'INVALID'], INVALID: ['INCOMPLETE', 'VALID'] },
  ],
] as const;

describe.each(TABLES)('%s', (what, moves, promised) => {
  const table = moves as Readonly<Record<string, readonly string[]>>;
  const states = Object.keys(promised);

  test.each(states)('from %s', (from) => {
    const next = (promised as Readonly<Record<string, readonly string[]>>)[from] ?? [];
    for (const to of states) {
      const move = (): string => checkMove(table, from, to, what);
      if (to === from || next.includes(to)) expect(move()).toBe(to);
      else expect(move).toThrow(`${what} does not go from ${from} to ${to}`);
    }
  });
});
