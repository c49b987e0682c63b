import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReceiverNews } from '../../../../src/engine/webhooks/faults.ts';
import { type Job, jobs } from '../../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import type { DeliveryRule } from '../../../../src/generated/control-schemas.ts';
import { attemptId } from '../../../../src/engine/webhooks/schedule.ts';
import { createSlowReceivers } from '../../../../src/engine/webhooks/slow-receivers.ts';
import { createAttempt } from '../../../../src/engine/webhooks/worker.ts';
import { type Attempt, messages } from '../../../../src/engine/webhooks/delivery.ts';
import type { WebhookRequest } from '../../../../src/engine/webhooks/sender.ts';
import type { SignatureProfile } from '../../../../src/engine/webhooks/signature.ts';
import { DELIVERY_POLICY } from '../../../../src/vat/policy/delivery-policy.ts';
import { TEST_NOW, createTestClock } from '../../../support/test-clock.ts';
import { assuming } from '../../assuming.ts';
import { HOUR, MINUTE, startSandbox } from '../../sandbox/start-sandbox.ts';
import {
  MESSAGE,
  createDelivery,
  createEndpoint,
  keepDeliveries,
  keepEndpoints,
  readDelivery,
} from './create-delivery.ts';

const profile: SignatureProfile = {
  name: 'own',
  algorithm: 'sha256',
  encoding: 'hex',
  key: 'text',
  content: '{timestamp}.{body}',
  signature: 'v1={digest}',
  separator: ',',
  headers: { 'x-signature': 't={timestamp},{signatures}' },
};

let sandbox: Sandbox;
let posts: WebhookRequest[];
let news: ReceiverNews[];
let changed: string[];
let answer: Omit<Attempt, 'at'>;

const start = async (setting: 'frozen' | 'running' = 'frozen'): Promise<void> => {
  ({ sandbox } = startSandbox(
    {},
    {},
    setting === 'frozen' ? { kind: 'frozen', at: TEST_NOW } : { kind: 'running', offset: 0 },
  ));
  await sandbox.transact((work) => work.insert(messages, () => MESSAGE));
  posts = [];
  news = [];
  changed = [];
  answer = { httpStatus: 200 };
};
beforeEach(() => start());

const attempt = (rule?: DeliveryRule) =>
  createAttempt({
    sender: {
      send: (post) => {
        posts.push(post);
        return Promise.resolve(answer);
      },
    },
    profile,
    wall: createTestClock(),
    policy: DELIVERY_POLICY,
    announce: { paused: () => undefined, failed: () => undefined },
    rules: () => (rule === undefined ? [] : [{ by: 'me', since: TEST_NOW, chance: '', rules: [rule] }]),
    changed: (organization) => void changed.push(organization),
    slowReceivers: createSlowReceivers(),
    receiver: (_organization, told) => void news.push(told),
  });

const JOB: Job = {
  id: attemptId('del_1'),
  kind: 'webhook-attempt',
  dueAt: TEST_NOW,
  data: { deliveryId: 'del_1', endpointId: 'wh_1' },
};

/** Makes an attempt; false when there was nothing to do. */
const make = async (rule?: DeliveryRule, isWanted = true): Promise<boolean> => {
  const task = await sandbox.read((reading) => attempt(rule).prepare(reading, JOB, sandbox));
  if (task === undefined) return false;
  const report = await task(new AbortController().signal);
  await sandbox.transact((work) => report(work, isWanted));
  return true;
};

const keep = async (
  delivery: Parameters<typeof createDelivery>[0] = {},
  endpoint: Parameters<typeof createEndpoint>[0] = {},
): Promise<void> => {
  await keepEndpoints(sandbox, createEndpoint(endpoint));
  await keepDeliveries(sandbox, createDelivery(delivery));
};
const dueAt = async (id = 'del_1'): Promise<number | undefined> =>
  (await sandbox.read((reading) => reading.get(jobs, attemptId(id))))?.dueAt;

