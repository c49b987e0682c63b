import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readCapsule } from '../../../src/commands/capsule/read-capsule.ts';
import { replayCapsule } from '../../support/replay.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow, succeed, vehicle, VIN, OTHER_VIN } from '../../support/workflow.ts';
import type { components } from '../../../src/generated/admin-types.ts';

type OrderDetail = components['schemas']['OrderDetail'];
type Journey = components['schemas']['OrderJourney'];

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
beforeEach(() => {
  clock.advance(60_000);
});

const goToAtOnce = (orderUuid: string, goal: object): Promise<ApiAnswer> =>
  api.post(`${mock.url}/__admin/orders/${orderUuid}/goto`, { ...goal, wait: false }, { as: null });

const goTo = async (orderUuid: string, goal: object): Promise<ApiAnswer> => {
  const answer = await api.post(`${mock.url}/__admin/orders/${orderUuid}/goto`, goal, { as: null });
  // Days may have passed: the client needs another token.
  clock.advance(300_000);
  return answer;
};

let buyers = 0;

/** A new order of a new buyer, which VIES has not confirmed yet. */
const freshOrder = async (buyer: object = {}, vins = [vehicle(VIN)]): Promise<string> => {
  const vatNumber = `DE${'100'.repeat(++buyers)}`;
  const { uuid } = succeed(await workflow.createBuyer({ vatNumber, ...buyer })).body;
  const order = succeed(await workflow.createOrder(uuid, { vins })).body as Journey['order'];
  return order.uuid;
};

test('what can be done with the document of an invoice says of which one', async () => {
  const INVOICED = 'd2c70f95-8e4b-4163-9b5a-f17e6d0c8a32';
  const { calls } = succeed(await api.get(`${mock.url}/__admin/orders/${INVOICED}/next`, { as: null })).body;
  expect(calls.map(({ title }: { title: string }) => title)).toContain(
    'Archive the document of the preliminary invoice (invoice-1053-p.pdf)',
  );
});

