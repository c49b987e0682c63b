import { afterAll, describe, expect, test } from '@jest/globals';
import type { ApiAnswer, ApiCall } from '../../support/api-client.ts';
import { CLIENT, ORDERS, SELLER, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

const started = await closedBy(afterAll).start();

interface Refused {
  readonly name: string;
  readonly status: number;
  readonly type: string;
  readonly method: string;
  readonly path: string;
  readonly call?: ApiCall;
}

const two = sampleOrder({ vins: [...sampleOrder().vins, ...sampleOrder().vins] });
const REFUSALS: readonly Refused[] = [
  { name: 'no token', status: 401, type: 'unauthorized', method: 'GET', path: '/me', call: { as: null } },
  {
    name: 'no data processing agreement',
    status: 403,
    type: 'dpa-not-accepted',
    method: 'GET',
    path: '/me',
    call: { as: 'api-client-no-dpa' },
  },
  {
    name: "somebody else's seller",
    status: 403,
    type: 'forbidden',
    method: 'POST',
    path: `/partners/${SELLER}/orders`,
    call: { as: CLIENT, body: sampleOrder() },
  },
  {
    name: 'two VINs without the capability',
    status: 403,
    type: 'capability-required',
    method: 'POST',
    path: '/partners/1df37d56-914b-4198-b2c0-2f6427c2b072/orders',
    call: { as: 'api-client-restricted', body: two },
  },
  { name: 'an unknown path', status: 404, type: 'not-found', method: 'GET', path: '/nowhere' },
  { name: 'an unknown method', status: 405, type: 'method-not-allowed', method: 'DELETE', path: '/me' },
  { name: 'broken JSON', status: 400, type: 'malformed-request', method: 'POST', path: ORDERS, call: { body: '{' } },
  {
    name: 'another content type',
    status: 415,
    type: 'unsupported-media-type',
    method: 'POST',
    path: ORDERS,
    call: { body: 'a', headers: { 'content-type': 'text/plain' } },
  },
  { name: 'an empty order', status: 422, type: 'validation-error', method: 'POST', path: ORDERS, call: { body: {} } },
  { name: 'a query', status: 422, type: 'validation-error', method: 'GET', path: '/webhooks/x/deliveries?size=0' },
  {
    name: 'a wish that cannot be met',
    status: 400,
    type: 'malformed-request',
    method: 'GET',
    path: '/me',
    call: { headers: { prefer: 'code=418' } },
  },
];

const send = ({ method, path, call }: Refused, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> =>
  started.api.call(method, path, { as: CLIENT, ...call, headers: { ...call?.headers, ...headers } });

describe.each(REFUSALS)('$name', (refused) => {
  const { status, type, path } = refused;
  const instance = `/v1${path.replace(/\?.*/, '')}`;

  test('is refused with a whole problem', async () => {
    const answer = await send(refused);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const { type: uri, title, detail, traceId, errors, ...rest } = answer.body;
    expect(uri).toBe(`${started.mock.url}/problems/${type}`);
    for (const text of [title, detail]) expect(text).toMatch(/\w/);
    expect(rest).toMatchObject({ status, instance });
    expect(traceId).toMatch(/^[\da-f]{32}$/);
    expect(Array.isArray(errors)).toBe(type === 'validation-error');
  });

  test('has the trace id of its header, and of the log', async () => {
    const { headers, body } = await send(refused);
    expect(headers['x-trace-id']).toBe(body.traceId);
    expect(started.exchanges.at(-1)).toMatchObject({ traceId: body.traceId, status, path: instance });
  });

  test("takes over the client's trace id", async () => {
    const { headers, body } = await send(refused, { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` });
    expect(body.traceId).toBe(TRACE_ID);
    expect(headers['x-trace-id']).toBe(TRACE_ID);
  });
});

test('two requests have two trace ids', async () => {
  const [one, other] = [await send(REFUSALS[0]!), await send(REFUSALS[0]!)];
  expect(one.body.traceId).not.toBe(other.body.traceId);
});

test.each([
  ['no hexadecimal digits', `00-${TRACE_ID.replace('4', 'g')}-${PARENT_ID}-01`],
  ['only zeros', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
  ['too few digits', `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
  ['capital letters', `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`],
  ['markup', '<script>'],
  ['nothing', ''],
])('a traceparent of %s is not taken over', async (_name, traceparent) => {
  const { body, headers } = await send(REFUSALS[0]!, { traceparent });
  expect(body.traceId).toMatch(/^[\da-f]{32}$/);
  expect(body.traceId).not.toContain(TRACE_ID.slice(1));
  expect(headers['x-trace-id']).toBe(body.traceId);
});

test('a success has its trace id in the header', async () => {
  const { status, headers } = await started.api.get('/me', {
    as: CLIENT,
    headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` },
  });
  expect({ status, traceId: headers['x-trace-id'] }).toEqual({ status: 200, traceId: TRACE_ID });
});

test('the instance is the path as it was sent, without the query', async () => {
  const answer = await started.api.get('/orders/%61?token=tr0ub4dor', { as: CLIENT });
  expect(answer.body.instance).toBe('/v1/orders/%61');
  expect(answer.text).not.toContain('tr0ub4dor');
});