describe('an attempt', () => {
  test('sends the stored bytes, signed, to where its endpoint is now', async () => {
    await keep({ attempts: 2 });
    expect(await make()).toBe(true);
    expect(posts).toEqual([
      {
        url: 'https://receiver.example/hook',
        headers: {
          'content-type': 'application/json',
          'x-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
        },
        body: MESSAGE.body,
        pace: undefined,
        delivery: { sandbox: 'demo', id: 'del_1', eventId: 'evt_1', eventType: 'order.created', attempt: 3 },
      },
    ]);
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ status: 'DELIVERED', attempts: 3 });
    expect(news).toEqual([]);
  });

  test.each([
    ['both good secrets', { current: 'whsec_b', former: { secret: 'whsec_a', goodUntil: TEST_NOW + 1 } }, 2],
    ['the current one alone', { current: 'whsec_b', former: { secret: 'whsec_a', goodUntil: TEST_NOW } }, 1],
  ])('is signed with %s', async (_what, secrets, signatures) => {
    await keep({}, { secrets });
    await make();
    expect(posts[0]?.headers['x-signature']?.split(',v1=')).toHaveLength(signatures + 1);
  });

  test('is signed as the sandbox assumes', async () => {
    await keep();
    sandbox.assumed = assuming('signature-format=github');
    await make();
    expect(Object.keys(posts[0]?.headers ?? {})).toContain('X-Hub-Signature-256');
  });

  test.each<[string, Parameters<typeof keep>]>([
    ['is delivered', [{ status: 'DELIVERED' }]],
    ['has failed', [{ status: 'FAILED' }]],
    ['goes to a paused endpoint', [{}, { status: 'PAUSED' }]],
    ['goes to an endpoint that is gone', [{}, { id: 'wh_2' }]],
    ['has lost its message', [{ eventId: 'evt_2' }]],
    ['is gone', [{ id: 'del_2' }]],
  ])('is not made for a delivery that %s', async (_what, [delivery, endpoint]) => {
    await keep(delivery, endpoint);
    expect(await make()).toBe(false);
    expect(posts).toEqual([]);
  });

  test('is one of those to its endpoint, and tells who watches that something changed', () => {
    expect(attempt().concurrencyKeyOf(JOB)).toBe('wh_1');
    attempt().kept?.(sandbox);
    expect(changed).toEqual([sandbox.organization]);
  });

  test('is followed by the next at its exact time on a frozen clock, and with jitter on a running one', async () => {
    answer = { httpStatus: 500 };
    await keep({ attempts: 8 });
    await make();
    expect(await dueAt()).toBe(TEST_NOW + 20 * HOUR);
    await start('running');
    answer = { httpStatus: 500 };
    await keep({ attempts: 8 });
    await make();
    expect(await dueAt()).not.toBe(TEST_NOW + 20 * HOUR);
    expect(Math.abs(((await dueAt()) ?? 0) - TEST_NOW - 20 * HOUR)).toBeLessThanOrEqual(2 * HOUR);
  });

  test('is followed by none when nobody wants it any more', async () => {
    answer = { httpStatus: 500 };
    await keep();
    await make(undefined, false);
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ attempts: 1, nextRetryAt: null });
    expect(await dueAt()).toBeUndefined();
  });
});