describe('goto brings a fresh order', () => {
  test.each([
    ['CREATED', 0],
    ['INVOICE_SUBMITTED', 1],
    ['PAYMENT_SUBMITTED', 2],
    ['READY_FOR_PICKUP', 2],
    ['TRANSPORT_IN_PROGRESS', 3],
    ['TRANSPORT_COMPLETED', 4],
    ['COMPLIANCE_VALID', 10],
    ['COMPLIANCE_INVALID', 5],
    ['CANCELLED', 1],
  ])('to %s in %d steps', async (status, count) => {
    const orderUuid = await freshOrder();
    const { order, steps } = succeed(await goToAtOnce(orderUuid, { status })).body as Journey;
    expect(order).toMatchObject({ uuid: orderUuid, status });
    expect(steps).toHaveLength(count);
    expect((await workflow.order(orderUuid)).body.status).toBe(status);
  });

  test.each([
    ['VALID_EXPORT', 'COMPLIANCE_VALID'],
    ['VAT_APPLICABLE', 'COMPLIANCE_VALID'],
  ])('to the verdict %s', async (verdict, status) => {
    const orderUuid = await freshOrder();
    expect((succeed(await goTo(orderUuid, { verdict })).body as Journey).order).toMatchObject({
      status,
      decision: verdict,
    });
    expect((await workflow.compliance(orderUuid)).body.decision).toBe(verdict);
  });

  describe('to VAT', () => {
    /** The rollup at the end, and whether an order that shares the buyer has been touched. */
    const taxed = async (
      buyer: object,
      wish: object,
    ): Promise<{ rollup: unknown; others: string; journey: Journey }> => {
      const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], buyer);
      const other = succeed(await workflow.createOrder(buyerUuid)).body.uuid as string;
      const before = JSON.stringify((await workflow.compliance(other)).body);
      const journey = succeed(await goTo(orderUuid, { verdict: 'VAT_APPLICABLE', ...wish })).body as Journey;
      const { status, decision, blockers, viesResult } = (await workflow.compliance(orderUuid)).body;
      const after = JSON.stringify((await workflow.compliance(other)).body);
      return {
        rollup: { status, decision, blockers, viesResult },
        others: after === before ? 'untouched' : after,
        journey,
      };
    };
    const COMPLETE = { status: 'VALID', decision: 'VAT_APPLICABLE', blockers: [], viesResult: 'VALID' };
    const AT_HOME = { vatNumber: 'NL100', address: { street: 'Kade 1', postCode: '1', city: 'Breda', country: 'NL' } };
    const ABROAD = {
      vatNumber: 'AT100',
      address: { street: 'Weg 1', postCode: '8001', city: 'Zürich', country: 'CH' },
    };

    test.each([
      ['of a domestic sale', AT_HOME, {}],
      ['of a domestic sale, by name', AT_HOME, { because: 'domestic' }],
      ['of an export', ABROAD, {}],
      ['of an export, by name', ABROAD, { because: 'third-country' }],
      ['of an ordinary sale, under the margin scheme', {}, {}],
      ['of an ordinary sale, by name', {}, { because: 'margin-scheme' }],
    ])('%s: with complete evidence, and no other order is touched', async (_what, buyer, wish) => {
      const { rollup, others, journey } = await taxed(buyer, wish);
      expect([rollup, others]).toEqual([COMPLETE, 'untouched']);
      expect(journey.steps.filter(({ kind }) => kind === 'simulator')).toEqual([]);
    });

    test.each([
      ['vies', 'MARKETPLACE_LED', 'VIES_INVALID', 'The VIES result of the buyer becomes INVALID, for all its orders.'],
      ['blocked', 'MARKETPLACE_LED', 'BUYER_BLOCKED', 'The buyer becomes BLOCKED, for all its orders.'],
      ['kyc', 'SERVICE_LED', 'KYC_REJECTED', 'The verification of the buyer becomes REJECTED, for all its orders.'],
    ])(
      'because of the buyer, only by name (%s): all its orders are concerned',
      async (because, kycMode, code, words) => {
        const buyer = { vatNumber: `AT100${'100'.repeat(++buyers)}`, kycMode };
        // Without the days of a usual sale, in which VIES is asked again.
        const { rollup, others, journey } = await taxed(buyer, { because, wait: false });
        expect(rollup).toMatchObject({ status: 'INVALID', decision: 'VAT_APPLICABLE' });
        expect(others).toContain(code);
        expect(journey.steps.map(({ leadsTo }) => leadsTo).join(' ')).toContain(words);
      },
    );

    test('because of a verification that there cannot be: 409 says why, and nothing has been done', async () => {
      const refused = await goTo(await freshOrder({ kycMode: 'MARKETPLACE_LED' }), {
        verdict: 'VAT_APPLICABLE',
        because: 'kyc',
      });
      expect(refused).toMatchObject({
        status: 409,
        body: { steps: [], detail: expect.stringMatching(/it is in Mode A/) },
      });
    });

    test('for a reason that the facts of the order do not give: 409 says what decides', async () => {
      const orderUuid = await freshOrder();
      const refused = await goTo(orderUuid, { verdict: 'VAT_APPLICABLE', because: 'domestic' });
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        expect.stringMatching(/no move changes them.*from NL to .*registered for VAT in/),
      ]);
    });

    test.each([
      { verdict: 'VALID_EXPORT', because: 'vies' },
      { status: 'CANCELLED', because: 'vies' },
      { because: 'vies' },
    ])('%j is 422', async (wish) => {
      expect((await goTo(await freshOrder(), wish)).status).toBe(422);
    });
  });

  test.each([
    ['', goTo, {}],
    [' at once, while VIES does not answer', goToAtOnce, { vatNumber: 'DE300' }],
  ])('of two vehicles, whose buyer the service verifies%s', async (_when, go, buyer) => {
    const orderUuid = await freshOrder({ kycMode: 'SERVICE_LED', ...buyer }, [vehicle(VIN), vehicle(OTHER_VIN)]);
    const { order, steps } = succeed(await go(orderUuid, { status: 'COMPLIANCE_VALID' })).body as Journey;
    expect(order.status).toBe('COMPLIANCE_VALID');
    expect(steps.map(({ operationId }) => operationId)).toContain('startKycVerification');
  });
});

