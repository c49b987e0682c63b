import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { activate, playScenario } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';
import { succeed } from '../../support/workflow.ts';
import { type Hook, createWebhookClient, signed } from './webhook-client.ts';

const HOUR = 'PT1H';
let receiver: Receiver;

const started = await closedBy(afterAll).start({ webhookTimeout: 300 });
beforeEach(async () => {
  receiver = await startReceiver();
  await started.mock.clock.freeze();
});
afterEach(async () => {
  await receiver.stop();
  await started.mock.reset();
});

const { call, admin, ...client } = createWebhookClient(() => started);

const register = (path?: string): Promise<Hook> => client.register(receiver.urlOf(path));

const fire = async (hook: Hook, eventType = 'compliance.status_changed'): Promise<string> =>
  (await client.fire(hook, eventType, { some: 'data' })).eventId as string;

const settle = () => started.mock.idle();
const advance = (by: string) => started.mock.clock.advance({ by });

/** As the API tells it. */
const historyOf = async ({ id }: Hook): Promise<Record<string, unknown>[]> =>
  (await call('GET', `/webhooks/${id}/deliveries?sort=createdAt,asc`)).body.data as Record<string, unknown>[];

/** As the control API tells it: of the delivery at this place, oldest first. */
const triesOf = async ({ id }: Hook, place = 0): Promise<readonly object[]> =>
  (await started.mock.deliveries.list({ webhookId: id })).toReversed()[place]?.tries ?? [];

describe('the ready scenarios', () => {
  test('duplicate-webhooks: every event comes twice, and the history knows of one', async () => {
    const hook = await register();
    await activate(started, 'duplicate-webhooks');
    const events = [await fire(hook), await fire(hook)];
    await settle();
    const came = receiver.received.map(({ body }) => body.id as string);
    expect(came.sort()).toEqual([...events, ...events].sort());
    expect(await historyOf(hook)).toMatchObject([
      { status: 'DELIVERED', attempts: 1 },
      { status: 'DELIVERED', attempts: 1 },
    ]);
    for (const place of [0, 1])
      expect(await triesOf(hook, place)).toMatchObject([
        { counts: true, httpStatus: 200, chaos: null },
        { counts: false, httpStatus: 200, chaos: { by: 'scenario duplicate-webhooks', did: ['copy 2 of 2'] } },
      ]);
  });

  test('stale-webhook: the signature is good, and its time stamp old', async () => {
    const hook = await register();
    await activate(started, 'stale-webhook');
    await fire(hook);
    await settle();
    const { at, by } = signed(receiver.received[0]!);
    expect(by(hook.secret)).toBe(true);
    expect(started.clock.now() - at).toBeGreaterThan(300_000);
  });

  test('reordered-webhooks: compliance events change places, others do not', async () => {
    const hook = await register();
    await activate(started, 'reordered-webhooks');
    const first = await fire(hook);
    const other = await fire(hook, 'prospect.submitted');
    await settle();
    expect(receiver.received.map(({ body }) => body.id as string)).toEqual([other]);
    const second = await fire(hook);
    await settle();
    expect(receiver.received.map(({ body }) => body.id as string)).toEqual([other, second, first]);
    expect((await historyOf(hook)).map(({ eventId }) => eventId)).toEqual([first, other, second]);
  });

  test('receiver-down: for a day nothing arrives, and nothing is missed', async () => {
    const hook = await register();
    await activate(started, 'receiver-down');
    const event = await fire(hook);
    await settle();
    expect(await historyOf(hook)).toMatchObject([{ status: 'PENDING', attempts: 1, httpStatus: null }]);
    await advance('PT23H');
    expect(receiver.received).toEqual([]);
    await advance('PT7H');
    expect(receiver.received.map(({ body }) => body.id as string)).toEqual([event]);
    expect(await historyOf(hook)).toMatchObject([{ status: 'DELIVERED', attempts: 8, httpStatus: 200 }]);
    const [delivery] = await started.mock.deliveries.list({ webhookId: hook.id });
    expect(delivery!.tries.map(({ failure, chaos }) => [failure, chaos?.by])).toEqual([
      ...(Array(7).fill(['connect_failed', 'scenario receiver-down']) as unknown[]),
      [null, undefined],
    ]);
  });

  test('end with their scenario', async () => {
    const hook = await register();
    await activate(started, 'forged-webhook');
    await (await started.mock.scenarios()).deactivate('forged-webhook');
    await fire(hook);
    await settle();
    expect(signed(receiver.received[0]!).by(hook.secret)).toBe(true);
  });
});

