import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const { mock, api } = await closedBy(afterAll).start();
beforeEach(() => mock.reset());

const post = (externalOrderId: string) => api.post(`/partners/${SELLER}/orders`, newOrder({ externalOrderId }));

test('a test asks for requests, and waits for them', async () => {
  const waiting = mock.requests.await({ operation: 'createOrder', count: 2, timeout: 'PT30S' });
  await post('A-1');
  await post('A-2');
  const [first, second] = await waiting;
  expect([first?.request.body?.json, second?.request.body?.json]).toMatchObject([
    { externalOrderId: 'A-1' },
    { externalOrderId: 'A-2' },
  ]);
  expect(await mock.requests.count({ body: { '/externalOrderId': 'A-2' } })).toBe(1);
  expect((await mock.requests.find({ operation: 'createOrder' })).map(({ status }) => status)).toEqual([201, 201]);
  expect((await mock.requests.list()).map(({ operationId }) => operationId)).toEqual(['createOrder', 'createOrder']);
  mock.requests.clear();
  expect(await mock.requests.count()).toBe(0);
});

test('what did not come is told with what came instead', async () => {
  await api.get('/me');
  await expect(mock.requests.await({ operation: 'createOrder', timeout: 'PT0S' })).rejects.toThrow(
    '0 of 1 requests came within PT0S; what came instead:\n  GET /v1/me (200): operation: expected equals "createOrder", but "getOrganization"',
  );
  await expect(mock.requests.count({ operation: 'createOrders' })).rejects.toThrow('did you mean "createOrder"?');
});

test('coverage and findings are there too', async () => {
  for (let i = 0; i < 3; i++) await api.get('/me');
  // Both tell what this server knows: what came through others, once it was brought in.
  await mock.requests.await({ operation: 'getOrganization', count: 3 });
  expect(mock.coverage().operations.find(({ operationId }) => operationId === 'getOrganization')?.calls).toBe(3);
  expect(mock.clientFindings().map(({ rule }) => rule)).toEqual(['fresh-answer-asked-again']);
  expect(mock.clientFindings('restricted')).toEqual([]);
  await mock.reset();
  expect([mock.coverage().exchanges, mock.clientFindings()]).toEqual([0, []]);
  expect(mock.coverage(undefined, 'start').exchanges).toBeGreaterThan(3);
});
