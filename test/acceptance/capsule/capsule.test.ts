import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readCapsule } from '../../../src/commands/capsule/read-capsule.ts';
import { replayCapsule } from '../../support/replay.ts';
import type { Capsule, CapsuleRequest } from '../../../src/engine/capsule/capsule.ts';
import { sampleOrder } from '../../support/sample-order.ts';
import { playScenario } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { SELLER, createWorkflow, succeed, toMultipart } from '../../support/workflow.ts';
import { createAdminClient, fetchToken } from '../control-api/admin-client.ts';

const started = await closedBy(afterAll).start({ delays: 'skip' });
const admin = createAdminClient(started);
beforeEach(async () => succeed(await admin('POST', '/reset')));

const capsuleText = async (query = ''): Promise<string> => succeed(await admin('GET', `/capsule${query}`)).text;
const inFormat = (format: string): Promise<string> => capsuleText(`?format=${format}`);
const exportCapsule = async (query = ''): Promise<Capsule> => readCapsule(await capsuleText(query), 'capsule.json');

const requestsOf = ({ calls }: Capsule): readonly CapsuleRequest[] =>
  calls.filter((call): call is CapsuleRequest => call.kind === 'request');

/** Everything that a client does: writes and reads, refusals, uploads, links, webhooks, generated bodies. */
const workALot = async (): Promise<void> => {
  const { api, clock } = started;
  const workflow = createWorkflow(api, clock);
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  const big = toMultipart(
    { type: 'INVOICE' },
    'big.pdf',
    Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(60_000, 0xe9)]),
  );
  const upload = await api.post(`/partners/${SELLER}/orders/${orderUuid}/documents`, big.body, {
    headers: { 'content-type': big.contentType },
  });
  await api.get(`/documents/${String(upload.body.id)}/download`);
  clock.advance(3 * 3_600_000);
  await api.get(`/orders/${orderUuid}/compliance`);
  await api.get('/orders?size=3&sort=createdAt,desc');
  await api.get('/nowhere');
  await api.get('/me', { as: null });
  await api.get('/me', { as: null, headers: { authorization: 'Bearer nonsense' } });
  await api.get('/me', { headers: { prefer: 'dynamic=true' } });
  await api.post(`/partners/${SELLER}/buyers`, '{"vatNumber":');
  const invited = await api.post(`/partners/${SELLER}/prospects/self-service-invitations`, { email: 'a@example.com' });
  await api.get(invited.body.url as string, { as: null });
  await api.post(
    `${String(invited.body.url)}/prospect`,
    { type: 'CONSUMER', firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com', consent: true },
    { as: null },
  );
  const endpoint = await api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['kyc.*'] });
  await api.get(`/webhooks/${String(endpoint.body.id)}`);
  await api.get('/webhooks');
};

