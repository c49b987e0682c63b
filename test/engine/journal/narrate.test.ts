import { expect, test } from '@jest/globals';
import { NARRATORS, narratorsIn } from '../../../src/engine/journal/narrate.ts';
import { OTHER_ORDERS, USUAL_ORDER } from '../../../src/engine/exchange/order-of-checks.ts';
import { CHECKS, inOrder } from '../../../src/engine/handle.ts';

test('every check of a request has its narrator, in the same order', () => {
  expect(NARRATORS.map(({ stage }) => stage)).toEqual(CHECKS);
  expect(inOrder(USUAL_ORDER)).toEqual(CHECKS);
});

test.each(Object.entries(OTHER_ORDERS))('so it is with the order %s, which has every check once', (name, order) => {
  expect(narratorsIn({ 'order-of-checks': name }, {}).map(({ stage }) => stage)).toEqual(inOrder(order));
  expect([...order].sort()).toEqual([...USUAL_ORDER].sort());
});
