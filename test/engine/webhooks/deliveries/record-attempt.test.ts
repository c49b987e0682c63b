import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Job, jobs } from '../../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import {
  attemptId,
  pausesByThemselves,
  resumeSending,
  removeEndpoint,
} from '../../../../src/engine/webhooks/schedule.ts';
import type { DeliveryRecord, Attempt } from '../../../../src/engine/webhooks/delivery.ts';
import { type AttemptCircumstances, recordAttempt } from '../../../../src/engine/webhooks/worker.ts';
import { webhookEndpoints } from '../../../../src/engine/webhooks/endpoint.ts';
import { DELIVERY_POLICY } from '../../../../src/vat/policy/delivery-policy.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { assuming } from '../../assuming.ts';
import { HOUR, SECOND, startSandbox } from '../../sandbox/start-sandbox.ts';
import {
  createDelivery,
  createEndpoint,
  keepDeliveries,
  keepEndpoints,
  readDelivery,
  readEndpoint,
} from './create-delivery.ts';

const { waits: WAITS, assumedWaits } = DELIVERY_POLICY.retries;
const EXPONENTIAL_WAITS = new Map(assumedWaits).get('retry-schedule=exponential')!;
const { failures: MOST_FAILURES } = DELIVERY_POLICY.autoPause;

let sandbox: Sandbox;
/** What was announced, and whether its endpoint was paused by then. */
let announced: string[];

const announcePause = (_work: unknown, { id, status }: { id: string; status: string }, reason: string) => {
  announced.push(`${id} ${status} ${reason}`);
};

beforeEach(() => {
  announced = [];
  ({ sandbox } = startSandbox(
    { ...pausesByThemselves(announcePause, DELIVERY_POLICY.autoPause), 'webhook-attempt': () => Promise.resolve() },
    {},
    { kind: 'frozen', at: TEST_NOW },
  ));
});

const record = (
  attempt: Omit<Attempt, 'at'>,
  circumstances: Partial<AttemptCircumstances> = {},
  ...choices: readonly string[]
): Promise<void> => {
  sandbox.assumed = assuming(...choices);
  return sandbox.transact((work) =>
    recordAttempt(
      work,
      'del_1',
      attempt,
      { isWanted: true, withJitter: false, ...circumstances },
      {
        announce: {
          paused: announcePause,
          failed: (inside, { id }, last) => {
            const endpoint = inside.get(webhookEndpoints, 'wh_1');
            announced.push(`${id} failed with ${String(last.httpStatus ?? last.failure)}, ${String(endpoint?.status)}`);
          },
        },
        policy: DELIVERY_POLICY,
      },
    ),
  );
};

const jobOf = (id: string): Promise<Job | undefined> => sandbox.read((reading) => reading.get(jobs, id));
const dueAt = async (id = 'del_1'): Promise<number | undefined> => (await jobOf(attemptId(id)))?.dueAt;
const timeout = () => jobOf('webhook-patience/wh_1');
const keep = async (delivery: Partial<DeliveryRecord> = {}, endpoint: Parameters<typeof createEndpoint>[0] = {}) => {
  await keepEndpoints(sandbox, createEndpoint(endpoint));
  await keepDeliveries(sandbox, createDelivery(delivery));
};

