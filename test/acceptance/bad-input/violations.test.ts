import { afterAll, expect, test } from '@jest/globals';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

/** The time limit of a test is the point: a server that counts them all is stuck for a quarter of a minute. */
test('of 100,000 violations the first 100 are listed, and the detail says that there are more', async () => {
  const vins = Array.from({ length: 40_000 }, () => ({ vin: 1, brand: 2 }));
  const { status, body } = await started.api.post(ORDERS, sampleOrder({ vins }), { as: CLIENT });
  expect(status).toBe(422);
  expect(body.errors).toHaveLength(100);
  expect(body.detail).toMatch(/^at least 100 violations/i);
});

test('unknown members are listed one by one, up to 100', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`unknown${String(index)}`, index]));
  const { status, body } = await started.api.post(ORDERS, sampleOrder(unknown), { as: CLIENT });
  expect(status).toBe(422);
  expect(body.errors).toHaveLength(100);
});

test('an unknown member is told with the known ones, also where an object is made of several schemas', async () => {
  const totalAmount = { value: 1, currency: 'EUR', amount: 1 };
  const { body } = await started.api.post(ORDERS, sampleOrder({ totalAmount }), { as: CLIENT });
  const message = 'is not a property of this object (known: value, currency)';
  expect(body.errors).toEqual([{ field: 'totalAmount.amount', message, rejectedValue: 1 }]);
});

test('a rejected value is not echoed at length', async () => {
  const { body, text } = await started.api.post(ORDERS, sampleOrder({ buyerId: 'x'.repeat(500_000) }), { as: CLIENT });
  expect(body.errors).toEqual([expect.objectContaining({ field: 'buyerId', message: 'must be a valid uuid' })]);
  expect(text.length).toBeLessThan(2000);
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'prototype'])(
  'the key "%s" is a key like any other',
  async (key) => {
    const { status, body } = await started.api.post(ORDERS, sampleOrder({ [key]: { polluted: true } }), { as: CLIENT });
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ field: key, rejectedValue: { polluted: true } })]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);
