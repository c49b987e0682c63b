import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/expect-problem.ts';
import { activate } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';
import { SELLER, VIN, type Workflow, createWorkflow, succeed, toMultipart, vehicle } from '../../support/workflow.ts';

const started = startedBy(beforeEach, afterEach, { delays: 'skip' });
let workflow: Workflow;
beforeEach(() => {
  workflow = createWorkflow(started.api, started.clock);
});

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

test('key-reused: only a new key helps', async () => {
  const send = await createOrder();
  await activate(started, 'key-reused');
  const refused = await send('one');
  expectRefusal(refused, 422, 'idempotency-key-reused');
  expect(refused.body.errors).toBeUndefined();
  expect((await send('two')).status).toBe(201);
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