test('a journey goes on from wherever the order is, also back from a verdict', async () => {
  const orderUuid = await freshOrder();
  for (const status of [
    'READY_FOR_PICKUP',
    'COMPLIANCE_VALID',
    'TRANSPORT_COMPLETED',
    'COMPLIANCE_INVALID',
    'COMPLIANCE_VALID',
    'COMPLIANCE_INVALID',
    'TRANSPORT_COMPLETED',
  ])
    expect((succeed(await goTo(orderUuid, { status })).body as Journey).order.status).toBe(status);
});

test('between the steps, the time passes that things take, and every paper is younger than what it proves', async () => {
  const orderUuid = await freshOrder();
  const { steps } = succeed(await goTo(orderUuid, { verdict: 'VALID_EXPORT' })).body as Journey;
  expect(steps.filter(({ kind }) => kind === 'clock').map(({ title }) => title)).toEqual([
    'Let a day pass on the clock of the sandbox',
    'Let a day pass on the clock of the sandbox',
    'Let 2 days pass on the clock of the sandbox',
    'Let an hour pass on the clock of the sandbox',
  ]);
  const { warnings, payments, vins, documents } = succeed(
    await api.get(`${mock.url}/__admin/records/orders/${orderUuid}`, { as: null }),
  ).body as OrderDetail;
  expect(warnings).toEqual([]);
  const uploads = Object.fromEntries(documents.map(({ type, createdAt }) => [type, Date.parse(createdAt)]));
  const [paid, pickedUp, delivered] = [
    payments[0]?.paidAt,
    vins[0]?.pickup?.confirmedAt,
    vins[0]?.delivery?.confirmedAt,
  ];
  const DAY = 86_400_000;
  const instants = [paid, pickedUp, delivered].map((text = '') => Date.parse(text)) as [number, number, number];
  expect(instants[1] - instants[0]).toBeGreaterThanOrEqual(DAY);
  expect(instants[2] - instants[1]).toBeGreaterThanOrEqual(2 * DAY);
  expect(uploads['PROOF_OF_PAYMENT']).toBeGreaterThanOrEqual(instants[0]);
  expect(uploads['CMR']).toBeGreaterThan(instants[1]);
  expect(uploads['PICKUP_DECLARATION']).toBeGreaterThan(instants[1]);
  expect(uploads['DELIVERY_DECLARATION']).toBeGreaterThan(instants[2]);
});

test('the calls are in the journal, marked, and use none of the budget', async () => {
  const orderUuid = await freshOrder();
  const remaining = async () => (await workflow.order(orderUuid)).headers['x-ratelimit-remaining'];
  clock.advance(60_000);
  const before = await remaining();
  const { steps } = succeed(await goToAtOnce(orderUuid, { status: 'TRANSPORT_IN_PROGRESS' })).body as Journey;
  expect(steps.map(({ kind, status, operationId }) => [kind, status, operationId])).toEqual([
    ['call', 201, 'submitInvoice'],
    ['call', 201, 'submitPayment'],
    ['call', 200, 'confirmPickup'],
  ]);
  for (const { requestId } of steps) {
    const exchange = await api.get(`${mock.url}/__admin/requests/${requestId ?? ''}`, { as: null });
    expect(succeed(exchange).body.request.headers).toMatchObject({ 'x-mock-sent-by': 'goto' });
  }
  expect(Number(await remaining())).toBe(Number(before) - 1);
});

