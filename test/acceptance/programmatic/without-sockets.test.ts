import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';
import type { StartedMock } from '../../support/start-mock.ts';

const TOKEN_PATH = '/auth/realms/integration/protocol/openid-connect/token';
const FORM = 'grant_type=client_credentials&client_id=api-client-demo&client_secret=wrong';

/** Two servers that differ in nothing but their ports: what one answers over HTTP, the other answers without it. */

const { start } = closedBy(afterAll);
const one = await start();
const other = await start();

/** Headers that belong to a connection, not to an answer. */
const OF_THE_CONNECTION = ['date', 'connection', 'keep-alive'];

interface Comparable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Ids that no two servers on one database may give. */
const OF_THE_SERVER = ['x-mock-request-id', 'x-trace-id'];

const withoutPlace = ({ status, headers, text }: Comparable, { mock }: StartedMock): Comparable => {
  const names = OF_THE_SERVER.filter((name) => headers[name] !== undefined);
  const neutral = (value: string): string =>
    names.reduce((told, name) => told.replaceAll(headers[name] ?? '', name), value.replaceAll(mock.url, 'http://here'));
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !OF_THE_CONNECTION.includes(name))
        .map(([name, value]) => [name, value && neutral(value)]),
    ),
    text: neutral(text),
  };
};

/** The API client sends one of its own with every write. */
const NO_KEY = { 'idempotency-key': undefined };
const asJson = (key: string) => ({ 'content-type': 'application/json', 'idempotency-key': key });

test.each([
  ['GET', '/v1/me', {}, undefined],
  ['HEAD', '/v1/me', {}, undefined],
  ['OPTIONS', '/v1/me', {}, undefined],
  ['DELETE', '/v1/me', {}, undefined],
  ['GET', '/v1/me?__dynamic=true&__seed=%E2%82%AC', {}, undefined],
  ['GET', '/v1/nowhere', {}, undefined],
  ['GET', '/v1/orders/%zz/transport', {}, undefined],
  ['GET', '/v1/orders/..%2f..%2fetc/transport', {}, undefined],
  ['GET', '/v1/me', { prefer: 'code=403' }, undefined],
  ['GET', '/v1/me', { accept: 'image/png' }, undefined],
  ['GET', '/v1/me', { authorization: 'Bearer  two' }, undefined],
  ['GET', '/v1/me', { authorization: '' }, undefined],
  ['POST', `/v1${ORDERS}`, asJson('1'), JSON.stringify(sampleOrder())],
  ['POST', `/v1${ORDERS}`, asJson('2'), JSON.stringify(sampleOrder({ vins: [] }))],
  ['POST', `/v1${ORDERS}`, asJson('3'), '{"a": 1, "a": 2}'],
  ['POST', `/v1${ORDERS}`, asJson('4'), ' '.repeat(1_048_577)],
  ['POST', `/v1${ORDERS}`, { 'content-type': 'text/plain' }, 'order'],
  ['POST', `/v1${ORDERS}`, { 'content-type': 'application/json' }, JSON.stringify(sampleOrder())],
  ['POST', TOKEN_PATH, { 'content-type': 'application/x-www-form-urlencoded' }, FORM],
  ['GET', '/__admin/ready', {}, undefined],
  ['GET', '/', {}, undefined],
])('%s %s with %j is answered the same', async (method, path, headers, body) => {
  const options = { as: null, body };
  const tokens = await Promise.all([one.mock.token(CLIENT), other.mock.token(CLIENT)]);
  const [first = {}, second = {}] = tokens.map((token) => ({ authorization: `Bearer ${token}`, ...headers }));
  const answer = await one.api.call(method, one.mock.url + path, { ...options, headers: { ...NO_KEY, ...first } });
  const response = await other.mock.handle(
    new Request(other.mock.url + path, { method, headers: second, ...(body === undefined ? {} : { body }) }),
  );
  const { status } = response;
  const inHand = { status, headers: Object.fromEntries(response.headers), text: await response.text() };
  expect(withoutPlace(inHand, other)).toEqual(withoutPlace(answer, one));
});