describe('a rule of a scenario', () => {
  test('invents outcomes, of which the receiver learns nothing, and which the API tells as its own', async () => {
    const hook = await register();
    await playScenario(started, { deliveries: [{ outcomes: [503, 'timeout', 'reset', 'pass'] }] });
    await fire(hook);
    await settle();
    expect(await historyOf(hook)).toMatchObject([{ status: 'PENDING', httpStatus: 503, attempts: 1 }]);
    await advance(HOUR);
    expect(await historyOf(hook)).toMatchObject([{ status: 'DELIVERED', httpStatus: 200, attempts: 4 }]);
    expect(receiver.received).toHaveLength(1);
    expect(await triesOf(hook)).toMatchObject([
      { httpStatus: 503, failure: null, chaos: { by: 'scenario played', did: ['outcome 503'] } },
      { httpStatus: null, failure: 'timeout', chaos: { did: ['outcome timeout'] } },
      { httpStatus: null, failure: 'answer_broken', chaos: { did: ['outcome reset'] } },
      { httpStatus: 200, chaos: null },
    ]);
  });

  test('delays the first attempt on the clock of the sandbox', async () => {
    const hook = await register();
    await playScenario(started, { deliveries: [{ events: ['prospect.*'], delay: HOUR }] });
    const late = await fire(hook, 'prospect.submitted');
    const usual = await fire(hook);
    await settle();
    expect(receiver.received.map(({ body }) => body.id as string)).toEqual([usual]);
    const [, held] = await started.mock.deliveries.list({ webhookId: hook.id });
    expect(Date.parse(held!.dueAt!) - Date.parse(held!.createdAt)).toBe(3_600_000);
    await advance('PT59M');
    expect(receiver.received).toHaveLength(1);
    await advance('PT1M');
    expect(receiver.received.map(({ body }) => body.id as string)).toEqual([usual, late]);
    expect(await triesOf(hook)).toMatchObject([{ chaos: { did: [`delay ${HOUR}`] } }]);
  });

  test('lets the body trickle', async () => {
    const hook = await register();
    await playScenario(started, { deliveries: [{ slowBody: { pieces: 5, over: 'PT0.05S' } }] });
    await fire(hook);
    await settle();
    expect(receiver.received[0]!.body).toMatchObject({ data: { some: 'data' } });
    expect(receiver.received[0]!.headers['content-length']).toBe(String(Buffer.byteLength(receiver.received[0]!.raw)));
    expect(await triesOf(hook)).toMatchObject([{ httpStatus: 200, chaos: { did: ['slow body over PT0.05S'] } }]);
  });

  test('and a body that is too slow ends with the time of the attempt', async () => {
    const hook = await register();
    await playScenario(started, { deliveries: [{ slowBody: { over: 'PT9M' } }] });
    await fire(hook);
    await settle();
    expect(receiver.received).toEqual([]);
    expect(await triesOf(hook)).toMatchObject([{ failure: 'timeout', chaos: { did: ['slow body over PT9M'] } }]);
  });

  test('holds back what is exported and imported as well', async () => {
    const hook = await register();
    await playScenario(started, { deliveries: [{ delay: HOUR }] });
    await fire(hook);
    await settle();
    const state = (await admin('GET', '/state')).body as object;
    await started.mock.reset();
    succeed(await admin('PUT', '/state', state));
    await advance(HOUR);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('chaos of one webhook endpoint', () => {
  const setChaos = ({ id }: Pick<Hook, 'id'>, chaos: object | null) => admin('PATCH', `/webhooks/${id}`, { chaos });
  const chaosOf = async ({ id }: Hook): Promise<unknown> =>
    ((await admin('GET', '/webhooks')).body.data as { id: string; chaos: unknown }[]).find((each) => each.id === id)!
      .chaos;

  test('is set, shown and taken away by the control API', async () => {
    const [hook, other] = [await register('/one'), await register('/other')];
    const rules = [{ outcomes: [500, 'pass'] }];
    const set = await setChaos(hook, { rules });
    expect(set).toMatchObject({ status: 200, body: { id: hook.id, chaos: { rules } } });
    await fire(hook);
    await fire(other);
    await settle();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/other']);
    await advance('PT5S');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/other', '/one']);
    expect(await triesOf(hook)).toMatchObject([{ chaos: { by: 'control API', did: ['outcome 500'] } }, {}]);

    expect(await chaosOf(hook)).toEqual(set.body.chaos);
    expect((await setChaos(hook, null)).body.chaos).toBeNull();
    expect(await chaosOf(hook)).toBeNull();
    await fire(hook);
    await settle();
    expect(receiver.received).toHaveLength(3);
  });

  test('comes before that of scenarios, which is shown with it', async () => {
    const hook = await register();
    await playScenario(started, { deliveries: [{ outcomes: [502] }] });
    await setChaos(hook, { rules: [{ events: ['prospect.*'], outcomes: [501] }] });
    expect((await admin('GET', '/webhooks')).body.chaosOfScenarios).toMatchObject([
      { by: 'scenario played', rules: [{ outcomes: [502] }] },
    ]);
    await fire(hook, 'prospect.submitted');
    await fire(hook);
    await settle();
    expect((await historyOf(hook)).map(({ httpStatus }) => httpStatus)).toEqual([501, 502]);
  });

  test('is kept over a PATCH, and not shown by the API', async () => {
    const hook = await register();
    await setChaos(hook, { rules: [{ outcomes: [500] }] });
    const { body } = await call('PATCH', `/webhooks/${hook.id}`, { events: ['kyc.*'] });
    expect(Object.keys(body as object).sort()).toEqual(['events', 'id', 'status', 'url', 'version']);
    expect(await chaosOf(hook)).toMatchObject({ rules: [{ outcomes: [500] }] });
  });

  test('the same share of events from the same seed', async () => {
    const hook = await register();
    const outcomesBy = async (seed: string): Promise<unknown[]> => {
      await started.mock.reset();
      await started.mock.clock.freeze();
      const again = await register();
      expect(again.id).toBe(hook.id);
      await setChaos(again, { seed, rules: [{ share: 0.5, outcomes: [500] }] });
      for (let index = 0; index < 6; index++) await fire(again);
      await settle();
      return (await historyOf(again)).map(({ httpStatus }) => httpStatus);
    };
    const once = await outcomesBy('42');
    expect(new Set(once)).toEqual(new Set([200, 500]));
    expect(await outcomesBy('42')).toEqual(once);
    expect(await outcomesBy('43')).not.toEqual(once);
  });

  test.each([
    [{ rules: [] }, 'rules'],
    [{ rules: [{}] }, 'rules[0]'],
    [{ rules: [{ events: ['kic.*'], duplicate: 2 }] }, 'rules[0].events[0]'],
    [{ rules: [{ events: ['kyc.*'] }] }, 'rules[0]'],
    [{ rules: [{ delay: 'P1Y' }] }, 'rules[0].delay'],
    [{ rules: [{ delay: 'P40D' }] }, 'rules[0].delay'],
    [{ rules: [{ slowBody: { over: 'PT1H' } }] }, 'rules[0].slowBody.over'],
    [{ rules: [{ downFor: 'P1D', outcomes: [500] }] }, 'rules[0].outcomes'],
    [{ rules: [{ duplicate: 11 }] }, 'rules[0].duplicate'],
    [{ rules: [{ outcomes: ['explode'] }] }, 'rules[0].outcomes[0]'],
    [{ rules: [{ share: 0, duplicate: 2 }] }, 'rules[0].share'],
    [{ rules: [{ dupplicate: 2 }] }, 'rules[0].dupplicate'],
  ])('refuses %j', async (body, field) => {
    const hook = await register();
    const answer = await setChaos(hook, body);
    expect(answer.status).toBe(422);
    expect((answer.body.errors as { field: string }[]).map((error) => error.field)).toContain(`chaos.${field}`);
    expect(await chaosOf(hook)).toBeNull();
  });
});

test('a receiver that hangs on the copies holds up nobody for ever', async () => {
  const hook = await register();
  await playScenario(started, { deliveries: [{ duplicate: 3 }] });
  receiver.answer('/hook', 200, 'hang');
  await fire(hook);
  await eventually(() => receiver.received.length === 3);
  await settle();
  expect(await historyOf(hook)).toMatchObject([{ status: 'DELIVERED', attempts: 1, httpStatus: 200 }]);
  expect(await triesOf(hook)).toMatchObject([{ httpStatus: 200 }, { failure: 'timeout' }, { failure: 'timeout' }]);
});
