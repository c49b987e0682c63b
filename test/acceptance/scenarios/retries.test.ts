import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectRefusal } from '../../support/expect-problem.ts';
import { activate, failureOf, playScenario } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';
import { SELLER, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const started = startedBy(beforeEach, afterEach, { delays: 'skip' });
let buyerId: string;
beforeEach(async () => {
  buyerId = succeed(await createWorkflow(started.api, started.clock).createBuyer()).body.uuid;
});

const createOrder = (externalOrderId: string, key: string): Promise<ApiAnswer> =>
  started.api.post(
    `/partners/${SELLER}/orders`,
    {
      externalOrderId,
      buyerId,
      purchaseDate: '2026-11-02',
      vins: [vehicle(VIN)],
      totalAmount: { value: 1_250_000, currency: 'EUR' },
    },
    { headers: { 'idempotency-key': key } },
  );

const orderCount = async (): Promise<number> =>
  Number((await started.api.get(`/orders?vin=${VIN}`)).body.pagination.totalElements);

const uses = async (name: string): Promise<number[]> =>
  (await (await started.mock.scenarios()).show(name)).steps.map(({ used }) => used);

describe('an answer that is lost', () => {
  test('is there for whoever asks again under the same key: one order, one step', async () => {
    await activate(started, 'lost-answer');
    const before = await orderCount();
    expect((await failureOf(createOrder('A-1', 'one'))).code).toBe('ECONNRESET');
    const again = await createOrder('A-1', 'one');
    expect(again.status).toBe(201);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-mock-source': 'stateful' });
    expect(await orderCount()).toBe(before + 1);
    expect(await uses('lost-answer')).toEqual([1]);
  });

  test('may be a refusal too', async () => {
    await playScenario(started, { steps: [{ on: 'cancelOrder', times: 1, fault: 'commit-then-reset' }] });
    const path = '/orders/00000000-0000-4000-8000-000000000000/cancel';
    const headers = { 'idempotency-key': 'gone' };
    await failureOf(started.api.post(path, undefined, { headers }));
    expectRefusal(await started.api.post(path, undefined, { headers }), 404, 'not-found');
  });
});

describe('a scenario that is used up', () => {
  const explanationOf = async (answer: ApiAnswer): Promise<string> => {
    const id = String(answer.headers['x-mock-request-id']);
    return (await started.api.get(`${started.mock.url}/__admin/requests/${id}/explain`)).text;
  };

  test('tests every new key of the calls that name it: a second run is as good as the first', async () => {
    const send = (key: string) => {
      const body = { companyName: key };
      return started.api.patch(`/partners/${SELLER}/buyers/${buyerId}`, body, {
        headers: { 'idempotency-key': key, 'if-match': '*', 'x-mock-scenario': 'lost' },
      });
    };
    const lost = { scenario: 'lost', steps: [{ on: 'updateBuyer', times: 1, fault: 'commit-then-reset' }] };
    await (await started.mock.scenarios()).add(JSON.stringify(lost));
    for (const key of ['one', 'two', 'three']) {
      expect((await failureOf(send(key))).code).toBe('ECONNRESET');
      expect((await send(key)).headers).toMatchObject({ 'idempotency-replayed': 'true' });
    }
  });

  test('says so while it is active: to the client, in the explanation, in the status and in the verdict', async () => {
    await activate(started, 'lost-answer');
    const scenarios = await started.mock.scenarios();
    const exhausted = async () => [
      (await scenarios.show('lost-answer')).exhausted,
      (await scenarios.expectations('lost-answer')).exhausted,
    ];
    expect(await exhausted()).toEqual([false, false]);
    await failureOf(createOrder('A-1', 'one'));
    expect(await exhausted()).toEqual([true, true]);
    const retried = await createOrder('A-1', 'one');
    expect(retried.headers).not.toHaveProperty('x-mock-scenario-exhausted');
    const second = await createOrder('A-2', 'two');
    expect(second).toMatchObject({ status: 201, headers: { 'x-mock-scenario-exhausted': 'lost-answer' } });
    expect(second.headers).not.toHaveProperty('x-mock-scenario');
    expect(await explanationOf(second)).toContain('the scenario lost-answer is exhausted');
    await activate(started, 'lost-answer');
    expect(await exhausted()).toEqual([false, false]);
    expect((await failureOf(createOrder('A-3', 'three'))).code).toBe('ECONNRESET');
  });
});

describe('a retry uses up no second step', () => {
  test('of those after the checks', async () => {
    await playScenario(started, {
      steps: [
        { on: 'createOrder', nth: 1, reply: { problem: 'internal-error' } },
        { on: 'createOrder', nth: 2, reply: { problem: 'resource-exists-different-body' } },
      ],
    });
    expectRefusal(await createOrder('A-1', 'one'), 500, 'internal-error');
    expect((await createOrder('A-1', 'one')).status).toBe(201);
    expect((await createOrder('A-1', 'one')).headers['idempotency-replayed']).toBe('true');
    expectRefusal(await createOrder('A-2', 'two'), 409, 'resource-exists-different-body');
  });

  test('of those at received', async () => {
    const fails = { on: 'createOrder', at: 'received', times: 1, fault: 'CONNECTION_RESET_BY_PEER' };
    await playScenario(started, { steps: [fails, fails] });
    await failureOf(createOrder('A-1', 'one'));
    expect((await createOrder('A-1', 'one')).status).toBe(201);
    await failureOf(createOrder('A-2', 'two'));
    expect(await uses('played')).toEqual([1, 1]);
  });

  test('also when its first attempt was answered before the scenario began', async () => {
    const first = await createOrder('A-1', 'one');
    await playScenario(started, {
      steps: [{ on: 'createOrder', at: 'received', times: 1, reply: { problem: 'internal-error' } }],
    });
    const replayed = await createOrder('A-1', 'one');
    expect(replayed.text).toBe(first.text);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expectRefusal(await createOrder('A-2', 'two'), 500, 'internal-error');
  });
});

test('of many at once so many meet the step as it says', async () => {
  await playScenario(started, { steps: [{ on: 'findOrders', times: 3, reply: { problem: 'internal-error' } }] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => started.api.get('/orders')));
  expect(answers.filter(({ status }) => status === 500)).toHaveLength(3);
});

test('a replay meets steps without limits as every call does', async () => {
  await createOrder('A-1', 'one');
  await activate(started, 'maintenance');
  expect((await createOrder('A-1', 'one')).status).toBe(503);
});
