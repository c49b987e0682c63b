import { afterAll, afterEach, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';

const MEBIBYTE = 1_048_576;
const TOO_LARGE = {
  status: 413,
  instance: `/v1${ORDERS}`,
  detail: 'exceeds the limit of 1048576 bytes',
};
let connection: RawConnection;

const started = await closedBy(afterAll).start();

afterEach(async () => {
  const { status } = await started.api.get('/me', { as: CLIENT });
  expect(status).toBe(200);
});

const postHead = async (headers: Readonly<Record<string, string | number>>): Promise<string> =>
  toHead(`POST /v1${ORDERS}`, {
    Authorization: `Bearer ${await started.mock.token(CLIENT)}`,
    'Idempotency-Key': 'size',
    'Content-Type': 'application/json',
    ...headers,
  });

test.each([
  ['an announced length', {}],
  ['an announced length and Expect: 100-continue', { Expect: '100-continue' }],
])('10 MB with %s are refused before they are sent', async (_name, headers) => {
  connection = await openRaw(started.mock.url);
  await connection.send(await postHead({ 'Content-Length': 10 * MEBIBYTE, ...headers }));
  const answer = await connection.answer();
  expectProblem(answer, started.mock, TOO_LARGE);
  expect(answer.headers['connection']).toBe('close');
  connection.destroy();
});

test('10 MB in chunks are answered, and the connection is closed', async () => {
  connection = await openRaw(started.mock.url);
  await connection.send(await postHead({ 'Transfer-Encoding': 'chunked' }));
  const chunk = Buffer.alloc(MEBIBYTE, ' ');
  for (let sent = 0; sent < 10; sent++)
    await connection.send(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
  await connection.send('0\r\n\r\n');
  const answer = await connection.answer();
  expectProblem(answer, started.mock, TOO_LARGE);
  expect(answer.headers['connection']).toBe('close');
  await connection.closed;
});

test('a client that sends 10 MB whatever comes gets the answer', async () => {
  const answer = await started.api.post(ORDERS, Buffer.alloc(10 * MEBIBYTE, ' '), { as: CLIENT });
  expectProblem(answer, started.mock, TOO_LARGE);
});

test('a client that never stops sending is cut off', async () => {
  connection = await openRaw(started.mock.url);
  await connection.send(await postHead({ 'Content-Length': 1000 * MEBIBYTE }));
  const { status } = await connection.answer();
  expect(status).toBe(413);
  const megabyte = Buffer.alloc(MEBIBYTE);
  for (let sent = 0; sent < 200; sent++) await connection.send(megabyte);
  await connection.closed;
});

test('Expect: 100-continue invites a body that is small enough', async () => {
  const body = JSON.stringify(newOrder());
  connection = await openRaw(started.mock.url);
  await connection.send(await postHead({ 'Content-Length': Buffer.byteLength(body), Expect: '100-continue' }));
  expect(await connection.answer()).toMatchObject({ status: 100 });
  await connection.send(body);
  expect(await connection.answer()).toMatchObject({ status: 201 });
  connection.destroy();
});

test('a body of exactly the limit is read, one byte more is not', async () => {
  const body = Buffer.alloc(MEBIBYTE + 1, ' ');
  body.write(JSON.stringify(newOrder()));
  const asLarge = await started.api.post(ORDERS, body.subarray(0, MEBIBYTE), { as: CLIENT });
  expect(asLarge.status).toBe(201);
  expectProblem(await started.api.post(ORDERS, body, { as: CLIENT }), started.mock, TOO_LARGE);
});

test('the limit is a setting', async () => {
  const small = await startMock({ maxBodyBytes: 1024 });
  const answer = await small.api.post(ORDERS, newOrder({ externalOrderId: 'A'.repeat(1024) }), { as: CLIENT });
  expectProblem(answer, small.mock, { ...TOO_LARGE, detail: 'exceeds the limit of 1024 bytes' });
  await small.stop();
});