describe('an attempt', () => {
  test.each([200, 204, 299])('that is answered with %d delivers', async (httpStatus) => {
    await keep({ attempts: 2, httpStatus: 500, tries: [{ at: 1, httpStatus: 500 }] });
    await record({ httpStatus, answer: 'ok' });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({
      status: 'DELIVERED',
      attempts: 3,
      httpStatus,
      lastAttemptAt: TEST_NOW,
      nextRetryAt: null,
      tries: [
        { at: 1, httpStatus: 500 },
        { at: TEST_NOW, httpStatus, answer: 'ok' },
      ],
    });
    expect(await readEndpoint(sandbox, 'wh_1')).toMatchObject({ lastSuccessAt: TEST_NOW, streak: null });
    expect([await dueAt(), announced]).toEqual([undefined, []]);
  });

  test.each([199, 300, 410, 500])('that is answered with %d fails, and is made again', async (httpStatus) => {
    await keep();
    await record({ httpStatus });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      httpStatus,
      nextRetryAt: TEST_NOW + 5 * SECOND,
    });
    expect(await dueAt()).toBe(TEST_NOW + 5 * SECOND);
    expect(await readEndpoint(sandbox, 'wh_1')).toMatchObject({
      lastSuccessAt: null,
      streak: { failures: 1, since: TEST_NOW },
    });
  });

  test('of one that was given up meanwhile, and fails too, is the last', async () => {
    await keep({ status: 'FAILED', nextRetryAt: null });
    await record({ httpStatus: 500 });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'FAILED', attempts: 1, nextRetryAt: null });
    expect(await dueAt()).toBeUndefined();
  });

  test('without an answer leaves the last status as it was', async () => {
    await keep({ attempts: 1, httpStatus: 503 });
    await record({ failure: 'timeout' });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({
      status: 'PENDING',
      httpStatus: 503,
      tries: [{ failure: 'timeout' }],
    });
  });

  test('is followed by the next after the wait that comes then, exactly without jitter', async () => {
    for (const [index, wait] of WAITS.entries()) {
      ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
      await keep({ attempts: index });
      await record({ httpStatus: 500 });
      expect(await dueAt()).toBe(TEST_NOW + wait);
    }
  });

  test('is followed by the next within a tenth of its wait with jitter, the same in every run', async () => {
    await keep({ attempts: 8 });
    await record({ httpStatus: 500 }, { withJitter: true });
    const due = (await dueAt()) ?? 0;
    expect(due).not.toBe(TEST_NOW + 20 * HOUR);
    expect(Math.abs(due - TEST_NOW - 20 * HOUR)).toBeLessThanOrEqual(2 * HOUR);
    ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
    await keep({ attempts: 8 });
    await record({ httpStatus: 500 }, { withJitter: true });
    expect(await dueAt()).toBe(due);
  });

  test('draws its jitter from the delivery and its number', async () => {
    const offsets = new Set<number>();
    for (const [id, attempts] of [
      ['del_1', 7],
      ['del_1', 8],
      ['del_2', 8],
    ] as const) {
      ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
      await keepEndpoints(sandbox, createEndpoint());
      await keepDeliveries(sandbox, createDelivery({ id, attempts }));
      await sandbox.transact((work) =>
        recordAttempt(
          work,
          id,
          { httpStatus: 500 },
          { isWanted: true, withJitter: true },
          { announce: { paused: announcePause, failed: () => undefined }, policy: DELIVERY_POLICY },
        ),
      );
      offsets.add((((await dueAt(id)) ?? 0) - TEST_NOW) / (WAITS[attempts] ?? 1));
    }
    expect(offsets.size).toBe(3);
  });

  test('is followed by the next after a wait of the pure progression where that is assumed', async () => {
    expect(EXPONENTIAL_WAITS.slice(0, 3)).toEqual([23_000, 69_000, 207_000]);
    expect(EXPONENTIAL_WAITS.reduce((sum, wait) => sum + wait, 0)).toBe(((62 * 60 + 52) * 60 + 23) * SECOND);
    await keep({ attempts: 2 });
    await record({ httpStatus: 500 }, {}, 'retry-schedule=exponential');
    expect(await dueAt()).toBe(TEST_NOW + 207 * SECOND);
  });

  test.each<[string, Partial<DeliveryRecord>, string]>([
    ['a replay', { replayOf: 'del_0' }, 'delivery-replay=single-attempt'],
    ['a test', { isTest: true }, 'test-deliveries=single-attempt'],
  ])('of %s is the only one where that is assumed', async (_what, delivery, choice) => {
    for (const [more, status] of [
      [delivery, 'FAILED'],
      [{}, 'PENDING'],
    ] as const) {
      ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
      await keep(more);
      await record({ httpStatus: 500 }, {}, choice);
      expect((await readDelivery(sandbox, 'del_1'))?.status).toBe(status);
    }
    ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
    await keep(delivery);
    await record({ httpStatus: 500 });
    expect((await readDelivery(sandbox, 'del_1'))?.status).toBe('PENDING');
  });

  test('that was the tenth and failed is the last, and that is announced', async () => {
    await keep({ attempts: 8 });
    await record({ httpStatus: 500 });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'PENDING', attempts: 9 });
    expect(announced).toEqual([]);
    await record({ httpStatus: 502 });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'FAILED', attempts: 10, nextRetryAt: null });
    expect(announced).toEqual(['del_1 failed with 502, ACTIVE']);
  });

  test('that nobody wants any more is written down, and none follows', async () => {
    await keep();
    await record({ httpStatus: 500 }, { isWanted: false });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'PENDING', attempts: 1, nextRetryAt: null });
    expect(await dueAt()).toBeUndefined();
  });

  test('that fails while a replay has delivered leaves it delivered', async () => {
    await keep({ status: 'DELIVERED' });
    await record({ httpStatus: 500 });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'DELIVERED', attempts: 1, nextRetryAt: null });
  });

  test('that was sent more than once on purpose counts once', async () => {
    await keep();
    await record({ httpStatus: 200 }, { copies: [{ httpStatus: 201, isCopy: true }] });
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({
      attempts: 1,
      httpStatus: 200,
      tries: [
        { at: TEST_NOW, httpStatus: 200 },
        { at: TEST_NOW, httpStatus: 201, isCopy: true },
      ],
    });
  });

  test('whose delivery or endpoint is gone leaves nothing behind', async () => {
    await record({ httpStatus: 500 });
    expect(await readDelivery(sandbox, 'del_1')).toBeUndefined();
    await keepDeliveries(sandbox, createDelivery());
    await record({ httpStatus: 500 });
    expect(await readDelivery(sandbox, 'del_1')).toEqual(createDelivery());
    expect([await dueAt(), announced]).toEqual([undefined, []]);
  });
});

