import { afterAll, afterEach, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { ONE_PROCESS } from '../../support/start-mock.ts';

const KIBIBYTE = 1024;

/** A quarter of this is for bodies up to 64 KiB: four of them. */
const BUDGET = 1024 * KIBIBYTE;
const BUSY = { status: 503, instance: `/v1${ORDERS}`, detail: 'too many request bodies' };

let connections: RawConnection[] = [];

const started = await closedBy(afterAll).start({
  ...ONE_PROCESS,
  maxBytesInFlight: BUDGET,
  headersTimeout: 1000,
  requestTimeout: 1500,
  maxConnectionsPerAddress: 20,
});
const token = await started.mock.token(CLIENT);
afterEach(async () => {
  for (const connection of connections) connection.destroy();
  await Promise.all(connections.map(({ closed }) => closed));
  connections = [];
});

const open = async (): Promise<RawConnection> => {
  const connection = await openRaw(started.mock.url);
  connections.push(connection);
  return connection;
};

const post = async (headers: Readonly<Record<string, string | number>>, body = ''): Promise<RawConnection> => {
  const connection = await open();
  const all = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'k' };
  await connection.send(toHead(`POST /v1${ORDERS}`, { ...all, ...headers }) + body);
  return connection;
};

const order = () => started.api.post(ORDERS, newOrder(), { as: CLIENT });

/** Bodies that were announced and never come. */
const fill = async (): Promise<readonly RawConnection[]> => {
  const held = await Promise.all([0, 1, 2, 3].map(() => post({ 'Content-Length': 64 * KIBIBYTE }, '{')));
  // An order that comes before the last of them would take its room.
  for (let number = 0; number < 4; number++) await started.api.get('/me', { as: CLIENT });
  await eventually(async () => (await order()).status === 503);
  return held;
};

test('bodies beyond the budget are answered 503 with Retry-After, and calls without a body go on', async () => {
  await fill();
  const refused = await order();
  expectProblem(refused, started.mock, BUSY);
  expect(refused.headers['retry-after']).toBe('1');
  expect((await started.api.get('/me', { as: CLIENT })).status).toBe(200);
});

test('a refused body is not read: the connection is closed', async () => {
  await fill();
  const connection = await post({ 'Content-Length': 1000 });
  const { status, headers } = await connection.answer();
  expect([status, headers['connection']]).toEqual([503, 'close']);
});

test('clients that disconnect give their share back', async () => {
  for (const { destroy } of await fill()) destroy();
  await eventually(async () => (await order()).status === 201);
});

test('clients that are too slow give their share back when they are timed out', async () => {
  const held = await fill();
  const answers = await Promise.all(held.map((connection) => connection.answer()));
  expect(answers.map(({ status }) => status)).toEqual([408, 408, 408, 408]);
  await eventually(async () => (await order()).status === 201);
});

test('large bodies leave room for small ones', async () => {
  await post({ 'Content-Length': 700 * KIBIBYTE }, '{');
  const refused = await post({ 'Content-Length': 700 * KIBIBYTE }, '{');
  expectProblem(await refused.answer(), started.mock, BUSY);
  expect((await order()).status).toBe(201);
});

test('bodies in chunks are counted as they come', async () => {
  await post({ 'Content-Length': 700 * KIBIBYTE }, '{');
  const growing = await post({ 'Transfer-Encoding': 'chunked' });
  const chunk = `8000\r\n${' '.repeat(32 * KIBIBYTE)}\r\n`;
  for (let sent = 0; sent < 4; sent++) await growing.send(chunk);
  expectProblem(await growing.answer(), started.mock, BUSY);
});

test('a body in chunks of one byte is read as it was meant', async () => {
  const bytes = Buffer.from(JSON.stringify(newOrder()));
  const chunks = [...bytes].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
  const headers = { 'Transfer-Encoding': 'chunked', 'Idempotency-Key': 'bytewise' };
  const connection = await post(headers, `${chunks}0\r\n\r\n`);
  expect((await connection.answer()).status).toBe(201);
});

test('connections beyond the share of an address are told so, and closed', async () => {
  for (let number = 0; number < 20; number++) await open();
  const connection = await open();
  const { status, headers, body } = await connection.answer();
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(body).toMatchObject({ status: 503, detail: expect.stringContaining('open connections') });
  await connection.closed;
});
