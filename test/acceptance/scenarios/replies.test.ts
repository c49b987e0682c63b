import { afterAll, describe, expect, test } from '@jest/globals';
import { expectProblem, expectRefusal } from '../../support/expect-problem.ts';
import { playScenario } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const ORDER = 'a0b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d';

const started = await closedBy(afterAll).start();

const reply = (on: string, answer: object, more: object = {}): Promise<string> =>
  playScenario(started, { steps: [{ on, reply: answer, ...more }] });

describe('a problem', () => {
  test('by its type says who answered, and is a problem like any other', async () => {
    await reply('getOrganization', { problem: 'internal-error' });
    const answer = await started.api.get('/me');
    expectProblem(answer, started.mock, {
      status: 500,
      type: 'internal-error',
      instance: '/v1/me',
      detail: /Step 1 of the scenario played/,
    });
    expect(answer.headers).toMatchObject({ 'x-mock-source': 'scenario', 'x-mock-scenario': 'played/1' });
  });

  test('takes its members from the scenario and from the request', async () => {
    await reply('createOrder', {
      problem: {
        type: 'validation-error',
        detail: 'Order {{request.body/externalOrderId}} of {{request.path.sellerId}}',
        errors: [{ field: 'vins[0].vin', message: 'is stolen', rejectedValue: '{{request.body/vins/0/vin}}' }],
        members: { hint: 'call the police' },
      },
      headers: { 'X-Seen': '{{request.header.X-Client}}' },
    });
    const order = { externalOrderId: 'E-1', vins: [vehicle('WVWZZZ1KZ6W386752')] };
    const answer = await started.api.post(
      `/partners/${SELLER}/orders`,
      {
        buyerId: ORDER,
        purchaseDate: '2026-11-02',
        totalAmount: { value: 1, currency: 'EUR' },
        ...order,
      },
      { headers: { 'x-client': 'mine' } },
    );
    expect(answer.body).toMatchObject({
      detail: `Order E-1 of ${SELLER}`,
      errors: [{ field: 'vins[0].vin', message: 'is stolen', rejectedValue: 'WVWZZZ1KZ6W386752' }],
      hint: 'call the police',
    });
    expect(answer.headers['x-seen']).toBe('mine');
  });

  test('has the Retry-After that it is given, and the example’s where it is given none', async () => {
    await reply('getOrganization', { problem: 'rate-limited', headers: { 'Retry-After': 17 } });
    expect((await started.api.get('/me')).headers['retry-after']).toBe('17');
    await reply('getOrganization', { problem: 'rate-limited' });
    const answer = await started.api.get('/me');
    expectRefusal(answer, 429, 'rate-limited');
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('a status with a body', () => {
  test('is sent as it is written, with the headers that follow from it', async () => {
    const body = {
      orderUuid: ORDER,
      status: 'PARTIAL',
      vins: [{ vin: 'WVWZZZ1KZ6W386752', status: 'IN_TRANSIT' }],
      revocations: [],
      version: 7,
      updatedAt: '2026-11-20T09:00:00Z',
    };
    await reply('getTransport', { status: 200, body });
    const answer = await started.api.get(`/orders/${ORDER}/transport`);
    expect(answer.body).toEqual(body);
    expect(answer.headers['etag']).toBe('"7"');
  });

  test('with fake: true has the rest generated, the same in every run of one seed', async () => {
    const scenario = {
      seed: 7,
      steps: [
        {
          on: 'getOrder',
          reply: { status: 200, fake: true, body: { uuid: '{{request.path.uuid}}', status: 'CANCELLED' } },
        },
      ],
    };
    const path = `/partners/${SELLER}/orders/${ORDER}`;
    await playScenario(started, scenario);
    const first = await started.api.get(path);
    expect(first.body).toMatchObject({ uuid: ORDER, status: 'CANCELLED', vins: expect.any(Array) });
    expect((await started.api.get(path)).body).not.toEqual(first.body);
    await playScenario(started, scenario);
    expect((await started.api.get(path)).body).toEqual(first.body);
  });

  test('keeps integers beyond 2^53 to the digit', async () => {
    const scenarios = await started.mock.scenarios();
    await scenarios.add(
      'scenario: large\nsteps:\n  - on: getOrganization\n    reply: { status: 200, body: { n: 9007199254740993 }, offContract: true }\n',
    );
    const answer = await started.api.get('/me', { headers: { 'x-mock-scenario': 'large' } });
    expect(answer.text).toBe('{"n":9007199254740993}');
  });
});

test('a body of a status that the description does not know is JSON', async () => {
  await reply('getOrganization', { status: 299, body: { n: 1 }, offContract: true });
  const { headers, body } = await started.api.get('/me');
  expect([headers['content-type'], body]).toEqual(['application/json', { n: 1 }]);
});

test('an example is sent by its name', async () => {
  await reply('upsertBuyer', { example: 'greek-vat-prefix' });
  const answer = await createWorkflow(started.api, started.clock).createBuyer();
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ vatNumber: 'EL929378427' });
});

describe('at received', () => {
  test('an answer comes before any check', async () => {
    await reply('createOrder', { problem: 'internal-error' }, { at: 'received' });
    expectRefusal(await started.api.post('/partners/nobody/orders', 'no json'), 500, 'internal-error');
  });

  test('a 401 never comes for callers without a token: those are refused already', async () => {
    await reply('getOrganization', { problem: 'internal-error' }, { at: 'received' });
    expectRefusal(await started.api.get('/me', { as: null }), 401, 'unauthorized');
  });
});

test('an answer of a scenario is held against the description, and kept under its key', async () => {
  await reply('createOrder', { status: 201, fake: true, body: { status: 'CREATED' } }, { times: 1 });
  const workflow = createWorkflow(started.api, started.clock);
  const { body: buyer } = succeed(await workflow.createBuyer());
  const send = () =>
    started.api.post(
      `/partners/${SELLER}/orders`,
      {
        externalOrderId: 'KEPT',
        buyerId: buyer.uuid,
        purchaseDate: '2026-11-02',
        vins: [vehicle('WVWZZZ1KZ6W386752')],
        totalAmount: { value: 1, currency: 'EUR' },
      },
      { headers: { 'idempotency-key': 'kept-by-scenario' } },
    );
  const first = await send();
  const second = await send();
  expect(second.text).toBe(first.text);
  expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-mock-source': 'scenario' });
});
