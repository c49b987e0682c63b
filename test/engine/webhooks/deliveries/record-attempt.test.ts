import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Job, jobs } from '../../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { attemptId, pausesByThemselves, resumeSending } from '../../../../src/engine/webhooks/schedule.ts';
import { type DeliveryRecord, type Attempt, DELIVERY_POLICY } from '../../../../src/engine/webhooks/delivery.ts';
import { type AttemptCircumstances, recordAttempt } from '../../../../src/engine/webhooks/worker.ts';
import { webhookEndpoints } from '../../../../src/engine/webhooks/endpoint.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { assuming } from '../../assuming.ts';
import { HOUR, startSandbox } from '../../sandbox/start-sandbox.ts';
import {
  createDelivery,
  createEndpoint,
  keepDeliveries,
  keepEndpoints,
  readDelivery,
  readEndpoint,
} from './create-delivery.ts';
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
const keep = async (delivery: Partial<DeliveryRecord> = {}, endpoint: Parameters<typeof createEndpoint>[0] = {}) => {
  await keepEndpoints(sandbox, createEndpoint(endpoint));
  await keepDeliveries(sandbox, createDelivery(delivery));
};

test('an attempt that nobody wants any more is written down, and none follows', async () => {
  await keep({}, { status: 'PAUSED' });
  await record({ httpStatus: 500 }, { isWanted: false });
  expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'PENDING', attempts: 1, nextRetryAt: null });
  expect(await dueAt()).toBeUndefined();
  expect((await readEndpoint(sandbox, 'wh_1'))?.streak).toBeNull();
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

  test('takes along what it repeats at its endpoint alone', async () => {
    await keepDeliveries(sandbox, ...earlier);
    await keep({ replayOf: 'failed' });
    await record({ httpStatus: 204 });
    expect(await standing()).toMatchObject({ failed: ['DELIVERED', 204, true], elsewhere: ['FAILED', null, false] });
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
  const resume = () => sandbox.transact((work) => resumeSending(work, createEndpoint()));

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