describe('a replay that arrives', () => {
  const earlier: readonly DeliveryRecord[] = [
    createDelivery({ id: 'failed', status: 'FAILED', httpStatus: 500, nextRetryAt: null }),
    createDelivery({ id: 'stopped', nextRetryAt: null }),
    createDelivery({ id: 'due' }),
    createDelivery({ id: 'delivered', status: 'DELIVERED', httpStatus: 202, nextRetryAt: null }),
    createDelivery({ id: 'elsewhere', endpointId: 'wh_2', status: 'FAILED', nextRetryAt: null }),
    createDelivery({ id: 'other', eventId: 'evt_2', status: 'FAILED', nextRetryAt: null }),
  ];
  const standing = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      await Promise.all(
        earlier.map(async ({ id }) => {
          const { status, httpStatus, lastAttemptAt } = (await readDelivery(sandbox, id)) ?? createDelivery();
          return [id, [status, httpStatus, lastAttemptAt === TEST_NOW]] as const;
        }),
      ),
    );

  test('delivers the earlier ones of its event and endpoint of which nothing more is sent', async () => {
    await keepDeliveries(sandbox, ...earlier);
    await keep({ replayOf: 'failed' });
    await record({ httpStatus: 204 });
    expect(await standing()).toEqual({
      failed: ['DELIVERED', 204, true],
      stopped: ['DELIVERED', 204, true],
      due: ['PENDING', null, false],
      delivered: ['DELIVERED', 202, false],
      elsewhere: ['FAILED', null, false],
      other: ['FAILED', null, false],
    });
    expect((await readDelivery(sandbox, 'del_1'))?.status).toBe('DELIVERED');
  });

  test.each<[string, Partial<DeliveryRecord>, number, readonly string[]]>([
    ['one that fails', { replayOf: 'failed' }, 500, []],
    ['one that is no replay', {}, 204, []],
    [
      'one that changes nothing else, where that is assumed',
      { replayOf: 'failed' },
      204,
      ['delivery-replay=earlier-stay'],
    ],
  ])('is not %s', async (_what, delivery, httpStatus, choices) => {
    await keepDeliveries(sandbox, ...earlier);
    await keep(delivery);
    await record({ httpStatus }, {}, ...choices);
    expect(await standing()).toMatchObject({ failed: ['FAILED', 500, false], stopped: ['PENDING', null, false] });
  });
});

