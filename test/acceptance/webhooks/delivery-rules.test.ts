import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import type { Receiver } from '../../support/receiver.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { AS, OTHER_SELLER, SANDBOX, SELLER, createWebhookClient } from './webhook-client.ts';

let started: StartedMock;
let receiver: Receiver;

const { receive, start } = closedBy(afterEach);
beforeEach(async () => {
  [started, receiver] = await Promise.all([start(), receive()]);
});

const { call, historyOf, ...client } = createWebhookClient(() => started, AS);

const register = async (change: object = {}, path?: string): Promise<string> =>
  (await client.register(receiver.urlOf(path), ['kyc.*'], change)).id;

const fire = async (id: string): Promise<string> => (await client.fire({ id })).eventId as string;

const advance = async (by: string): Promise<void> => {
  await started.mock.clock.advance({ by }, SANDBOX);
};

const pathsOf = (): string[] => receiver.received.map(({ path }) => path);

describe('an answer of the receiver', () => {
  test.each([200, 201, 202, 204, 299])('%d is a success, and nothing more is sent', async (status) => {
    receiver.answer('/hook', status);
    const id = await register();
    await fire(id);
    await started.mock.idle();
    await advance('P3D');
    expect(await historyOf(id)).toMatchObject([
      { status: 'DELIVERED', httpStatus: status, attempts: 1, nextRetryAt: null },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  test.each([300, 301, 304, 400, 401, 404, 410, 422, 429, 500, 503])(
    '%d is a failure, and uses an attempt of the budget',
    async (status) => {
      receiver.answer('/hook', { status, headers: { location: receiver.urlOf('/elsewhere') } }, 200);
      const id = await register();
      const eventId = await fire(id);
      await started.mock.idle();
      expect(await historyOf(id)).toMatchObject([
        { eventId, status: 'PENDING', httpStatus: status, attempts: 1, nextRetryAt: expect.any(String) },
      ]);
      await advance('PT5S');
      expect(await historyOf(id)).toMatchObject([{ eventId, status: 'DELIVERED', httpStatus: 200, attempts: 2 }]);
      expect(pathsOf()).toEqual(['/hook', '/hook']);
    },
  );

  test('none at all is a failure as well', async () => {
    receiver.answer('/hook', 'reset', 204);
    const id = await register();
    await fire(id);
    await started.mock.idle();
    expect(await historyOf(id)).toMatchObject([{ status: 'PENDING', httpStatus: null, attempts: 1 }]);
    await advance('PT5S');
    expect(await historyOf(id)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
  });
});

test('ten attempts within 72 hours, further apart each time; then it is FAILED, stays in the history and is told', async () => {
  receiver.answer('/hook', 503);
  const id = await register();
  const watcher = await register({ events: ['prospect.submitted'] }, '/watcher');
  await started.mock.clock.freeze(undefined, SANDBOX);
  const eventId = await fire(id);
  await started.mock.idle();
  const times: number[] = [];
  for (;;) {
    const [{ lastAttemptAt, nextRetryAt } = {}] = (await historyOf(id)) as {
      lastAttemptAt?: string;
      nextRetryAt?: string | null;
    }[];
    times.push(Date.parse(lastAttemptAt ?? ''));
    if (typeof nextRetryAt !== 'string') break;
    await started.mock.clock.advance({ to: nextRetryAt }, SANDBOX);
  }
  const seconds = [0, 5, 305, 2105, 9305, 27_305, 63_305, 106_505, 160_505, 232_505];
  expect(times.map((time) => (time - (times[0] ?? 0)) / 1000)).toEqual(seconds);
  await advance('P20D');
  expect(await historyOf(id, '?status=FAILED')).toMatchObject([
    { eventId, status: 'FAILED', attempts: 10, httpStatus: 503, nextRetryAt: null },
  ]);
  expect(await historyOf(watcher)).toMatchObject([{ eventType: 'webhook.delivery_failed_terminal' }]);
  // Test events never pause it.
  expect((await call('GET', `/webhooks/${id}`)).body.status).toBe('ACTIVE');
  expect(pathsOf().filter((path) => path === '/hook')).toHaveLength(10);
});

test('a retry can come after an event that happened later', async () => {
  receiver.answer('/hook', 500, 200);
  const id = await register();
  const first = await fire(id);
  await started.mock.idle();
  const second = await fire(id);
  await started.mock.idle();
  await advance('PT5S');
  expect(receiver.received.map(({ body }) => body.id as string)).toEqual([first, second, first]);
});

test('the history keeps 30 days; what is older is gone and cannot be replayed', async () => {
  const id = await register();
  await fire(id);
  await started.mock.idle();
  const [delivery] = await historyOf(id);
  const replay = `/webhooks/${id}/deliveries/${String(delivery?.['id'])}/replay`;
  await advance('P29DT23H59M59S');
  expect(await historyOf(id)).toHaveLength(1);
  await advance('PT2S');
  expect(await historyOf(id)).toEqual([]);
  expect((await call('POST', replay)).status).toBe(404);
});

test('deliveries use nothing of the budget of the caller', async () => {
  const { api, clock } = started;
  const workflow = createWorkflow(api, clock);
  const remaining = async (path: string): Promise<string | undefined> =>
    (await api.get(path)).headers['x-ratelimit-remaining'];
  for (const events of [['kyc.*'], ['compliance.*'], ['compliance.*', 'kyc.*', 'export_file.*']])
    succeed(await api.post('/webhooks', { url: receiver.urlOf(), events }));
  succeed(await workflow.createBuyer({ vatNumber: 'PL8567346216' }));
  const before = [await remaining('/me'), await remaining('/webhooks')];
  clock.advance(10_000);
  // VIES answers, and a failed check is told; what is read now is the next of each kind.
  await started.mock.clock.advance({ by: 'PT1S' });
  await started.mock.idle();
  expect(receiver.received.length).toBeGreaterThan(0);
  expect([await remaining('/me'), await remaining('/webhooks')]).toEqual(
    before.map((count) => String(Number(count) - 1)),
  );
});

test('partnerIds restrict what is delivered to the events of those sellers; without them all partners count', async () => {
  await register({}, '/all');
  await register({ partnerIds: [SELLER] }, '/one');
  await register({ partnerIds: [OTHER_SELLER] }, '/other');
  await register({ partnerIds: [SELLER, OTHER_SELLER] }, '/both');
  const fail = async (seller: string): Promise<string[]> => {
    receiver.received.length = 0;
    const workflow = createWorkflow(started.api, started.clock, { as: AS, seller });
    succeed(await workflow.createBuyer({ vatNumber: 'PL8567346216' }));
    await started.mock.clock.advance({ by: 'PT10S' }, SANDBOX);
    await started.mock.idle();
    return pathsOf().sort();
  };
  expect(await fail(SELLER)).toEqual(['/all', '/both', '/one']);
  expect(await fail(OTHER_SELLER)).toEqual(['/all', '/both', '/other']);
  receiver.received.length = 0;
  const event = { type: 'kyc.vies_check_failed', data: { buyerUuid: '00000000-0000-4000-8000-000000000000' } };
  const { body } = succeed(await call('POST', `${started.mock.url}/__admin/events`, event));
  expect(body.seller).toBeNull();
  await started.mock.idle();
  expect(pathsOf().sort()).toEqual(['/all', '/both', '/one', '/other']);
});

test('a seller that is no authorized partner any more has no events delivered, until it is one again', async () => {
  await register({}, '/all');
  await register({ partnerIds: [SELLER] }, '/one');
  const organization = `${started.mock.url}/__admin/sandboxes/${SANDBOX}`;
  const { sellers } = (await call('GET', organization)).body as { readonly sellers: readonly string[] };
  const change = async (authorized: readonly string[]): Promise<void> => {
    succeed(await call('PATCH', organization, { sellers: authorized }));
  };
  const workflow = createWorkflow(started.api, started.clock, { as: AS, seller: SELLER });
  const { body: buyer } = succeed(await workflow.createBuyer({ vatNumber: 'PL8567346216' }));
  await change(sellers.filter((uuid) => uuid !== SELLER));
  await advance('PT10S');
  await started.mock.idle();
  expect(pathsOf()).toEqual([]);
  await change(sellers);
  succeed(await call('PATCH', `/partners/${SELLER}/buyers/${buyer.uuid as string}`, { kycMode: 'SERVICE_LED' }));
  succeed(await call('POST', `/partners/${SELLER}/buyers/${buyer.uuid as string}/kyc/verifications`));
  await advance('PT2M');
  await started.mock.idle();
  expect(pathsOf().sort()).toEqual(['/all', '/one']);
});

describe('a subscription', () => {
  test.each([
    ['kyc.vies_check_failed', 1],
    ['kyc.*', 1],
    ['kyc.verification_completed', 0],
    ['self_service_invitation.*', 0],
  ])('to %s gets %d of a failed VIES check', async (subscription, count) => {
    const id = await register({ events: [subscription] });
    const workflow = createWorkflow(started.api, started.clock, { as: AS, seller: SELLER });
    succeed(await workflow.createBuyer({ vatNumber: 'PL8567346216' }));
    await started.mock.clock.advance({ by: 'PT10S' }, SANDBOX);
    await started.mock.idle();
    expect(receiver.received).toHaveLength(count);
    expect(await historyOf(id)).toHaveLength(count);
  });
});
