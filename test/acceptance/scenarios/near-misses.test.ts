import { afterAll, expect, test } from '@jest/globals';
import { playScenario } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, VIN, vehicle } from '../../support/workflow.ts';

const started = await closedBy(afterAll).start();

/** What the explanation of a call says of scenarios, in the stages that have something to say. */
const explain = async (call: Promise<{ readonly headers: Readonly<Record<string, string | undefined>> }>) => {
  const { headers } = await call;
  const url = `${started.mock.url}/__admin/requests/${headers['x-mock-request-id'] ?? ''}/explain`;
  const { body } = await started.api.get(url);
  const decisions = new Map<string, string>();
  for (const { stage, decision } of body.stages) decisions.set(stage, decision);
  return { received: decisions.get('play-received-steps'), respond: decisions.get('respond') };
};

const createOrder = (externalOrderId: string, change: object = {}, headers: Record<string, string> = {}) =>
  started.api.post(
    `/partners/${SELLER}/orders`,
    {
      externalOrderId,
      buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
      purchaseDate: '2026-11-02',
      vins: [vehicle(VIN)],
      totalAmount: { value: 1_250_000, currency: 'EUR' },
      ...change,
    },
    { headers },
  );

test('the step of which the most holds is named, with the first thing that differs', async () => {
  await playScenario(started, {
    steps: [
      {
        on: 'createOrder',
        when: { body: { '/externalOrderId': 'Z', '/vins/0/brand': 'BMW' } },
        fault: 'EMPTY_RESPONSE',
      },
      {
        on: 'createOrder',
        title: 'Euros only',
        when: { headers: { 'X-Client': 'mine' }, body: { '/totalAmount/currency': { oneOf: ['USD', 'GBP'] } } },
        fault: 'EMPTY_RESPONSE',
      },
    ],
  });
  const { received, respond } = await explain(createOrder('NM-1', {}, { 'x-client': 'mine' }));
  expect(received).toBe('no step of a scenario was used here');
  expect(respond).toContain(
    'no step of the scenario played was used; the closest is step 2 (Euros only): body /totalAmount/currency: expected is one of "USD", "GBP", but "EUR"',
  );
});

test('a call that does not get as far says where it ended', async () => {
  await playScenario(started, { steps: [{ on: 'createOrder', reply: { problem: 'internal-error' } }] });
  const { received } = await explain(createOrder('', { vins: [] }));
  expect(received).toContain('closest is step 1');
  expect(received).toContain('it ended in the stage validate-request with 422');
});

test('a step that is used tells what it did', async () => {
  await playScenario(started, {
    steps: [{ on: 'getOrganization', title: 'Slow', reply: 'pass', delay: 'PT0.003S', moveTo: 'Slow' }],
  });
  const { respond } = await explain(started.api.get('/me'));
  expect(respond).toContain(
    'step 1 of the scenario played (Slow), left the answer to the others, held it back 3 ms, moved from Started to Slow',
  );
});

test('a call that no step is about says so', async () => {
  await playScenario(started, { steps: [{ on: 'getOrder', delay: 'PT0.001S' }] });
  const { received, respond } = await explain(started.api.get('/me'));
  expect(received).toBe('no scenario is about this call');
  expect(respond).toMatch(/^answered by: \w+, with 200$/);
});
