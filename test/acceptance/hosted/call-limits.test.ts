import { afterEach, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import {
  type AdminClient,
  type NewSandbox,
  createAdminClient,
  createSandbox,
  tokenOf,
} from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

let started: StartedMock;
let admin: AdminClient;
const start = async (settings: object): Promise<NewSandbox> => {
  started = await startMock({ mode: 'hosted', adminToken: OPERATOR, clock: createTestClock(), ...settings });
  admin = createAdminClient(started);
  return createSandbox(admin, {}, BY_OPERATOR);
};
afterEach(() => started.stop());

const times = async <T>(count: number, call: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  while (all.length < count) all.push(await call());
  return all;
};

describe('control calls per minute', () => {
  test('the calls of one organization are limited, and its neighbours and the operator are not concerned', async () => {
    const one = await start({ controlCallsPerMinute: 5 });
    const other = await createSandbox(admin, {}, BY_OPERATOR);
    const token = await tokenOf(one);
    const answers = await times(12, () => admin('GET', '/clock', { token }));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expectProblem(refused[0]!, started.mock, {
      status: 429,
      type: 'rate-limited',
      instance: '/__admin/clock',
      detail: 'This caller used up its 5 control calls per minute',
    });
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await admin('GET', '/clock', { token: await tokenOf(other) })).status).toBe(200);
  });

  test('calls without a token count for their address, health and readiness do not', async () => {
    await start({ controlCallsPerMinute: 2 });
    const answers = await times(30, () => admin('GET', '/clock'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await admin('GET', '/health')).status).toBe(200);
    expect((await admin('GET', '/ready')).status).toBe(200);
  });
});
