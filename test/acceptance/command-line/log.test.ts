import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startCommand } from '../../support/command-line.ts';
import { sendRaw, toHead } from '../../support/raw-http.ts';
import { ORDERS } from '../../support/sample-order.ts';

const SECRET = 'S3CRET-marker';
const TOKEN_PATH = '/auth/realms/integration/protocol/openid-connect/token';

interface Line {
  readonly operationId?: string;
  readonly status?: number;
  readonly source?: string;
}

let origin: string;
const command = startCommand(['serve', '--port', '0']);
beforeAll(async () => {
  const [, baseUrl = ''] = await command.says('stdout', /Base URL +(\S+)\n/);
  ({ origin } = new URL(baseUrl));
});
afterAll(async () => {
  command.signal('SIGKILL');
  await command.ended;
});

const post = (path: string, contentType: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRaw(
    origin,
    toHead(`POST ${path}`, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body), ...headers }) +
      body,
  );

test('each exchange is a line of JSON on standard error, and no secret is in any of them', async () => {
  const credentials = 'grant_type=client_credentials&client_id=api-client-demo&client_secret=';
  const form = 'application/x-www-form-urlencoded';
  const { body } = await post(TOKEN_PATH, form, `${credentials}demo-secret`);
  const token = String(body.access_token);
  const authorization = `Bearer ${token}`;
  await post(TOKEN_PATH, form, credentials + SECRET);
  await sendRaw(origin, toHead(`GET /v1/me?${SECRET}=${SECRET}`, { Authorization: authorization, Cookie: SECRET }));
  await sendRaw(origin, toHead(`GET /v1/me`, { Authorization: `Bearer ${SECRET}` }));
  await sendRaw(origin, toHead(`GET /v1/me`, { Authorization: `Basic ${SECRET}` }));
  await post(
    `/v1${ORDERS.replace(/[^/]+(?=\/orders)/, '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31')}`,
    'application/json',
    `{"${SECRET}": "${SECRET}"}`,
    {
      Authorization: authorization,
      'Idempotency-Key': SECRET,
    },
  );
  await post(`/v1${ORDERS}`, 'application/json', `{"a": ${SECRET}`, { Authorization: authorization });
  await sendRaw(origin, toHead(`GET /${SECRET.slice(2)}`));
  await sendRaw(origin, toHead(`GET /${SECRET.slice(2)}`).replace('Host: 127.0.0.1', `Host: ${SECRET}`));

  command.signal('SIGTERM');
  const { stdout, stderr } = await command.ended;
  expect(stdout + stderr).not.toContain(SECRET);
  expect(stdout + stderr).not.toContain(token);

  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  const exchanges = lines.map((line) => JSON.parse(line) as Line).filter(({ status }) => status !== undefined);
  expect(exchanges.map(({ operationId, status, source }) => [operationId, status, source])).toEqual([
    [undefined, 200, 'identity'],
    [undefined, 401, 'identity'],
    ['getOrganization', 200, 'stateful'],
    ['getOrganization', 401, 'engine'],
    ['getOrganization', 401, 'engine'],
    ['createOrder', 422, 'engine'],
    ['createOrder', expect.any(Number), 'engine'],
    [undefined, 404, 'engine'],
    [undefined, 403, 'door'],
  ]);
  for (const exchange of exchanges)
    expect(exchange).toMatchObject({
      ms: expect.any(Number),
      method: expect.stringMatching(/^(?:GET|POST)$/),
      path: expect.stringMatching(/^\/[^?]*$/),
      level: 30,
    });
});
