import { describe, expect, test } from '@jest/globals';
import { attemptId } from '../../../../src/engine/webhooks/model/attempt-job.ts';
import { messages } from '../../../../src/engine/webhooks/model/delivery.ts';
import { createDeliveryQueries } from '../../../../src/engine/webhooks/delivery-queries.ts';
import { createDeliveryWatch } from '../../../../src/engine/webhooks/delivery-watch.ts';
import { createPlaces } from '../../../../src/kernel/places.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { MINUTE, startSandbox } from '../../sandbox/start-sandbox.ts';
import { problemOf } from '../problem-of.ts';
import { MESSAGE, createDelivery, createEndpoint, keepDeliveries, keepEndpoints } from './create-delivery.ts';
import { settle } from './settle.ts';

const start = () => {
  const started = startSandbox();
  const { sandbox } = started;
  const watch = createDeliveryWatch();
  const timers = createFakeTimers();
  const queries = createDeliveryQueries({
    sandboxOf: (organization) => (organization === 'org' ? sandbox : undefined),
    watch,
    retries: { waits: [1000, 1000, 3_600_000], assumedWaits: [], jitter: 0, span: 0 },
    after: timers.after,
    longPolls: createPlaces(20),
  });
  return { ...started, watch, timers, ...queries };
};

const idsOf = (shown: readonly { readonly id: string }[]): string => shown.map(({ id }) => id).join(' ');
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

describe('a delivery is shown', () => {
  test('with everything that the API does not tell', async () => {
    const { sandbox, find, schedule } = start();
    await keepEndpoints(sandbox, createEndpoint());
    await keepDeliveries(
      sandbox,
      createDelivery({
        status: 'FAILED',
        httpStatus: 500,
        attempts: 2,
        isTest: true,
        lastAttemptAt: TEST_NOW + 1000,
        nextRetryAt: TEST_NOW + 2000,
        tries: [
          { at: TEST_NOW, failure: 'timeout', detail: 'no answer', chaos: { by: 'me', did: ['timeout'] } },
          { at: TEST_NOW + 1000, httpStatus: 500, answer: 'oops', isCopy: true },
        ],
      }),
    );
    await sandbox.transact((work) => work.insert(messages, () => MESSAGE));
    await schedule({ id: attemptId('del_1'), kind: 'webhook-attempt', dueAt: TEST_NOW + 3000 });
    expect(await find('org', 'del_1')).toEqual({
      id: 'del_1',
      webhookId: 'wh_1',
      url: 'https://receiver.example/hook',
      eventId: 'evt_1',
      eventType: 'order.created',
      status: 'FAILED',
      httpStatus: 500,
      attempts: 2,
      test: true,
      createdAt: iso(TEST_NOW),
      lastAttemptAt: iso(TEST_NOW + 1000),
      nextRetryAt: iso(TEST_NOW + 2000),
      dueAt: iso(TEST_NOW + 3000),
      tries: [
        {
          at: iso(TEST_NOW),
          counts: true,
          httpStatus: null,
          failure: 'timeout',
          detail: 'no answer',
          answer: null,
          chaos: { by: 'me', did: ['timeout'] },
        },
        {
          at: iso(TEST_NOW + 1000),
          counts: false,
          httpStatus: 500,
          failure: null,
          detail: null,
          answer: 'oops',
          chaos: null,
        },
      ],
      body: '{"a":1}',
      planned: [iso(TEST_NOW + 3000), iso(TEST_NOW + 3_603_000)],
    });
  });

  test('with nothing where there is nothing', async () => {
    const { sandbox, find } = start();
    await keepDeliveries(sandbox, createDelivery({ nextRetryAt: null }));
    expect(await find('org', 'del_1')).toMatchObject({
      url: '',
      httpStatus: null,
      test: false,
      lastAttemptAt: null,
      nextRetryAt: null,
      dueAt: null,
      tries: [],
      body: '',
    });
  });
});

describe('a question about deliveries', () => {
  test('is answered newest first, all at once or page by page', async () => {
    const { sandbox, list, page } = start();
    await keepDeliveries(sandbox, ...['a', 'b', 'c'].map((id) => createDelivery({ id, endpointId: `wh_${id}` })));
    expect(idsOf(await list('org', {}))).toBe('c b a');
    expect(idsOf(await list('org', { webhookId: 'wh_b' }))).toBe('b');
    const { shown, total } = await page('org', {}, { page: 1, limit: 2 });
    expect([idsOf(shown), total]).toEqual(['a', 3]);
  });

  test('finds nothing where there is nothing, and nobody', async () => {
    const { find, list, page, await: wait } = start();
    expect(await find('org', 'del_1')).toBeUndefined();
    expect(await find('nobody', 'del_1')).toBeUndefined();
    expect(await list('nobody', {})).toEqual([]);
    expect(await page('nobody', {}, { page: 0, limit: 2 })).toEqual({ shown: [], total: 0 });
    expect(await wait('nobody', { criteria: {}, count: 0, timeout: 1 })).toEqual({
      kind: 'met',
      found: [],
      others: [],
    });
  });
});

