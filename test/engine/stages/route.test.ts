import { expect, test } from '@jest/globals';
import { Halt } from '../../../src/engine/pipeline/pipeline.ts';
import { createRouter } from '../../../src/engine/routing/router.ts';
import { route } from '../../../src/engine/stages/route.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';

const createOrder = operationOf();
const getOrder = operationOf({ id: 'getOrder', method: 'GET', path: '/orders/{id}' });
const broken = operationOf({ id: 'broken', method: 'GET', path: '/broken', unserved: 'its schema is missing' });
const operations = [createOrder, getOrder, broken];
const stage = route(
  partsOf({ router: createRouter(operations), contract: { basePath: '/v1', operations, findings: [] } }),
);
const sent = (method: string, path: string) => ({ request: requestOf({ method, path }) });

test('a request finds its operation, with the decoded parameters of its path', async () => {
  expect(await runOn(stage, sent('POST', '/v1/orders'))).toMatchObject({ operation: createOrder, pathParameters: {} });
  expect(await runOn(stage, sent('GET', '/v1/orders/a%20b'))).toMatchObject({
    operation: getOrder,
    pathParameters: { id: 'a b' },
  });
});

test('HEAD finds the operation of GET', async () => {
  expect(await runOn(stage, sent('HEAD', '/v1/orders/a'))).toMatchObject({ operation: getOrder });
});

test('OPTIONS ends with the methods of the path', async () => {
  const ended = await runOn(stage, sent('OPTIONS', '/v1/orders/a'));
  expect(ended).toBeInstanceOf(Halt);
  expect(ended).toMatchObject({
    answer: { source: 'engine', reply: { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } } },
  });
});

test.each([
  ['GET', '/orders', 404, 'Unknown path /orders: every path of this API starts with /v1/.'],
  ['GET', '/v10/orders', 404, 'Unknown path /v10/orders'],
  ['GET', '/v1', 404, 'No operation has the path /v1/.'],
  ['GET', '/v1/nothing', 404, 'No operation has the path /v1/nothing.'],
  ['PUT', '/v1/orders', 405, 'This path does not support PUT. It supports POST, OPTIONS.'],
  ['GET', '/v1/orders/%zz', 400, 'invalid percent-encoding'],
  ['GET', '/v1/broken', 501, 'broken cannot be served: its schema is missing'],
])('%s %s ends with %i: %s', async (method, path, status, detail) => {
  expect(await refusalOf(stage, sent(method, path))).toMatchObject({ status, detail: expect.stringContaining(detail) });
});

test('a refused method comes with those that the path has', async () => {
  expect(await refusalOf(stage, sent('PUT', '/v1/orders'))).toMatchObject({ headers: { allow: 'POST, OPTIONS' } });
});
