import { afterAll, afterEach, expect, test } from '@jest/globals';
import { defineScenario } from '../../../src/index.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';

/** What a scenario changes of the organization is the organization's: GET /me shows it, and every check goes by it. */

const started = await closedBy(afterAll).start();
afterEach(() => started.mock.reset());

const me = () => started.api.get('/me');
const allowsMultiVin = async (): Promise<unknown> => succeed(await me()).body.capabilities.allowMultiVinOrders;

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
