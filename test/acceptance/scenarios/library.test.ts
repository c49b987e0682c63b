import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/expect-problem.ts';
import { activate, failureOf } from '../../support/scenario.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import {
  OTHER_VIN,
  SELLER,
  VIN,
  type Workflow,
  createWorkflow,
  succeed,
  toMultipart,
  vehicle,
} from '../../support/workflow.ts';

let started: StartedMock;
let workflow: Workflow;
beforeEach(async () => {
  started = await startMock({ delays: 'skip' });
  workflow = createWorkflow(started.api, started.clock);
});
afterEach(() => started.stop());

const me = () => started.api.get('/me');

/** An order that may be sent again, byte for byte, under whichever key. */
const createOrder = async () => {
  const { uuid } = succeed(await workflow.createBuyer()).body;
  started.clock.advance(10_000);
  const order = {
    externalOrderId: 'LIB-1',
    buyerId: uuid,
    purchaseDate: '2026-11-02',
    vins: [vehicle(VIN)],
    totalAmount: { value: 1_250_000, currency: 'EUR' },
  };
  return (key: string) =>
    started.api.post(`/partners/${SELLER}/orders`, order, { headers: { 'idempotency-key': key } });
};

test('idempotent-replay: the answer comes late, and again under the same key', async () => {
  const send = await createOrder();
  await activate(started, 'idempotent-replay');
  const late = await send('one');
  expect(late.headers['x-mock-scenario']).toBe('idempotent-replay/1');
  const again = await send('one');
  expect(again.text).toBe(late.text);
  expect(again.headers['idempotency-replayed']).toBe('true');
});

test('key-reused: only a new key helps', async () => {
  const send = await createOrder();
  await activate(started, 'key-reused');
  const refused = await send('one');
  expectRefusal(refused, 422, 'idempotency-key-reused');
  expect(refused.body.errors).toBeUndefined();
  expect((await send('two')).status).toBe(201);
});

test('lost-request: nothing was done, and the same key is right all the same', async () => {
  const send = await createOrder();
  await activate(started, 'lost-request');
  expect((await failureOf(send('one'))).code).toBe('ECONNRESET');
  const again = await send('one');
  expect(again.status).toBe(201);
  expect(again.headers['idempotency-replayed']).toBeUndefined();
});

test('internal-error: a trace id for support, and the same key for the retry', async () => {
  const send = await createOrder();
  await activate(started, 'internal-error');
  const failed = await send('one');
  expectRefusal(failed, 500, 'internal-error');
  expect(failed.body.traceId).toBe(failed.headers['x-trace-id']);
  expect((await send('one')).status).toBe(201);
});

test('new-problem-type: a type that no client knows, in a shape that all know', async () => {
  const send = await createOrder();
  await activate(started, 'new-problem-type');
  const refused = await send('one');
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    type: 'https://example.com/problems/vehicle-under-recall',
    traceId: refused.headers['x-trace-id'],
  });
});

test('token-expiry: 401 in the middle, then the work goes on under the same key', async () => {
  const { orderUuid } = await workflow.begin();
  await activate(started, 'token-expiry');
  const invoice = {
    invoiceDate: '2026-11-03',
    invoiceNumber: 'R-1',
    vatIncluded: false,
    amount: { value: 1_250_000, currency: 'EUR' },
    marginScheme: false,
  };
  const send = () =>
    started.api.post(`/partners/${SELLER}/orders/${orderUuid}/invoice`, invoice, {
      headers: { 'idempotency-key': 'invoice' },
    });
  const refused = await send();
  expectRefusal(refused, 401, 'unauthorized');
  expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  expect((await send()).status).toBe(201);
});

test('dpa-withdrawn: after the order nothing goes any more', async () => {
  await activate(started, 'dpa-withdrawn');
  expect((await me()).status).toBe(200);
  await workflow.begin();
  expectRefusal(await me(), 403, 'dpa-not-accepted');
  expectRefusal(await workflow.createBuyer(), 403, 'dpa-not-accepted');
});

test('capability-missing: one vehicle goes, two do not', async () => {
  await activate(started, 'capability-missing');
  const { buyerUuid } = await workflow.begin();
  const refused = await workflow.createOrder(buyerUuid, { vins: [vehicle(VIN), vehicle(OTHER_VIN)] });
  expectRefusal(refused, 403, 'capability-required');
  expect(refused.body.capability).toBe('allowMultiVinOrders');
});

test('gateway-page: HTML where JSON was hoped for', async () => {
  await activate(started, 'gateway-page');
  expect(await me()).toMatchObject({ status: 502, headers: { 'content-type': 'text/html' } });
  expect((await me()).status).toBe(200);
});

test('broken-connection: four ways to break, then all is well', async () => {
  await activate(started, 'broken-connection');
  const codes: (string | undefined)[] = [];
  for (let call = 0; call < 4; call++) codes.push((await failureOf(me())).code);
  expect(codes).toEqual(['ECONNRESET', 'ECONNRESET', 'HPE_INVALID_CHUNK_SIZE', 'HPE_INVALID_CONSTANT']);
  expect((await me()).status).toBe(200);
});

test('slow-service: every answer has its delay, the same in every run', async () => {
  const delays = async (): Promise<string[]> => {
    await activate(started, 'slow-service');
    const told: string[] = [];
    for (let call = 0; call < 5; call++) {
      const { headers } = await me();
      const url = `${started.mock.url}/__admin/requests/${headers['x-mock-request-id'] ?? ''}/explain`;
      const { body } = await started.api.get(url);
      told.push(/held it back (\d+) ms/.exec(JSON.stringify(body))?.[1] ?? '');
    }
    return told;
  };
  const first = await delays();
  expect(new Set(first).size).toBe(5);
  expect(await delays()).toEqual(first);
});

test('slow-body: a download arrives whole', async () => {
  const { orderUuid } = await workflow.begin();
  await activate(started, 'slow-body');
  const { body, contentType } = toMultipart({ type: 'CMR' }, 'cmr.pdf', '%PDF-1.4 trickling\n%%EOF\n');
  const uploaded = succeed(
    await started.api.post(`/partners/${SELLER}/orders/${orderUuid}/documents`, body, {
      headers: { 'content-type': contentType },
    }),
  );
  const answer = await started.api.get(`/documents/${String(uploaded.body.id)}/download`);
  expect(answer.text).toContain('trickling');
  expect(answer.headers['x-mock-scenario']).toBe('slow-body/1');
});
