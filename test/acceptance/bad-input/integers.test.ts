import { afterAll, expect, test } from '@jest/globals';
import { CLIENT, ORDERS, newOrder } from '../../support/sample-order.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

/** JSON.stringify would round the numbers that this is about. */
const postOrder = (value: string, currency = '"EUR"'): Promise<ApiAnswer> =>
  started.api.post(
    ORDERS,
    JSON.stringify(newOrder({ totalAmount: '<amount>' })).replace(
      '"<amount>"',
      `{"value":${value},"currency":${currency}}`,
    ),
    { as: CLIENT },
  );

test.each([
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['9007199254740993', '9007199254740993'],
  ['1250000.0', '1250000'],
  ['1e3', '1000'],
])('an amount of %s fits an int64, and is kept digit by digit', async (value, kept) => {
  const { status, text, body } = await postOrder(value);
  expect(status).toBe(201);
  expect(text).toContain(`"totalAmount":{"value":${kept},"currency":"EUR"}`);
  const read = await started.api.get(`${ORDERS}/${body.uuid}`, { as: CLIENT });
  expect(read.text).toBe(text);
});

test.each(['1e400', '-1e400'])('an amount of %s, which JavaScript reads as infinite, is no integer', async (value) => {
  const { status, body } = await postOrder(value);
  expect(status).toBe(422);
  expect(body.errors).toEqual([expect.objectContaining({ field: 'totalAmount.value' })]);
});

test.each(['Infinity', '-Infinity', '1e400', '0x10', ' 1', '1.', '+1'])('a page of %j is no number', async (page) => {
  const { status, body } = await started.api.get(`/orders?page=${encodeURIComponent(page)}`, { as: CLIENT });
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ field: 'page', message: expect.stringContaining('integer'), rejectedValue: page }]);
});

test.each([
  ['9223372036854775808', '9223372036854775808'],
  ['-9223372036854775809', '-9223372036854775809'],
  ['10000000000000000000000000000001', '10000000000000000000000000000001'],
])('an amount of %s does not, and comes back digit by digit', async (value, echoed) => {
  const { status, body, text } = await postOrder(value);
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    expect.objectContaining({ field: 'totalAmount.value', message: 'must be a valid int64' }),
  ]);
  expect(text).toContain(`"rejectedValue":${echoed}}`);
});

test.each(['12.5', '1e19', '"1250000"', 'null', 'true'])('an amount of %s is refused', async (value) => {
  const { status, body } = await postOrder(value);
  expect(status).toBe(422);
  expect(body.errors).not.toHaveLength(0);
  for (const { field } of body.errors) expect(field).toBe('totalAmount.value');
});

test('an integer beyond 2^53 where it does not belong is shown as it came', async () => {
  const { status, text } = await postOrder('1', '9007199254740993');
  expect(status).toBe(422);
  expect(text).toContain('"message":"must be string, but is integer","rejectedValue":9007199254740993}');
});

test('one inside a rejected object keeps its digits too', async () => {
  const { status, text } = await postOrder('1', '{"a":[9007199254740993]}');
  expect(status).toBe(422);
  expect(text).toContain('"rejectedValue":{"a":[9007199254740993]}}');
});

test('one in a query keeps its digits', async () => {
  const { status, text } = await started.api.get(`${ORDERS.replace('orders', 'buyers')}?size=9007199254740993`, {
    as: CLIENT,
  });
  expect(status).toBe(422);
  expect(text).toMatch(/"rejectedValue":"?9007199254740993\b/);
});
