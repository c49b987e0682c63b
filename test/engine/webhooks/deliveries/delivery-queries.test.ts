import { describe, expect, test } from '@jest/globals';
import { attemptId } from '../../../../src/engine/webhooks/schedule.ts';
import { messages } from '../../../../src/engine/webhooks/delivery.ts';
import { createDeliveryQueries, createDeliveryWatch } from '../../../../src/engine/webhooks/queries.ts';
import { createPlaces } from '../../../../src/kernel/places.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
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

describe('to wait for deliveries', () => {
  test('tells nothing to whoever is gone', async () => {
    const { sandbox, await: wait } = start();
    await keepDeliveries(sandbox, createDelivery());
    let leave = (): void => undefined;
    const waiting = wait('org', { criteria: {}, count: 2, timeout: 1000, whenGone: (task) => (leave = task) });
    await settle();
    leave();
    expect(await waiting).toEqual({ kind: 'gone', found: [], others: [] });
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
        '20 calls are already waiting for requests or deliveries of this sandbox, which is the maximum (--limits long-polls-per-sandbox): retry when one has returned.',
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
});
