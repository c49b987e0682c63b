import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';

let connection: RawConnection;

const started = await closedBy(afterAll).start();
const authorization = `Bearer ${await started.mock.token(CLIENT)}`;

beforeEach(async () => {
  connection = await openRaw(started.mock.url);
});
afterEach(async () => {
  connection.destroy();
  const { status } = await started.api.get('/me', { as: CLIENT });
  expect(status).toBe(200);
});

const GET_ME = 'GET /v1/me';

test.each([
  ['a header', toHead(GET_ME, { 'X-Long': 'a'.repeat(20_000) })],
  [
    'many headers',
    toHead(GET_ME, Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`X-${String(i)}`, 'a'.repeat(40)]))),
  ],
  ['an address', toHead(`${GET_ME}?q=${'a'.repeat(20_000)}`)],
])('%s of more than 16 KiB is refused with 431', async (_name, head) => {
  await connection.send(head);
  const { status, headers, body } = await connection.answer();
  expect(status).toBe(431);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({
    type: expect.stringMatching(/\/problems\/header-fields-too-large$/),
    status: 431,
    detail: expect.stringContaining('16 KiB'),
  });
  await connection.closed;
});

/** RFC 9110, 10.1.1: "A server that receives an Expect field value containing a member other than 100-continue MAY respond with a 417". */
test.each([
  ['without a body', toHead(GET_ME, { Expect: '200-ok' })],
  ['with one', `${toHead('POST /v1/me', { Expect: 'the-best', 'Content-Length': 2 })}{}`],
  ['that never comes', toHead('POST /v1/me', { Expect: 'the-best', 'Content-Length': 2000 })],
])('an unknown expectation is refused with 417: a request %s', async (_name, request) => {
  await connection.send(request);
  const { status, headers, body } = await connection.answer();
  expect([status, headers['content-type']]).toEqual([417, 'application/problem+json']);
  expect(body).toEqual({
    type: `${started.mock.url}/problems/expectation-failed`,
    title: 'Expectation failed',
    status: 417,
    detail: expect.stringContaining('leave the Expect header out'),
  });
});

test.each([
  ['garbage', '\u0000\u0001\u0002\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['a TLS handshake', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
  ['a control character in a header', toHead(GET_ME, { 'X-Odd': 'a\u0001b' })],
  ['a line feed in a header name', 'GET /v1/me HTTP/1.1\r\nX-A\nB: 1\r\n\r\n'],
  ['a blank in a header name', toHead(GET_ME, { 'X Odd': '1' })],
  ['a blank in the address', toHead('GET /v1/me and more')],
  ['a letter beyond ASCII in the address', toHead('GET /v1/orders/é')],
  ['HTTP/3.0', 'GET /v1/me HTTP/3.0\r\nHost: 127.0.0.1\r\n\r\n'],
  ['two lengths', toHead('POST /v1/me', { 'Content-Length': '1', 'content-length': '2' })],
  ['a length that is no number', toHead('POST /v1/me', { 'Content-Length': 'ten' })],
  ['a length and chunks', toHead('POST /v1/me', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })],
  ['no host', 'GET /v1/me HTTP/1.1\r\n\r\n'],
])('%s is refused with 400', async (_name, bytes) => {
  await connection.send(bytes);
  const { status, headers, body } = await connection.answer();
  expect(status).toBe(400);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({
    type: `${started.mock.url}/problems/malformed-request`,
    status: 400,
    detail: expect.stringContaining('HTTP/1.1'),
  });
  await connection.closed;
});

test.each(['https://[::1/v1/me', 'http://x:99999/v1/me', 'x://'])(
  'the address %s is refused with 400',
  async (target) => {
    await connection.send(toHead(`GET ${target}`));
    const { status, body } = await connection.answer();
    expect({ status, detail: body.detail }).toEqual({
      status: 400,
      detail: 'The request target is neither a path nor an absolute URL.',
    });
    await connection.closed;
  },
);

test.each([
  ['GET /v1/orders?vin=é', /Percent-encode/],
  [`POST /v1${ORDERS}`, /Content-Length/],
])('%s: what is wrong is said', async (line, detail) => {
  await connection.send(
    toHead(line, { Authorization: authorization, 'Content-Type': 'application/json', 'Content-Length': 2 }),
  );
  connection.finish();
  const { status, body } = await connection.answer();
  expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
});

