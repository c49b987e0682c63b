import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';
import { createWebhookClient } from './webhook-client.ts';

const started = await closedBy(afterAll).start();
beforeEach(() => started.mock.clock.freeze());
afterEach(() => started.mock.reset());

const { admin, fire: fireEvent, register: registerUrl } = createWebhookClient(() => started);

const register = async (name: string): Promise<string> =>
  (await registerUrl((await admin('GET', `/inbox/${name}`)).body.url as string)).id;

const fire = (id: string, eventType?: string): Promise<ReturnType<typeof JSON.parse>> => fireEvent({ id }, eventType);

const idsOf = async (query: string): Promise<string[]> =>
  ((await admin('GET', `/deliveries${query}`)).body.data as { id: string }[]).map(({ id }) => id);

describe('GET /__admin/deliveries', () => {
  test('lists the deliveries of all webhook endpoints, newest first, by any filter', async () => {
    const [one, other] = [await register('one'), await register('other')];
    await admin('PUT', '/inbox/other', { answers: [500] });
    const a = await fire(one);
    started.clock.advance(1000);
    await started.mock.clock.advance({ by: 'PT1S' });
    const b = await fire(other);
    const c = await fire(one, 'compliance.decision_made');
    await started.mock.idle();
    expect(await idsOf('')).toEqual([c.id, b.id, a.id]);
    expect(await idsOf(`?webhookId=${one}`)).toEqual([c.id, a.id]);
    expect(await idsOf('?eventType=prospect.submitted')).toEqual([b.id, a.id]);
    expect(await idsOf(`?status=DELIVERED`)).toEqual([c.id, a.id]);
    expect(await idsOf(`?webhookId=${other}&status=PENDING`)).toEqual([b.id]);
    expect(await idsOf(`?eventId=${a.eventId as string}`)).toEqual([a.id]);
    expect(await idsOf(`?since=${b.createdAt as string}`)).toEqual([c.id, b.id]);
    expect(await idsOf('?limit=1')).toEqual([c.id]);
    expect(await idsOf('?limit=1&page=2')).toEqual([a.id]);
    expect(await idsOf('?eventType=prospect.submitted&limit=1&page=1')).toEqual([a.id]);
    expect(await idsOf('?webhookId=wh_unknown')).toEqual([]);
  });

  test('shows every attempt, and where it went', async () => {
    const id = await register('one');
    await admin('PUT', '/inbox/one', { answers: [500, 200] });
    const fired = await fire(id);
    await started.mock.clock.advance({ by: 'PT5S' });
    const { body } = await admin('GET', `/deliveries/${fired.id as string}`);
    expect(body).toMatchObject({
      id: fired.id,
      webhookId: id,
      url: `${started.mock.url}/__inbox/one`,
      eventId: fired.eventId,
      eventType: 'prospect.submitted',
      status: 'DELIVERED',
      attempts: 2,
      test: true,
      dueAt: null,
      tries: [
        { httpStatus: 500, counts: true, chaos: null },
        { httpStatus: 200, counts: true, chaos: null },
      ],
    });
    const received = (await admin('GET', '/inbox/one')).body.messages as { body: string }[];
    expect(body.body).toBe(received[0]!.body);
  });

  test.each(['?status=LOST', '?limit=0', '?limit=1001', '?since=yesterday'])('refuses %s', async (query) => {
    expect((await admin('GET', `/deliveries${query}`)).status).toBe(422);
  });

  test('shows each sandbox its own only', async () => {
    const id = await register('one');
    const fired = await fire(id);
    const control = createAdminClient(started);
    const other = await createSandbox(control);
    const token = await tokenOf(other);
    expect((await control('GET', '/deliveries', { token })).body.data).toEqual([]);
    expect((await control('GET', `/deliveries/${fired.id as string}`, { token })).status).toBe(404);
    expect(
      (await control('PATCH', `/webhooks/${id}`, { token, body: { chaos: { rules: [{ duplicate: 2 }] } } })).status,
    ).toBe(404);
  });
});

describe('POST /__admin/deliveries/await', () => {
  const wait = (wish: object) => admin('POST', '/deliveries/await', wish);

  test('answers when the last one that is waited for is there, oldest first', async () => {
    const id = await register('one');
    const first = await fire(id);
    await started.mock.idle();
    const waiting = wait({ webhookId: id, status: 'DELIVERED', count: 2, timeout: 'PT20S' });
    const second = await fire(id);
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect((body.data as { id: string }[]).map(({ id: delivery }) => delivery)).toEqual([first.id, second.id]);
  });

  test('says what is there instead when the time is over', async () => {
    const id = await register('one');
    const fired = await fire(id);
    await started.mock.idle();
    const { status, body } = await wait({ eventType: 'compliance.decision_made', timeout: 'PT0.05S' });
    expect(status).toBe(408);
    expect(body).toMatchObject({
      detail: '0 of 1 deliveries were there within PT0.05S.',
      found: [],
      cameInstead: [
        {
          id: fired.id,
          status: 'DELIVERED',
          difference: { at: 'eventType', expected: 'compliance.decision_made', actual: 'prospect.submitted' },
        },
      ],
    });
  });

  test.each([
    [{ timeout: 'soon' }, 'timeout'],
    [{ timeout: 'PT2M' }, 'timeout'],
    [{ status: 'LOST' }, 'status'],
    [{ count: 0 }, 'count'],
    [{ webhook: 'x' }, 'webhook'],
  ])('refuses %j', async (wish, field) => {
    expect(await wait(wish)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});

describe('mock.deliveries', () => {
  test('rejects with what is there instead', async () => {
    const id = await register('one');
    await fire(id);
    await started.mock.idle();
    await expect(started.mock.deliveries.await({ status: 'FAILED', timeout: 'PT0.01S' })).rejects.toThrow(
      `prospect.submitted to ${id} (DELIVERED): status: expected FAILED, but DELIVERED`,
    );
    await expect(started.mock.deliveries.list({}, 'nowhere')).rejects.toThrow('nowhere');
  });

  test('ends when the mock is closed, and nobody waits in vain after a reset', async () => {
    const own = await startMock();
    const waiting = own.mock.deliveries.await({ timeout: 'PT30S' });
    await own.mock.reset();
    const rejected = expect(waiting).rejects.toThrow('closed');
    await own.stop();
    await rejected;
  });
});
