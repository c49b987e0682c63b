import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { CLIENT } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const VIN = 'WVWZZZ1JZ3W386752';

const started = await closedBy(afterAll).start();

const get = (path: string) => started.api.get(path, { as: CLIENT });

test('the version is the last segment of the base URL, and no path is served without it', async () => {
  const { url, baseUrl } = started.mock;
  expect(baseUrl).toBe(`${url}/v1`);
  expect((await get(`${url}/v1/me`)).status).toBe(200);
  for (const path of ['/me', '/v2/me', '/V1/me', '/v1.0/me', '/v10/me'])
    expectProblem(await get(url + path), started.mock, {
      status: 404,
      type: 'not-found',
      instance: path,
      detail: 'starts with /v1/',
    });
});

test('the description says which version of the specification it is', () => {
  expect(started.mock.contract.document['info']).toMatchObject({ version: '1.0.0-draft' });
});

test('orders are found by a query; the path that there once was is gone', async () => {
  const { status, body } = await get(`/orders?vin=${VIN}`);
  expect(status).toBe(200);
  expect(Array.isArray(body.data)).toBe(true);
  expectProblem(await get(`/orders/by-vin/${VIN}`), started.mock, {
    status: 404,
    type: 'not-found',
    instance: `/v1/orders/by-vin/${VIN}`,
    detail: '/v1/orders/by-vin',
  });
});

test('nothing is announced as outdated: there are no rules for that', async () => {
  for (const path of ['/me', `/orders?vin=${VIN}`, '/webhooks', '/nowhere']) {
    const { headers } = await get(path);
    for (const name of ['deprecation', 'sunset', 'warning']) expect(headers[name]).toBeUndefined();
  }
});
