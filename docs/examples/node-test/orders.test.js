import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createMock, defineScenario } from 'vatmock';
import { SELLER, createOrderClient, order } from '../order-client.js';

let mock;
let client;
before(async () => {
  mock = await createMock({ delays: 'skip' });
  client = createOrderClient({ baseUrl: mock.baseUrl, token: () => mock.token() });
});
beforeEach(() => mock.reset());
after(() => mock.close());

test('an order whose answer was lost is sent again under the same key', async () => {
  const scenario = await mock.scenario('lost-answer');
  const { uuid } = await client.createOrder(SELLER, order('A-1'));
  assert.ok(uuid);
  // Throws with what was wanted and what came, when the client has not done what the scenario expects.
  await scenario.verify();
});

test('an error of the server is tried again, and no more than needed', async () => {
  const failsOnce = defineScenario({
    scenario: 'fails-once',
    steps: [{ on: 'createOrder', times: 1, count: 'attempts', reply: { problem: 'internal-error' } }],
    expect: [{ request: 'createOrder', times: 2, sameIdempotencyKey: true, because: 'One order is wanted.' }],
  });
  const scenario = await mock.scenario(failsOnce);
  await client.createOrder(SELLER, order('A-2'));
  await scenario.verify();
  const [first, second] = await mock.requests.await({ operation: 'createOrder', count: 2, timeout: 'PT1S' });
  assert.deepEqual([first.status, second.status], [500, 201]);
});