describe('a capsule of a recording', () => {
  test('plays the same calls to the same bytes, with a clock that runs', async () => {
    await createWorkflow(started.api, started.clock).begin();
    succeed(await admin('POST', '/capsule/start'));
    await workALot();
    const capsule = await exportCapsule();
    expect(capsule.replay).toEqual({ possible: true, from: 'recording', remarks: [] });
    const report = await replayCapsule(capsule);
    expect(report.difference).toBeUndefined();
    expect(report.skipped.map(({ reason }) => reason)).toEqual([expect.stringContaining('refused for its token')]);
    expect(report.played).toBe(requestsOf(capsule).length - 1);
    expect(report.played).toBeGreaterThan(15);
    expect(report.remarks).toEqual([]);
  });

  test('plays what was steered too: scenarios, simulators, the clock', async () => {
    succeed(await admin('POST', '/clock/freeze'));
    succeed(await admin('POST', '/capsule/start'));
    const { api } = started;
    await playScenario(started, {
      scenario: 'mine',
      given: [{ fixture: 'order-in-transit' }],
      steps: [
        { on: 'getOrganization', times: 2, moveTo: 'Later', reply: { problem: 'internal-error' } },
        { on: 'findOrders', reply: { status: 200, fake: true } },
      ],
      timeline: [
        {
          at: 'PT2M',
          simulate: 'vies_recheck_failed_in_transit',
          target: { orderUuid: '{{given.order-in-transit.orderUuid}}' },
        },
      ],
    });
    for (let n = 0; n < 3; n++) await api.get('/me');
    await api.get('/orders');
    succeed(await admin('POST', '/clock/advance', { body: { by: 'PT3M' } }));
    const { given } = succeed(await admin('GET', '/scenarios/mine')).body as { given: { orderUuid: string }[] };
    const rollup = await api.get(`/orders/${given[0]!.orderUuid}/compliance`);
    expect(rollup.body.viesResult).toBe('INVALID');
    await api.get('/me', { headers: { 'x-mock-scenario': 'maintenance' } });
    const report = await replayCapsule(await exportCapsule());
    expect(report.difference).toBeUndefined();
    expect(report.played).toBe(6);
  });

  test('plays an outage of VIES that was switched on in the read model', async () => {
    succeed(await admin('POST', '/clock/freeze'));
    succeed(await admin('POST', '/capsule/start'));
    succeed(await admin('POST', '/simulators/vies_outage/run', { body: { country: 'DE' } }));
    const workflow = createWorkflow(started.api, started.clock);
    const { buyerUuid } = await workflow.begin();
    await started.mock.clock.advance({ by: 'PT1M' });
    const buyer = `/partners/${SELLER}/buyers/${buyerUuid}`;
    succeed(await started.api.get(buyer));
    const { all } = (succeed(await admin('GET', '/simulators')).body as { vies: { all: { down: boolean } } }).vies;
    const checks = succeed(await admin('GET', `/records/vies-checks?buyerUuid=${buyerUuid}`)).text;
    expect([all.down, checks]).toEqual([false, expect.stringContaining('"UNKNOWN"')]);
    succeed(await admin('POST', '/simulators/vies_recovery/run', { body: { country: 'DE' } }));
    await started.mock.clock.advance({ by: 'PT2M' });
    succeed(await started.api.get(buyer));
    const capsule = await exportCapsule();
    const report = await replayCapsule(capsule);
    expect(report.difference).toBeUndefined();
    expect(report.remarks).toEqual([]);
    expect(report.played).toBe(requestsOf(capsule).length);
  });

  test('knows what became of webhooks, and sends none', async () => {
    succeed(await admin('POST', '/clock/freeze'));
    succeed(await admin('POST', '/capsule/start'));
    const endpoint = await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['kyc.*'] });
    await started.api.post(`/webhooks/${String(endpoint.body.id)}/test`);
    await started.mock.idle();
    await started.mock.clock.advance({ by: 'PT1M' });
    const deliveries = await started.api.get(`/webhooks/${String(endpoint.body.id)}/deliveries`);
    expect(JSON.stringify(deliveries.body)).toContain('"attempts":');
    const report = await replayCapsule(await exportCapsule());
    expect(report.difference).toBeUndefined();
  });

  test('knows what is over by its end: attempts of a running clock, a next call, a scenario, a webhook endpoint', async () => {
    const { api, clock, mock } = started;
    succeed(await admin('POST', '/capsule/start'));
    const endpoint = await api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['kyc.*'] });
    const own = `/webhooks/${String(endpoint.body.id)}`;
    succeed(await api.post(`${own}/test`, { eventType: 'kyc.vies_check_failed', data: {} }));
    for (const later of [7000, 1000]) {
      await mock.idle();
      succeed(await api.get(`${own}/deliveries`));
      clock.advance(later);
    }
    succeed(await admin('POST', '/next-calls', { body: { operation: 'getOrganization', status: 500 } }));
    expect((await api.get('/me')).status).toBe(500);
    succeed(await admin('POST', '/scenarios/internal-error/activate'));
    succeed(await admin('POST', '/scenarios/internal-error/deactivate'));
    const capsule = await exportCapsule();
    expect(JSON.stringify(capsule.scenarios)).toContain('"internal-error"');
    const { difference, played, remarks } = await replayCapsule(capsule);
    expect([difference, played, remarks]).toEqual([undefined, 5, []]);
    succeed(await api.delete(own));
    expect((await replayCapsule(await exportCapsule())).remarks).toEqual([expect.stringContaining('deleted before')]);
  });

  test('plays requests for tokens too, and counts those that cannot be', async () => {
    const { mock, api, clock } = started;
    const ask = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => {
      clock.advance(1);
      return fetch(mock.tokenUrl, { method: 'POST', headers, body: new URLSearchParams(fields) });
    };
    const grant = { grant_type: 'client_credentials', client_id: 'api-client-demo' };
    succeed(await admin('POST', '/capsule/start'));
    const basic = { authorization: `Basic ${Buffer.from('api-client-demo-2:demo-2-secret').toString('base64')}` };
    expect((await ask({ ...grant, client_secret: 'demo-secret' })).status).toBe(200);
    expect((await ask({ ...grant, client_secret: 'wrong' })).status).toBe(401);
    // Several servers know the place of a request that enters no sandbox, such as the one before, by its time.
    clock.advance(1);
    await api.get('/me');
    await ask({ grant_type: 'client_credentials' }, basic);
    const capsule = await exportCapsule();
    expect(requestsOf(capsule).map(({ client, skipped }) => [client, skipped])).toEqual([
      ['api-client-demo', null],
      [null, expect.stringContaining('in vain')],
      ['api-client-demo', null],
      ['api-client-demo-2', null],
    ]);
    const report = await replayCapsule(capsule);
    expect([report.played, report.skipped.map(({ number }) => number), report.difference]).toEqual([3, [2], undefined]);

    const changed = JSON.stringify(capsule).replace('\\"expires_in\\":300', '\\"expires_in\\":301');
    const { difference } = await replayCapsule(readCapsule(changed, 'changed.json'));
    expect(difference).toMatchObject({ number: 1, found: { at: expect.stringMatching(/^body at byte/) } });
  });

  test('moves no clock for requests that enter no sandbox', async () => {
    const { api, clock } = started;
    succeed(await admin('POST', '/clock/freeze'));
    succeed(await admin('POST', '/capsule/start'));
    clock.advance(60_000);
    expect((await api.get('/me', { as: null })).status).toBe(401);
    succeed(await api.post(`/partners/${SELLER}/orders`, sampleOrder({})));
    const report = await replayCapsule(await exportCapsule());
    expect([report.difference, report.played]).toEqual([undefined, 2]);
  });

  test('ends with a reset', async () => {
    succeed(await admin('POST', '/capsule/start'));
    await started.api.get('/me');
    succeed(await admin('POST', '/reset'));
    await started.api.get('/orders');
    const capsule = await exportCapsule();
    expect(capsule.replay).toMatchObject({ possible: true, from: 'reset' });
    expect(requestsOf(capsule).map(({ path }) => path)).toEqual(['/v1/orders']);
    expect((await admin('POST', '/capsule/end')).body).toEqual({ recordingSince: null });
  });
});