describe('failures in a row', () => {
  const almost = { failures: MOST_FAILURES - 1, since: TEST_NOW - HOUR };

  test('begin with one that can last no longer than 72 hours, and end with a success', async () => {
    await keep();
    await record({ httpStatus: 500 });
    expect((await timeout())?.dueAt).toBe(TEST_NOW + 72 * HOUR);
    await record({ httpStatus: 200 });
    expect(await timeout()).toBeUndefined();
    expect(await readEndpoint(sandbox, 'wh_1')).toMatchObject({ streak: null, lastSuccessAt: TEST_NOW });
  });

  test('go on counting from when the first of them ended', async () => {
    await keep({}, { streak: { failures: 3, since: TEST_NOW - HOUR } });
    await record({ httpStatus: 500 });
    expect((await readEndpoint(sandbox, 'wh_1'))?.streak).toEqual({ failures: 4, since: TEST_NOW - HOUR });
    // Whose end is scheduled already.
    expect(await timeout()).toBeUndefined();
  });

  test('pause at the twentieth: nothing more is sent, and then it is announced', async () => {
    await keep({ attempts: 9 }, { streak: almost, version: 4 });
    await keepDeliveries(sandbox, createDelivery({ id: 'del_2' }), createDelivery({ id: 'del_3', endpointId: 'wh_2' }));
    await sandbox.transact((work) => {
      for (const id of ['del_2', 'del_3'])
        work.schedule({ id: attemptId(id), kind: 'webhook-attempt', dueAt: TEST_NOW + HOUR });
      work.schedule({ id: 'webhook-patience/wh_1', kind: 'webhook-patience', dueAt: TEST_NOW + HOUR });
    });
    await record({ httpStatus: 500 });
    expect(await readEndpoint(sandbox, 'wh_1')).toMatchObject({ status: 'PAUSED', version: 5, streak: null });
    expect(announced).toEqual(['del_1 failed with 500, PAUSED', 'wh_1 PAUSED CONSECUTIVE_FAILURES']);
    expect(await readDelivery(sandbox, 'del_2')).toMatchObject({ status: 'PENDING', nextRetryAt: null });
    expect([await dueAt('del_2'), await timeout()]).toEqual([undefined, undefined]);
    expect(await dueAt('del_3')).toBe(TEST_NOW + HOUR);
  });

  test('do not pause at the nineteenth', async () => {
    await keep({}, { streak: { ...almost, failures: MOST_FAILURES - 2 } });
    await record({ httpStatus: 500 });
    expect((await readEndpoint(sandbox, 'wh_1'))?.status).toBe('ACTIVE');
    expect(announced).toEqual([]);
  });

  test('are not counted for a paused endpoint', async () => {
    await keep({}, { status: 'PAUSED', streak: null });
    await record({ httpStatus: 500 });
    expect(await readEndpoint(sandbox, 'wh_1')).toEqual(createEndpoint({ status: 'PAUSED' }));
  });

  test('do not count those of test deliveries, nor their successes, unless that is assumed', async () => {
    await keep({ isTest: true }, { streak: almost });
    await record({ httpStatus: 500 });
    await record({ httpStatus: 200 });
    expect(await readEndpoint(sandbox, 'wh_1')).toEqual(createEndpoint({ streak: almost }));
    await record({ httpStatus: 500 }, {}, 'auto-pause-counting=test-deliveries-too');
    expect((await readEndpoint(sandbox, 'wh_1'))?.status).toBe('PAUSED');
  });

  test('count deliveries that failed for good instead of attempts where that is assumed, and the time all the same', async () => {
    await keep({ attempts: 8 });
    await record({ httpStatus: 500 }, {}, 'auto-pause-counting=terminal-failures');
    expect((await readEndpoint(sandbox, 'wh_1'))?.streak).toEqual({ failures: 0, since: TEST_NOW });
    expect((await timeout())?.dueAt).toBe(TEST_NOW + 72 * HOUR);
    await sandbox.advance(TEST_NOW + HOUR);
    await record({ httpStatus: 500 }, {}, 'auto-pause-counting=terminal-failures');
    expect((await readEndpoint(sandbox, 'wh_1'))?.streak).toEqual({ failures: 1, since: TEST_NOW });
    // The end of its patience does not move.
    expect((await timeout())?.dueAt).toBe(TEST_NOW + 72 * HOUR);
  });

  test('pause after 72 hours also when nothing more is sent', async () => {
    await keep();
    await record({ httpStatus: 500 }, { isWanted: false });
    await sandbox.advance(TEST_NOW + 72 * HOUR - 1);
    expect([(await readEndpoint(sandbox, 'wh_1'))?.status, announced]).toEqual(['ACTIVE', []]);
    await sandbox.advance(TEST_NOW + 72 * HOUR);
    expect((await readEndpoint(sandbox, 'wh_1'))?.status).toBe('PAUSED');
    expect(announced).toEqual(['wh_1 PAUSED CONTINUOUS_FAILURE_WINDOW']);
  });

  test.each<[string, Parameters<typeof createEndpoint>[0]]>([
    ['is paused by then', { status: 'PAUSED', streak: { failures: 1, since: TEST_NOW - 100 * HOUR } }],
    ['has had a success', { streak: null }],
    ['has begun another row', { streak: { failures: 1, since: TEST_NOW + HOUR } }],
  ])('do not pause what %s', async (_what, endpoint) => {
    await keep({}, endpoint);
    await sandbox.transact((work) =>
      work.schedule({ id: 'webhook-patience/wh_1', kind: 'webhook-patience', dueAt: TEST_NOW + HOUR, data: 'wh_1' }),
    );
    await sandbox.advance(TEST_NOW + HOUR);
    expect(await readEndpoint(sandbox, 'wh_1')).toEqual(createEndpoint(endpoint));
    expect(announced).toEqual([]);
  });
});