test('CONNECT is refused with 405', async () => {
  await connection.send(toHead('CONNECT 127.0.0.1:443'));
  const { status, headers, body } = await connection.answer();
  expect({ status, headers, body }).toEqual({
    status: 405,
    headers: expect.objectContaining({ allow: '', connection: 'close', 'content-type': 'application/problem+json' }),
    body: {
      type: `${started.mock.url}/problems/method-not-allowed`,
      title: 'Method not allowed',
      status: 405,
      detail: 'This server is not a proxy, so it does not support CONNECT.',
    },
  });
  await connection.closed;
});

test.each([
  ['CONNECT', toHead('CONNECT 127.0.0.1:443'), 405],
  ['garbage', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
])('%s is refused after the requests before it have been answered', async (_name, bytes, refusal) => {
  const get = toHead(GET_ME, { Authorization: authorization });
  await connection.send(get + get + bytes);
  const answers = [await connection.answer(), await connection.answer(), await connection.answer()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, refusal]);
  await connection.closed;
});

test('what comes after the last request of a connection has no answer', async () => {
  const get = toHead(GET_ME, { Authorization: authorization, Connection: 'close' });
  await connection.send(get + toHead('CONNECT 127.0.0.1:443'));
  expect(await connection.answer()).toMatchObject({ status: 200 });
  await connection.closed;
});

test('a chunk whose size is no number is refused with 400', async () => {
  await connection.send(
    toHead(`POST /v1${ORDERS}`, {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }),
  );
  await connection.send('zz\r\n{}\r\n');
  expect(await connection.answer()).toMatchObject({ status: 400, body: { status: 400 } });
  await connection.closed;
});

test('two Authorization headers are refused with 401', async () => {
  await connection.send(toHead(GET_ME, { Authorization: authorization, authorization }));
  const answer = await connection.answer();
  expectProblem(answer, started.mock, {
    status: 401,
    type: 'unauthorized',
    instance: '/v1/me',
    detail: 'The Authorization header was sent more than once',
  });
});

test('a client that goes away in the middle of its body is forgotten', async () => {
  await connection.send(
    toHead(`POST /v1${ORDERS}`, {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Content-Length': 1000,
      Expect: '100-continue',
    }),
  );
  expect(await connection.answer()).toMatchObject({ status: 100 });
  await connection.send('{"vins": [');
  connection.destroy();
  await connection.closed;
});

test('a client that goes away in the middle of its form is forgotten', async () => {
  const { mock, api, stop } = await startMock();
  const leaving = await openRaw(mock.url);
  await leaving.send(
    toHead('POST /auth/realms/integration/protocol/openid-connect/token', {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': 1000,
      Expect: '100-continue',
    }),
  );
  expect(await leaving.answer()).toMatchObject({ status: 100 });
  leaving.destroy();
  await leaving.closed;
  await api.get('/me');
  await stop();
});

test('a client that goes away before its answer is forgotten', async () => {
  await connection.send(toHead(GET_ME, { Authorization: authorization }));
  connection.destroy();
  await connection.closed;
  await started.mock.idle();
  expect(started.notices.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('hundreds of requests sent one behind the other begin one after the other', async () => {
  const create = (number: number): string => {
    const body = JSON.stringify({ url: `https://receiver.example/${String(number)}`, events: ['order.created'] });
    return `${toHead('POST /v1/webhooks', {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'Idempotency-Key': 'pipelined',
    })}${body}`;
  };
  await connection.send(`${create(1)}${create(2)}${toHead(GET_ME).repeat(300)}${toHead('GET /v1/nowhere')}`);
  const statuses = [];
  for (let answered = 0; answered < 303; answered++) statuses.push((await connection.answer()).status);
  // The second was not begun before the first one was answered: it is no request in progress.
  expect(statuses.slice(0, 2)).toEqual([statuses[0], 422]);
  expect(statuses.slice(2)).toEqual([...Array.from({ length: 300 }, () => 401), 404]);
});

// RFC 9112, section 9.6: a client may close its side after its last request, as `nc` does.
test('a client that has finished sending gets its answer, also one that takes a while', async () => {
  await connection.send(toHead(GET_ME, { Authorization: authorization, Prefer: 'delay=50' }));
  connection.finish();
  expect((await connection.answer()).status).toBe(200);
  await connection.closed;
});

test('several requests at once, and the end: each gets its answer', async () => {
  const one = toHead(GET_ME, { Authorization: authorization });
  await connection.send(one + one + one);
  connection.finish();
  for (let count = 0; count < 3; count++) expect((await connection.answer()).status).toBe(200);
  await connection.closed;
});