describe('goto refuses', () => {
  test('what no step leads to, and says what can be reached', async () => {
    const orderUuid = await freshOrder();
    succeed(await goTo(orderUuid, { status: 'READY_FOR_PICKUP' }));
    const answer = await goTo(orderUuid, { status: 'CREATED' });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      steps: [],
      detail: expect.stringContaining('no step of the workflow leads to CREATED'),
    });
    expect(answer.body.reachable).toContain('TRANSPORT_IN_PROGRESS');
    expect(answer.body.reachable).not.toContain('CREATED');
  });

  test('everything for a cancelled order', async () => {
    const orderUuid = await freshOrder();
    succeed(await goTo(orderUuid, { status: 'CANCELLED' }));
    const answer = await goTo(orderUuid, { verdict: 'VALID_EXPORT' });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('CANCELLED, which is final'), reachable: [] });
    expect(succeed(await goTo(orderUuid, { status: 'CANCELLED' })).body.steps).toEqual([]);
  });

  test('an exempt verdict of a domestic sale, with the reason', async () => {
    const { partners: sellers } = succeed(await api.get(`${mock.url}/__admin/sandboxes/demo`, { as: null })).body;
    const { country } = sellers[0];
    const orderUuid = await freshOrder({ address: { street: 'a', postCode: '1000', city: 'b', country } });
    const answer = await goTo(orderUuid, { verdict: 'VALID_EXPORT' });
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('domestic sale')]);
  });

  test('an unknown order, and a goal that is none or two', async () => {
    expect((await goTo('5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026', { status: 'CREATED' })).status).toBe(404);
    const orderUuid = await freshOrder();
    expect((await goTo(orderUuid, {})).status).toBe(422);
    expect((await goTo(orderUuid, { status: 'CREATED', verdict: 'VALID_EXPORT' })).status).toBe(422);
  });
});

test('a step that an active scenario refuses ends the journey, which tells the step and those before it', async () => {
  const orderUuid = await freshOrder();
  const scenarios = await mock.scenarios();
  const { name } = await scenarios.add(
    JSON.stringify({
      scenario: 'the-bank-is-closed',
      teaches: 'Payments may fail.',
      client: 'Tries again later.',
      steps: [{ on: 'submitPayment', reply: { problem: { type: 'internal-error', detail: 'The bank is closed.' } } }],
    }),
  );
  await scenarios.activate(name);
  const answer = await goToAtOnce(orderUuid, { status: 'READY_FOR_PICKUP' });
  await scenarios.deactivate(name);
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    detail: expect.stringMatching(
      /^Step 2, "Pay EUR 12,500\.00", was refused with 500: .* \(scenario step the-bank-is-closed\/1\)$/,
    ),
    steps: [{ operationId: 'submitInvoice', status: 201 }],
    failed: { operationId: 'submitPayment', status: 500, requestId: expect.any(String) },
  });
  expect(succeed(await goToAtOnce(orderUuid, { status: 'READY_FOR_PICKUP' })).body.steps).toHaveLength(1);
});

test('a capsule replays the journey, with its calls, simulators and steps of the clock', async () => {
  const admin = `${mock.url}/__admin`;
  const orderUuid = await freshOrder({ kycMode: 'SERVICE_LED' });
  succeed(await api.post(`${admin}/capsule/start`, undefined, { as: null }));
  succeed(await goTo(orderUuid, { verdict: 'VALID_EXPORT' }));
  succeed(await goTo(orderUuid, { status: 'COMPLIANCE_INVALID' }));
  await workflow.order(orderUuid);
  const { text } = succeed(await api.get(`${admin}/capsule`, { as: null }));
  const capsule = readCapsule(text, 'capsule.json');
  expect(capsule.calls.map(({ kind }) => kind)).toContain('control');
  expect(await replayCapsule(capsule)).toMatchObject({
    difference: undefined,
    skipped: [],
    played: expect.any(Number),
  });
});
