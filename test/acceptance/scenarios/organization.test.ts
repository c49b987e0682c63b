import { afterAll, afterEach, expect, test } from '@jest/globals';
import { defineScenario } from '../../../src/index.ts';
import { expectRefusal } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient, succeed } from '../control-api/admin-client.ts';
import { BUYER, SELLER, newOrder } from '../../support/sample-order.ts';

/** What a scenario changes of the organization is the organization's: GET /me shows it, and every check goes by it. */

const started = await closedBy(afterAll).start();
afterEach(() => started.mock.reset());

const me = () => started.api.get('/me');
const allowsMultiVin = async (): Promise<unknown> => succeed(await me()).body.capabilities.allowMultiVinOrders;
const order = () => started.api.post(`/partners/${SELLER}/orders`, newOrder({ buyerId: BUYER }));

const fewer = defineScenario({
  scenario: 'fewer-capabilities',
  organization: { capabilities: { allowMultiVinOrders: false }, rateLimitTier: 'HIGH_VOLUME' },
});

test('from activation until the scenario ends', async () => {
  const scenario = await started.mock.scenario(fewer);
  const { body, headers } = succeed(await me());
  expect(body.capabilities).toMatchObject({ allowMultiVinOrders: false, rateLimitTier: 'HIGH_VOLUME' });
  expect(headers['x-ratelimit-limit']).toBe('1000');
  await scenario.deactivate();
  expect(await allowsMultiVin()).toBe(true);
});

test('a call of the control API has the last word', async () => {
  await started.mock.scenario(fewer);
  const admin = createAdminClient(started);
  succeed(await admin('PATCH', '/sandboxes/demo', { body: { capabilities: { allowMultiVinOrders: true } } }));
  expect(succeed(await me()).body.capabilities).toMatchObject({
    allowMultiVinOrders: true,
    rateLimitTier: 'HIGH_VOLUME',
  });
});

test('with a request that somebody else was faster than', async () => {
  const scenario = await started.mock.scenario('dpa-withdrawn');
  expect((await order()).status).toBe(201);
  expectRefusal(await me(), 403, 'dpa-not-accepted');
  expectRefusal(await order(), 403, 'dpa-not-accepted');
  await scenario.deactivate();
  expect((await me()).status).toBe(200);
});

test('at an instant of the timeline', async () => {
  await started.mock.scenario({
    scenario: 'agreement-ends',
    timeline: [
      { at: 'PT1H', organization: { dpaAccepted: false } },
      { at: 'PT2H', organization: { dpaAccepted: true } },
    ],
  });
  const statuses: number[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    // Tokens grow old with the clock that is moved.
    const authorization = `Bearer ${await started.mock.token()}`;
    statuses.push((await started.api.get('/me', { as: null, headers: { authorization } })).status);
    await started.mock.clock.advance({ by: 'PT1H' });
  }
  expect(statuses).toEqual([200, 403, 200]);
});

test('capability-missing takes the capability away for good', async () => {
  await started.mock.scenario('capability-missing');
  expect(await allowsMultiVin()).toBe(true);
  const { vins, ...rest } = newOrder({ buyerId: BUYER });
  const [vin] = vins;
  const two = {
    ...rest,
    totalAmount: { value: 2_500_000, currency: 'EUR' },
    vins: [vin, { ...vin, vin: 'WVWZZZ1JZ3W386753' }],
  };
  expectRefusal(await started.api.post(`/partners/${SELLER}/orders`, two), 403, 'capability-required');
  expect(await allowsMultiVin()).toBe(false);
});
