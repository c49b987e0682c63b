import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningCommand, startCommand } from '../../support/command-line.ts';
import { type RawConnection, openRaw, sendRaw, toHead } from '../../support/raw-http.ts';
import { ORDERS, CLIENT, sampleOrder } from '../../support/sample-order.ts';

const BODY = JSON.stringify(sampleOrder());

let command: RunningCommand;
let origin: string;
let connection: RawConnection;
beforeEach(async () => {
  command = startCommand(['serve', '--port', '0']);
  const [, baseUrl = ''] = await command.says('stdout', /Base URL +(\S+)\n/);
  ({ origin } = new URL(baseUrl));
  connection = await openRaw(origin);
});
afterEach(async () => {
  connection.destroy();
  command.signal('SIGKILL');
  await command.ended;
});

const fetchToken = async (): Promise<string> => {
  const form = `grant_type=client_credentials&client_id=${CLIENT}&client_secret=enterprise-secret`;
  const head = toHead('POST /auth/realms/integration/protocol/openid-connect/token', {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': form.length,
  });
  return String((await sendRaw(origin, head + form)).body.access_token);
};

/** Begins an order and waits until the server asks for its body: from then on the request is in progress. */
const beginOrder = async (headers: Readonly<Record<string, string>> = {}): Promise<void> => {
  await connection.send(
    toHead(`POST /v1${ORDERS}`, {
      Authorization: `Bearer ${await fetchToken()}`,
      'Idempotency-Key': 'slow',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(BODY),
      Expect: '100-continue',
      ...headers,
    }),
  );
  expect(await connection.answer()).toMatchObject({ status: 100 });
  await connection.send(BODY.slice(0, 10));
};

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets a request in progress finish, then ends with 0', async (signal) => {
  await beginOrder();
  command.signal(signal);
  await command.says('stderr', new RegExp(`vatmock: ${signal}: finishing requests in progress`));
  await connection.send(BODY.slice(10));
  expect(await connection.answer()).toMatchObject({ status: 201 });
  const { code, stderr } = await command.ended;
  expect(code).toBe(0);
  // The last exchange has its line too.
  expect(stderr).toMatch(/"operationId":"createOrder","clientId":"api-client-enterprise","status":201/);
});

test('after a signal no new connection is taken', async () => {
  await beginOrder();
  const idle = await openRaw(origin);
  command.signal('SIGTERM');
  await idle.closed;
  await expect(openRaw(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a connection without a request does not hold the end up', async () => {
  command.signal('SIGTERM');
  const { code } = await command.ended;
  expect(code).toBe(0);
  await connection.closed;
});

test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGINT'],
] as const)('%s and then %s end it at once', async (first, second) => {
  await beginOrder();
  command.signal(first);
  await command.says('stderr', /finishing requests/);
  command.signal(second);
  const { code, signal } = await command.ended;
  expect(code === 0).toBe(false);
  expect(signal ?? code).toBeTruthy();
});