describe('what goes wrong on purpose', () => {
  test('may be a delay: nothing is sent, and the attempt is made later', async () => {
    await keep();
    expect(await make({ delay: 'PT10M' })).toBe(true);
    expect([posts, await dueAt()]).toEqual([[], TEST_NOW + 10 * MINUTE]);
    expect(await readDelivery(sandbox, 'del_1')).toEqual(createDelivery());
  });

  test('does not bring back what nobody wants any more', async () => {
    await keep();
    await make({ delay: 'PT10M' }, false);
    expect(await dueAt()).toBeUndefined();
  });

  test('may be the order of two deliveries: the first is held back, goes after the second, and is sent once', async () => {
    await keep();
    expect(await make({ reorder: true })).toBe(true);
    expect([posts, await dueAt()]).toEqual([[], TEST_NOW + MINUTE]);
    expect((await readDelivery(sandbox, 'del_1'))?.reorderRole).toEqual({ kind: 'held-back' });

    await keepDeliveries(sandbox, createDelivery({ id: 'del_2' }));
    const second: Job = { ...JOB, id: attemptId('del_2'), data: { deliveryId: 'del_2', endpointId: 'wh_1' } };
    const go = async (): Promise<void> => {
      const task = await sandbox.read((reading) => attempt({ reorder: true }).prepare(reading, second, sandbox));
      const report = await task?.(new AbortController().signal);
      await sandbox.transact((work) => report?.(work, true) ?? Promise.resolve());
    };
    await go();
    expect([posts, await dueAt('del_2'), await dueAt()]).toEqual([[], TEST_NOW, TEST_NOW + MINUTE]);
    expect((await readDelivery(sandbox, 'del_1'))?.reorderRole).toEqual({ kind: 'was-held-back' });
    await go();
    expect(posts.map(({ delivery }) => delivery?.id)).toEqual(['del_2']);
    // Now the first may follow.
    expect(await dueAt()).toBe(TEST_NOW);
    await make({ reorder: true });
    expect(posts.map(({ delivery }) => delivery?.id)).toEqual(['del_2', 'del_1']);
  });

  test('may be invented: nothing is sent, and it ends as it would have ended', async () => {
    await keep();
    await make({ outcomes: [503] });
    expect(posts).toEqual([]);
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      httpStatus: 503,
      tries: [{ httpStatus: 503, chaos: { by: 'me', did: ['outcome 503'] } }],
    });
    expect(news).toEqual([]);
  });

  test('may be a copy, of which is told before it is sent', async () => {
    await keep();
    await make({ duplicate: 2 });
    expect(posts.map(({ body }) => body)).toEqual([MESSAGE.body, MESSAGE.body]);
    expect(news).toEqual([
      { kind: 'sent-twice', deliveryId: 'del_1', eventId: 'evt_1', eventType: 'order.created', body: MESSAGE.body },
    ]);
    expect((await readDelivery(sandbox, 'del_1'))?.tries.map(({ isCopy }) => isCopy === true)).toEqual([false, true]);
  });

  test.each<[number | undefined, boolean]>([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [401, false],
    [undefined, false],
  ])('may be a signature: whoever answers it with %s has taken it: %s', async (httpStatus, isTaken) => {
    answer = httpStatus === undefined ? { failure: 'timeout' } : { httpStatus };
    await keep();
    await make({ signature: 'missing' });
    expect(posts[0]?.headers).toEqual({ 'content-type': 'application/json' });
    const told = { deliveryId: 'del_1', eventId: 'evt_1', eventType: 'order.created', trick: 'missing', httpStatus };
    expect(news).toEqual(isTaken ? [{ kind: 'trick-taken', ...told }] : []);
  });

  test('may be a body that trickles', async () => {
    await keep();
    await make({ slowBody: { over: 'PT2S', pieces: 4 } });
    expect(posts[0]?.pace).toEqual({ pieces: 4, milliseconds: 2000 });
    expect(news).toEqual([]);
  });

  test('may be asked of somebody who has to look first', async () => {
    await keep();
    const rules = () => Promise.resolve([{ by: 'me', since: 0, chance: '', rules: [{ outcomes: [500] }] }]);
    const parts = { sender: { send: () => Promise.resolve(answer) }, profile, wall: createTestClock(), rules };
    const announce = { paused: () => undefined, failed: () => undefined };
    const slowReceivers = createSlowReceivers();
    const outboundTask = createAttempt({ ...parts, policy: DELIVERY_POLICY, announce, slowReceivers });
    const task = await sandbox.read((reading) => outboundTask.prepare(reading, JOB, sandbox));
    const report = await task?.(new AbortController().signal);
    await sandbox.transact((work) => report?.(work, true) ?? Promise.resolve());
    expect(await readDelivery(sandbox, 'del_1')).toMatchObject({ httpStatus: 500 });
    // Nobody has to watch.
    outboundTask.kept?.(sandbox);
  });
});
