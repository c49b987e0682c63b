import { expect, test } from '@jest/globals';
import type { Settled } from '../../../src/engine/exchange/exchange.ts';
import { skipOffContract } from '../../../src/engine/stages/skip-off-contract.ts';

const isChecked = (exchange: object): boolean => {
  let checked = false;
  const stage = skipOffContract({
    name: 'check',
    run: () => {
      checked = true;
      return undefined;
    },
  });
  expect(stage.name).toBe('check');
  void stage.run(exchange as Settled);
  return checked;
};

const sent = (kind: 'first' | 'replay', source: string) => ({ idempotency: { found: { kind } }, source });

test('every answer is checked but those that a scenario meant to be wrong, sent again too', () => {
  expect(isChecked({ source: 'sandbox' })).toBe(true);
  expect(isChecked({ source: 'scenario' })).toBe(true);
  expect(isChecked({ source: 'scenario', isOffContract: true })).toBe(false);
  expect(isChecked(sent('replay', 'scenario'))).toBe(false);
  expect(isChecked(sent('first', 'scenario'))).toBe(true);
  expect(isChecked(sent('replay', 'sandbox'))).toBe(true);
});
