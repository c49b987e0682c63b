import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startedBy } from '../../support/started-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { SELLER } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

interface Thing {
  readonly fixture: string;
  readonly kind: string;
  readonly orderUuid: string;
  readonly externalOrderId: string;
  readonly buyerUuid: string;
  readonly vatNumber: string;
  readonly invitationUuid: string;
  readonly link: string;
  readonly sellerId: string;
}

describe('a scenario that is given fixtures', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);
  let count = 0;

  const STEPS = { steps: [{ on: 'getOrganization', reply: 'pass' }] };

  const upload = async (given: readonly object[], more: object = STEPS, query = '') => {
    const scenario = `given-${String(++count)}`;
    return admin('POST', `/scenarios${query}`, { body: { scenario, given, ...more } });
  };

  const activate = async (name: string, query = ''): Promise<readonly Thing[]> =>
    succeed(await admin('POST', `/scenarios/${name}/activate${query}`)).body.given as Thing[];

  const give = async (given: readonly object[], more?: object): Promise<readonly Thing[]> =>
    activate(succeed(await upload(given, more)).body.name as string);

  const orderOf = async ({ sellerId, orderUuid }: Thing): Promise<{ readonly uuid: string; readonly status: string }> =>
    succeed(await started.api.get(`/partners/${sellerId}/orders/${orderUuid}`)).body as {
      readonly uuid: string;
      readonly status: string;
    };

  test('finds them by the ids that its status tells, as the workflow has made them', async () => {
    const [thing] = await give([{ fixture: 'order-in-transit' }]);
    expect(thing).toEqual({
      fixture: 'order-in-transit',
      kind: 'order',
      orderUuid: expect.any(String),
      externalOrderId: 'GIVEN-TRANSIT',
      buyerUuid: expect.any(String),
      sellerId: SELLER,
    });
    const order = await orderOf(thing!);
    expect(order).toMatchObject({
      externalOrderId: 'GIVEN-TRANSIT',
      status: 'TRANSPORT_IN_PROGRESS',
      buyerId: thing!.buyerUuid,
    });
    const rollup = succeed(await started.api.get(`/orders/${order.uuid}/compliance`)).body;
    expect([rollup.status, rollup.decision]).toEqual(['VALID', null]);
    const delivered = await started.api.post('/transport/delivery/confirm', {
      orderUuid: order.uuid,
      deliveredAt: new Date(started.clock.now()).toISOString(),
    });
    expect(delivered.status).toBe(200);
  });

  test('tells nobody of the past: no event, no delivery', async () => {
    const before = (await admin('GET', '/events')).body.pagination.totalElements as number;
    await give([{ fixture: 'order-delivered' }]);
    expect((await admin('GET', '/events')).body.pagination.totalElements).toBe(before);
  });

  test('is given new ones each time', async () => {
    const { name } = succeed(await upload([{ fixture: 'order-ready' }])).body as { name: string };
    const things = [await activate(name), await activate(name), await activate(name)].map(([thing]) => thing!);
    expect(new Set(things.map(({ orderUuid }) => orderUuid)).size).toBe(3);
    expect(new Set(things.map(({ buyerUuid }) => buyerUuid)).size).toBe(3);
    expect(things.map(({ externalOrderId }) => externalOrderId)).toEqual([
      'GIVEN-READY',
      'GIVEN-READY-2',
      'GIVEN-READY-3',
    ]);
    for (const thing of things) expect((await orderOf(thing)).status).toBe('READY_FOR_PICKUP');
    expect((await admin('GET', `/scenarios/${name}`)).body.given).toEqual([things[2]]);
  });

  test('may be given those of the demo, in the demo itself and elsewhere', async () => {
    const names = ['part-paid', 'papers-missing', 'pickup-corrected', 'lindner', 'prospect-open', 'kyc-open'];
    const things = await give(names.map((fixture) => ({ fixture })));
    expect(things.map(({ kind }) => kind)).toEqual(['order', 'order', 'order', 'buyer', 'invitation', 'invitation']);
    expect((await orderOf(things[0]!)).status).toBe('PAYMENT_SUBMITTED');
    expect((await started.api.get(`/partners/${SELLER}/buyers/${things[3]!.buyerUuid}`)).body).toMatchObject({
      vatNumber: things[3]!.vatNumber,
    });
    expect((await started.api.get(`${started.mock.url}${things[4]!.link}`, { as: null })).body.status).toBe('OPEN');

    const empty = await createSandbox(admin, { fixtures: false });
    const query = `?sandbox=${empty.id}`;
    const { name } = succeed(await upload([{ fixture: 'partly-delivered' }], STEPS, query)).body as { name: string };
    const [thing] = await activate(name, query);
    // Where nobody has them yet, its names are its own.
    expect(thing!.externalOrderId).toBe('EXP-2008');
    const call = { as: null, headers: { authorization: `Bearer ${await tokenOf(empty)}` } };
    expect((await started.api.get(`/orders/${thing!.orderUuid}/transport`, call)).body.status).toBe('PARTIAL');
  });

  test('changes members, with the date of the sandbox where it says so', async () => {
    const [order, buyer] = await give([
      {
        fixture: 'single',
        with: { externalOrderId: 'MINE-1', buyer: 'transit-buyer', purchaseDate: '{{today}}', ago: 'PT1H' },
      },
      { fixture: 'transit-buyer', with: { companyName: 'Meine Käufer GmbH' } },
    ]);
    expect(await orderOf(order!)).toMatchObject({
      externalOrderId: 'MINE-1',
      // The buyer that is given too is the one who buys.
      buyerId: buyer!.buyerUuid,
      purchaseDate: new Date(started.clock.now()).toISOString().slice(0, 10),
    });
    const shown = await started.api.get(`/partners/${SELLER}/buyers/${buyer!.buyerUuid}`);
    expect(shown.body.companyName).toBe('Meine Käufer GmbH');
  });

  test('takes several of one kind, each under a name of its own', async () => {
    const things = await give([{ fixture: 'order-ready' }, { fixture: 'order-ready' }]);
    expect(things.map(({ fixture }) => fixture)).toEqual(['order-ready', 'order-ready-2']);
    expect(things[0]!.orderUuid).not.toBe(things[1]!.orderUuid);
    expect(things[0]!.buyerUuid).toBe(things[1]!.buyerUuid);
  });

  test('speaks of them in its replies and in its timeline', async () => {
    const [thing] = await give([{ fixture: 'order-in-transit' }], {
      steps: [
        {
          on: 'getOrganization',
          reply: { status: 200, fake: true, body: { organizationUuid: '{{given.order-in-transit.orderUuid}}' } },
        },
      ],
      timeline: [
        {
          at: 'PT1H',
          simulate: 'vies_recheck_failed_in_transit',
          target: { orderUuid: '{{given.order-in-transit.orderUuid}}' },
        },
      ],
    });
    expect((await started.api.get('/me')).body.organizationUuid).toBe(thing!.orderUuid);
    started.clock.advance(3_600_000);
    const rollup = succeed(await started.api.get(`/orders/${thing!.orderUuid}/compliance`)).body;
    expect([rollup.status, rollup.viesResult]).toEqual(['INVALID', 'INVALID']);
  });

  test.each([
    ['an unknown fixture', { fixture: 'order-redy' }, 'given[0].fixture', 'did you mean "order-ready"'],
    ['an unknown member', { fixture: 'order-ready', with: { vin: 'x' } }, 'given[0].with', 'unknown key "vin"'],
    ['a value that does not fit', { fixture: 'order-ready', with: { ago: 5 } }, 'given[0].with', 'ago'],
    ['no duration', { fixture: 'order-ready', with: { ago: 'yesterday' } }, 'given[0].with', 'yesterday'],
    ['an unknown buyer', { fixture: 'order-ready', with: { buyer: 'nobody' } }, 'given[0].with', 'no buyer "nobody"'],
    ['another id', { fixture: 'order-ready', with: { id: 'x' } }, 'given[0].with', '"id" of a fixture cannot'],
  ])('is refused with %s, and told where', async (_what, given, field, message) => {
    const answer = await upload([given]);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(field);
    expect(answer.body.detail).toContain(message);
  });

  test('is refused when it speaks of what it is not given', async () => {
    const answer = await upload([{ fixture: 'order-ready' }], {
      steps: [
        {
          on: 'getOrganization',
          reply: { status: 200, fake: true, body: { organizationUuid: '{{given.order-redy.orderUuid}}' } },
        },
      ],
    });
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining('did you mean "order-ready"?')]);
  });

  test('is not activated where its fixtures cannot be, and nothing is left behind', async () => {
    const query = '?sandbox=restricted';
    const count = async (): Promise<number> =>
      succeed(await admin('GET', `/sandboxes/restricted`)).body.usage.documents as number;
    const { name } = succeed(await upload([{ fixture: 'order-ready' }, { fixture: 'lot-in-transit' }], STEPS, query))
      .body as { name: string };
    const before = await count();
    const refused = await admin('POST', `/scenarios/${name}/activate${query}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('allowMultiVinOrders')]);
    expect(await count()).toBe(before);

    const { name: other } = succeed(await upload([{ fixture: 'order-ready', with: { status: 'CREATED' } }], STEPS))
      .body as { name: string };
    const failed = await admin('POST', `/scenarios/${other}/activate`);
    expect([failed.status, failed.body.detail]).toEqual([
      409,
      expect.stringContaining('is declared as CREATED, but its history leads to READY_FOR_PICKUP'),
    ]);
  });
});

test('every fixture that there is for scenarios can be given, and twice', async () => {
  const started = await startMock();
  const admin = createAdminClient(started);
  const names = [
    'order-ready order-in-transit lot-in-transit order-delivered transit-buyer two-vehicles margin-scheme new-vehicle',
    'invoice-corrected vies-failed exported withdrawn cancelled-after-payment single verification-running',
    'verification-not-started blocked-buyer invoiced rejected-buyer part-paid ready on-the-road partly-delivered',
    'pickup-corrected papers-missing kowalski collechiaro kyc-open kyc-used kyc-expired prospect-company',
  ].flatMap((line) => line.split(' '));
  const given = names.map((fixture) => ({ fixture }));
  const body = { scenario: 'everything', given, steps: [{ on: 'getOrganization', reply: 'pass' }] };
  succeed(await admin('POST', '/scenarios', { body }));
  for (let round = 0; round < 2; round++) {
    const { body: status } = succeed(await admin('POST', '/scenarios/everything/activate'));
    expect((status.given as Thing[]).map(({ fixture }) => fixture)).toEqual(names);
  }
  await started.stop();
});
