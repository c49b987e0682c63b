import { afterAll, expect, test } from '@jest/globals';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const ORDERS = `/partners/${SELLER}/orders`;

const started = await closedBy(afterAll).start();

test('a wrong order is answered with one entry per violation', async () => {
  const { status, body } = await started.api.post(
    ORDERS,
    sampleOrder({ vins: [{ vin: 'ABC', brand: 7 }], extra: true }),
  );
  expect(status).toBe(422);
  expect(body.type).toBe(`${started.mock.url}/problems/validation-error`);
  expect(body.errors).toHaveLength(5);
  expect(body.errors).toEqual(
    expect.arrayContaining([
      { field: 'vins[0].vin', message: 'must have at least 17 characters, but has 3', rejectedValue: 'ABC' },
      { field: 'vins[0].brand', message: 'must be string, but is integer', rejectedValue: 7 },
      { field: 'vins[0].model', message: 'is required', rejectedValue: null },
      { field: 'vins[0].purchaseAmount', message: 'is required', rejectedValue: null },
    ]),
  );
});

test.each([
  ['size=100', 200, ''],
  ['size=1&page=0', 200, ''],
  ['size=101', 422, 'size'],
  ['size=0', 422, 'size'],
  ['page=-1', 422, 'page'],
  ['page=one', 422, 'page'],
])('a list with %s is answered with %d', async (query, status, field) => {
  const answer = await started.api.get(`/partners/${SELLER}/buyers?${query}`);
  expect(answer.status).toBe(status);
  if (field !== '') expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
});
