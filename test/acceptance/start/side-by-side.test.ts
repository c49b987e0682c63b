import { afterEach, expect, test } from '@jest/globals';
import type { Capsule } from '../../../src/engine/capsule/capsule.ts';
import { loadOrganizations } from '../../../src/edges/files/load-organizations.ts';
import { loadAdminContract, loadAssumptions, loadOwnContract } from '../../../src/edges/files/load-own-contract.ts';
import { systemClock } from '../../../src/edges/system/time.ts';
import type { Mock, MockOptions } from '../../../src/index.ts';
import { ONE_PROCESS, type StartedMock, startMock } from '../../support/start-mock.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type Exchanged, type Wire, playCalls } from '../determinism/play-calls.ts';

// Servers of one process share what is the same for each of them: nothing of it may show.

const started: StartedMock[] = [];
afterEach(() => Promise.all(started.splice(0).map(({ stop }) => stop())));

const start = async (options?: MockOptions): Promise<Mock> => {
  const one = await startMock({ ...ONE_PROCESS, ...options });
  started.push(one);
  return one.mock;
};

const wireTo = (mock: Mock): Wire => {
  const send: Wire['send'] = async (method, path, headers, body) => {
    const answer = await mock.handle(
      new Request(`http://127.0.0.1:4010${path}`, { method, ...optional({ headers, body }) }),
    );
    return {
      status: answer.status,
      rawHeaders: [...answer.headers].flat(),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  return {
    send,
    authorize: async (client) => ({ authorization: `Bearer ${await mock.token(`api-client-${client}`)}` }),
    control: async (method, path, body) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      await send(method, `/__admin${path}`, headers, JSON.stringify(body));
    },
  };
};

/** Without the members that are undefined. */
const optional = (members: object): object => Object.fromEntries(Object.entries(members).filter(([, value]) => value));

const toText = (exchanged: readonly Exchanged[], { url }: Mock): readonly string[] =>
  exchanged.map(({ status, rawHeaders, body }) =>
    [String(status), ...rawHeaders, body.toString('latin1')].join('\n').replaceAll(url, 'http://stub.example'),
  );

/** All that a server of these settings answers to calls of every kind. */
const play = async (options: MockOptions): Promise<readonly string[]> => {
  const mock = await start(options);
  return toText(await playCalls(wireTo(mock)), mock);
};

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  if (value instanceof Map) for (const one of value.values()) freeze(one);
  for (const one of Object.values(value)) freeze(one);
};

test('servers with other seeds, clocks and assumptions answer beside each other as alone', async () => {
  // A server that changes what is shared meets an error, which fails the test.
  freeze(await Promise.all([loadOwnContract(), loadAdminContract(), loadAssumptions(), loadOrganizations()]));
  const one = { seed: 'one', clock: createTestClock() };
  const other = {
    seed: 'other',
    clock: createTestClock(Date.parse('2027-03-01T23:59:59.999Z')),
    assume: 'etag-format=weak,violation-fields=json-pointer',
  };
  const alone = await play(one);
  const [beside, others] = await Promise.all([play(one), play(other)]);

  expect(beside).toEqual(alone);
  expect(others).not.toEqual(alone);
});

const BUYER = '/v1/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/buyers/c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035';

const rename = async (mock: Mock): Promise<void> => {
  const { send, authorize } = wireTo(mock);
  const headers = {
    ...(await authorize('demo')),
    'content-type': 'application/json',
    'idempotency-key': 'rename',
    'if-match': '"1"',
  };
  const { status } = await send('PATCH', BUYER, headers, '{"companyName":"Renamed"}');
  expect(status).toBe(200);
};

const nameIn = async (mock: Mock): Promise<string> => {
  const { send, authorize } = wireTo(mock);
  const { body } = await send('GET', BUYER, await authorize('demo'));
  return (JSON.parse(body.toString()) as { companyName: string }).companyName;
};

test('a server that begins as another did has contents of its own', async () => {
  const first = await start();
  await rename(first);
  const second = await start();
  expect(await nameIn(second)).not.toBe('Renamed');
  await second.reset();
  await rename(second);
  await first.reset();

  expect(await nameIn(first)).not.toBe('Renamed');
  expect(await nameIn(second)).toBe('Renamed');
});

test('calls to a server that begins as another did can be replayed from its beginning', async () => {
  // Only on this clock may contents be of some age.
  await nameIn(await start({ clock: systemClock }));
  const second = await start({ clock: systemClock });
  await rename(second);
  const { send } = wireTo(second);
  const { body } = await send('GET', '/__admin/capsule', {});
  const { replay, start: beginning } = JSON.parse(body.toString()) as Capsule;
  expect(replay).toMatchObject({ possible: true, from: 'reset' });
  expect(JSON.stringify(beginning)).not.toContain('Renamed');
});

test('a token is that of one server, not of another beside it or after it', async () => {
  const first = await start();
  const token = await first.token();
  const second = await start();
  const authorization = { authorization: `Bearer ${token}` };
  expect((await wireTo(second).send('GET', '/v1/me', authorization)).status).toBe(401);
  expect((await wireTo(first).send('GET', '/v1/me', authorization)).status).toBe(200);
  await first.close();

  const third = await start();
  const { status, body } = await wireTo(third).send('GET', '/v1/me', authorization);
  expect(status).toBe(401);
  expect(body.toString()).toContain('not signed by this server');
});