describe('to wait for deliveries', () => {
  test('ends when as many are there as are wanted', async () => {
    const { sandbox, watch, timers, await: wait } = start();
    const waiting = wait('org', { criteria: { webhookId: 'wh_1' }, count: 2, timeout: 1000 });
    await settle();
    await keepDeliveries(
      sandbox,
      ...['a', 'b', 'c'].map((id) => createDelivery({ id })),
      createDelivery({ id: 'x', endpointId: 'wh_2' }),
    );
    timers.pass(10);
    watch.changed('org');
    const { kind, found, others } = await waiting;
    // The newest two, oldest first.
    expect([kind, idsOf(found), others]).toEqual(['met', 'b c', []]);
  });

  test('tells what came instead when the time is over', async () => {
    const { sandbox, timers, await: wait } = start();
    await keepEndpoints(sandbox, createEndpoint());
    await keepDeliveries(
      sandbox,
      ...Array.from({ length: 12 }, (_, n) => createDelivery({ id: `x${String(n)}`, eventId: `evt_${String(n)}` })),
      createDelivery({ id: 'met', endpointId: 'wh_2', attempts: 1, status: 'DELIVERED' }),
      createDelivery({ id: 'last', attempts: 3, status: 'FAILED', createdAt: TEST_NOW + MINUTE }),
    );
    const waiting = wait('org', { criteria: { webhookId: 'wh_2' }, count: 2, timeout: 1000 });
    await settle();
    timers.pass(1000);
    const { kind, found, others } = await waiting;
    expect([kind, idsOf(found)]).toEqual(['timeout', 'met']);
    expect(others).toHaveLength(10);
    expect(idsOf(others)).toMatch(/^x3 x4 .* x11 last$/);
    expect(others.at(-1)).toEqual({
      id: 'last',
      webhookId: 'wh_1',
      eventType: 'order.created',
      status: 'FAILED',
      attempts: 3,
      createdAt: iso(TEST_NOW + MINUTE),
      difference: { at: 'webhookId', expected: 'wh_2', actual: 'wh_1' },
    });
  });

  test('tells nothing to whoever is gone', async () => {
    const { sandbox, await: wait } = start();
    await keepDeliveries(sandbox, createDelivery());
    let leave = (): void => undefined;
    const waiting = wait('org', { criteria: {}, count: 2, timeout: 1000, whenGone: (task) => (leave = task) });
    await settle();
    leave();
    expect(await waiting).toEqual({ kind: 'gone', found: [], others: [] });
  });

  test('for none is over at once, and tells of the newest one', async () => {
    const { sandbox, await: wait } = start();
    await keepDeliveries(sandbox, createDelivery({ id: 'a' }), createDelivery({ id: 'b' }));
    const { kind, found } = await wait('org', { criteria: {}, count: 0, timeout: 1000 });
    expect([kind, idsOf(found)]).toEqual(['met', 'b']);
  });

  test('for very many tells of the newest hundred', async () => {
    const { sandbox, await: wait } = start();
    await keepDeliveries(sandbox, ...Array.from({ length: 102 }, (_, n) => createDelivery({ id: `d${String(n)}` })));
    const { kind, found } = await wait('org', { criteria: {}, count: 102, timeout: 1000 });
    expect([kind, found.length, found[0]?.id, found.at(-1)?.id]).toEqual(['met', 100, 'd2', 'd101']);
  });

  test('is for twenty at a time of one organization', async () => {
    const { timers, watch, await: wait } = start();
    const wish = { criteria: {}, count: 1, timeout: 1000 };
    const waiting = Array.from({ length: 20 }, () => wait('org', wish));
    expect(await problemOf(wait('org', wish))).toMatchObject({
      status: 429,
      detail:
        '20 calls are already waiting for requests or deliveries of this sandbox, which is the maximum (--long-polls-per-sandbox): retry when one has returned.',
    });
    const another = wait('another', wish);
    await settle();
    timers.pass(1000);
    expect((await Promise.all([...waiting, another])).every(({ kind }) => kind === 'timeout')).toBe(true);
    // Whoever has waited makes room, also for the twentieth.
    const later = Array.from({ length: 20 }, () => wait('org', wish));
    expect((await problemOf(wait('org', wish))).status).toBe(429);
    await settle();
    watch.close();
    expect((await Promise.all(later)).map(({ kind }) => kind)).toEqual(Array(20).fill('closed'));
  });

  test('makes room one by one', async () => {
    const { await: wait } = start();
    const leaves: (() => void)[] = [];
    const wish = { criteria: {}, count: 1, timeout: 1000, whenGone: (task: () => void) => void leaves.push(task) };
    const waiting = Array.from({ length: 20 }, () => wait('org', wish));
    await settle();
    leaves[0]?.();
    await waiting[0];
    const next = wait('org', wish);
    expect((await problemOf(wait('org', wish))).status).toBe(429);
    await settle();
    for (const leave of leaves) leave();
    expect((await Promise.all([...waiting, next])).every(({ kind }) => kind === 'gone')).toBe(true);
  });
});
