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

test.each([
  ['an inbox', 'POST', '/__inbox/nobody.01JBF3B6T2P5R8D1W4E7Y0A3SJ/name', {}],
  ['a link', 'GET', '/v1/self-service/nobody.01JBF3B6T2P5R8D1W4E7Y0A3SJ', {}],
  ['a link in a browser', 'GET', '/v1/self-service/nobody.01JBF3B6T2P5R8D1W4E7Y0A3SJ', { accept: 'text/html' }],
])('calls of strangers per minute the calls of one address to %s are limited', async (_name, method, path, headers) => {
  const one = await start({ strangerCallsPerMinute: 3 });
  const url = `${started.mock.url}${path}`;
  const answers = await times(5, () => started.api.call(method, url, { as: null, headers }));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429]);
  const last = answers.at(-1)!;
  expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(last.text).toContain('This address used up its 3 calls per minute without a token');
  const token = await tokenOf(one);
  expect((await started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

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
    expect(refused[0]!.body.quota).toEqual({
      name: 'control-calls',
      limit: 5,
      used: 5,
      setting: '--limits control-calls-per-minute',
    });
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await admin('GET', '/clock', { token: await tokenOf(other) })).status).toBe(200);
  });

  test.each([
    ['POST', '/reset'],
    ['GET', '/state'],
    ['PUT', '/state/snapshots/one'],
    ['POST', '/state/snapshots/one/restore'],
    ['GET', '/requests.har'],
  ])('%s %s works on everything in a sandbox, and counts as five calls', async (method, path) => {
    const token = await tokenOf(await start({ controlCallsPerMinute: 11 }));
    const answers = await times(4, () => admin(method, path, { token }));
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true]);
  });

  test.each(['/records/orders', '/records/buyers', '/simulators', '/records?search=anything'])(
    'GET %s looks at all records of a kind, and counts as two',
    async (path) => {
      const token = await tokenOf(await start({ controlCallsPerMinute: 5 }));
      const answers = await times(4, () => admin('GET', path, { token }));
      expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true]);
    },
  );

  test('calls without a token count for their address, health and readiness do not', async () => {
    await start({ controlCallsPerMinute: 2 });
    const answers = await times(30, () => admin('GET', '/clock'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await admin('GET', '/health')).status).toBe(200);
    expect((await admin('GET', '/ready')).status).toBe(200);
  });
});