describe('a capsule without a recording', () => {
  test('begins with the sandbox, although the first control call comes later', async () => {
    const fresh = await startMock();
    await fresh.api.get('/me');
    fresh.clock.advance(1000);
    const { body } = succeed(await createAdminClient(fresh)('GET', '/capsule'));
    expect(body.replay).toMatchObject({ possible: true, from: 'reset' });
    await fresh.stop();
  });

  test('begins with the last reset, while the journal holds everything', async () => {
    const { api, clock } = started;
    clock.advance(5_000);
    const workflow = createWorkflow(api, clock);
    const { orderUuid } = await workflow.begin();
    await workflow.takeToTheRoad(orderUuid);
    await workflow.compliance(orderUuid);
    await playScenario(started, { steps: [{ on: 'getOrganization', reply: { problem: 'internal-error' } }] });
    await api.get('/me');
    const report = await replayCapsule(await exportCapsule());
    expect(report.difference).toBeUndefined();
    expect(report.played).toBe(11);
  });

  test.each([
    [
      'something was forgotten',
      async () => {
        await started.api.get('/me');
        succeed(await admin('DELETE', '/requests'));
      },
      'The journal holds 0 of the 1 exchanges',
    ],
    [
      'a body was too long for the journal',
      async () => {
        await started.api.post(`/partners/${SELLER}/buyers`, { companyName: 'x'.repeat(20_000) });
      },
      'has cut the body',
    ],
    [
      'the sandbox began elsewhere',
      async () => {
        succeed(await admin('PUT', '/state', { body: succeed(await admin('GET', '/state')).text }));
      },
      'a state from elsewhere',
    ],
  ])('says so when %s, and what to do', async (_what, spoil, reason) => {
    await spoil();
    const capsule = await exportCapsule();
    expect(capsule.replay).toMatchObject({ possible: false, reason: expect.stringContaining(reason) });
    expect(capsule.replay).toMatchObject({ reason: expect.stringContaining('POST /__admin/capsule/start') });
    expect(capsule.state).not.toBeNull();
    await expect(replayCapsule(capsule)).rejects.toThrow(reason);
  });
});

test('a capsule holds no secret', async () => {
  const { api, mock } = started;
  succeed(await admin('POST', '/capsule/start'));
  const invited = await api.post(`/partners/${SELLER}/prospects/self-service-invitations`, { email: 'a@example.com' });
  await api.get(invited.body.url as string, { as: null });
  const endpoint = await api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks?token=hush', events: ['kyc.*'] });
  await api.post('/webhooks', { url: 'http://me:pass-word@127.0.0.1:9/hooks', events: ['kyc.*'] });
  await fetchToken({ tokenUrl: mock.tokenUrl, clientId: 'api-client-demo', clientSecret: 'demo-secret' });
  await api.get('/me?access_token=in-the-query-77aa', {
    headers: { cookie: 'session=abcdef123456', 'x-api-key': 'key-of-mine-1234' },
  });
  await api.post('/webhooks', '{"secret":"in-a-broken-body-5d1f",');
  const text = await capsuleText();
  const { secret } = succeed(endpoint).body as { secret: string };
  const link = String(invited.body.url).split('.').at(-1) ?? '';
  const token = await mock.token();
  for (const file of [text, ...(await Promise.all(['storyboard', 'postman', 'transcript'].map(inFormat)))])
    for (const hidden of [
      ...[link, secret, token, 'demo-secret', 'pass-word', 'hush', 'abcdef123456', 'key-of-mine-1234'],
      ...['in-the-query-77aa', 'in-a-broken-body-5d1f', 'eyJ'],
    ])
      expect([hidden, file.includes(hidden)]).toEqual([hidden, false]);
  // The fixed links of the fixtures are keys too.
  expect(text).not.toContain('2ZK4WD7RB2NQ9XC1TV6HY3MF8J');
  const report = await replayCapsule(readCapsule(text, 'capsule.json'));
  expect(report.difference).toBeUndefined();
});
