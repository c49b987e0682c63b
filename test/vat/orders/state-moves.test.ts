import { describe, expect, test } from '@jest/globals';
import { WORKFLOW } from '../../../src/generated/workflow.ts';
import { type Moves, checkMove } from '../../../src/vat/orders/order-steps.ts';

const { vinMoves, invoiceMoves, rollupMoves } = WORKFLOW;

describe.each<[string, Moves<string>]>([
  ['a vehicle', vinMoves],
  ['an invoice', invoiceMoves],
  ['the rollup', rollupMoves],
])('%s', (what, moves) => {
  test.each(Object.keys(moves))('from %s', (from) => {
    for (const to of Object.keys(moves)) {
      const move = (): string => checkMove(moves, from, to, what);
      if (to === from || moves[from]?.includes(to) === true) expect(move()).toBe(to);
      else expect(move).toThrow(`${what} does not go from ${from} to ${to}`);
    }
  });
});