describe('what was pending when an endpoint was paused', () => {
  const almost = { failures: MOST_FAILURES - 1, since: TEST_NOW };
  const pause = async (...choices: readonly string[]): Promise<void> => {
    await keep({ attempts: 9 }, { streak: almost });
    await keepDeliveries(
      sandbox,
      createDelivery({ id: 'recorded', nextRetryAt: null }),
      createDelivery({ id: 'due' }),
      createDelivery({ id: 'elsewhere', endpointId: 'wh_2' }),
    );
    await record({ httpStatus: 500 }, {}, ...choices);
  };
  const standing = (...ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => {
        const delivery = await readDelivery(sandbox, id);
        return [delivery?.status, delivery?.nextRetryAt ?? null, (await dueAt(id)) ?? null];
      }),
    );
  const resume = () => sandbox.transact((work) => resumeSending(work, createEndpoint(), DELIVERY_POLICY.retries));

  test('has failed where that is assumed; what was only recorded has not', async () => {
    await pause('paused-endpoint-policy=failed');
    expect(await standing('due', 'recorded', 'elsewhere')).toEqual([
      ['FAILED', null, null],
      ['PENDING', null, null],
      ['PENDING', TEST_NOW, null],
    ]);
  });

  test('goes on when it is resumed, up to 72 hours after it was created', async () => {
    await pause();
    await sandbox.advance(TEST_NOW + 72 * HOUR - 1);
    await resume();
    const now = TEST_NOW + 72 * HOUR - 1;
    expect(await standing('due', 'recorded', 'elsewhere', 'del_1')).toEqual([
      ['PENDING', now, now],
      ['PENDING', now, now],
      ['PENDING', TEST_NOW, null],
      ['FAILED', null, null],
    ]);
  });

  test('does not go on after 72 hours, and what is due is not put elsewhere', async () => {
    await pause();
    await keepDeliveries(sandbox, createDelivery({ id: 'later', nextRetryAt: TEST_NOW + 80 * HOUR }));
    await sandbox.advance(TEST_NOW + 72 * HOUR);
    await resume();
    expect(await standing('due', 'later')).toEqual([
      ['PENDING', null, null],
      ['PENDING', TEST_NOW + 80 * HOUR, null],
    ]);
  });
});

test('an endpoint that is removed takes its deliveries with it, and nobody else’s', async () => {
  await keep();
  await keepDeliveries(sandbox, createDelivery({ id: 'del_2', endpointId: 'wh_2' }));
  await sandbox.transact((work) => {
    for (const id of ['del_1', 'del_2'])
      work.schedule({ id: attemptId(id), kind: 'webhook-attempt', dueAt: TEST_NOW + HOUR });
    work.schedule({ id: 'webhook-patience/wh_1', kind: 'webhook-patience', dueAt: TEST_NOW + HOUR });
  });
  await sandbox.transact((work) => removeEndpoint(work, createEndpoint()));
  expect(await readEndpoint(sandbox, 'wh_1')).toBeUndefined();
  expect(await readDelivery(sandbox, 'del_1')).toBeUndefined();
  expect([await dueAt('del_1'), await timeout()]).toEqual([undefined, undefined]);
  expect(await readDelivery(sandbox, 'del_2')).toBeDefined();
  expect(await dueAt('del_2')).toBe(TEST_NOW + HOUR);
});
