import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

let connection: RawConnection;

const started = await closedBy(afterAll).start({ headersTimeout: 250, requestTimeout: 400 });
const authorization = `Bearer ${await started.mock.token(CLIENT)}`;

beforeEach(async () => {
  connection = await openRaw(started.mock.url);
});
afterEach(async () => {
  connection.destroy();
  const { status } = await started.api.get('/me', { as: CLIENT });
  expect(status).toBe(200);
});

test('a client whose headers never end is answered 408', async () => {
  await connection.send('GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a');
  const { status, body } = await connection.answer();
  expect(status).toBe(408);
  expect(body).toMatchObject({ status: 408, detail: expect.stringContaining('too long') });
  await connection.closed;
});

test.each([
  ['announced', { 'Content-Length': 1000 }, '{"vins": ['],
  ['in chunks', { 'Transfer-Encoding': 'chunked' }, 'a\r\n{"vins": [\r\n'],
])('a client whose body, %s, never ends is answered 408', async (_name, headers, part) => {
  await connection.send(
    toHead(`POST /v1${ORDERS}`, { Authorization: authorization, 'Content-Type': 'application/json', ...headers }),
  );
  await connection.send(part);
  const { status, body } = await connection.answer();
  expect(status).toBe(408);
  expect(body).toMatchObject({ status: 408, detail: expect.stringContaining('too long') });
  await connection.closed;
});
