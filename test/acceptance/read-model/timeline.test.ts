import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { readRecord } from './read-records.ts';

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
const workflow = createWorkflow(started.api, started.clock);

const show = readRecord(admin, 'orders');

const begun = await workflow.begin([vehicle(VIN)]);
const { orderUuid } = begun;

test('a new order is blocked by what is missing, and says which call removes it', async () => {
  const order = await show(orderUuid);
  expect(order.blockers).toContainEqual(
    expect.objectContaining({ code: 'PRELIMINARY_INVOICE_MISSING', operationId: 'submitInvoice' }),
  );
  expect(order.milestones.filter(({ reached }) => reached).map(({ name }) => name)).toEqual(['created']);
  expect(order.nextJob).toMatchObject({ kind: 'vies-recheck', subject: { kind: 'buyer', id: begun.buyerUuid } });
  expect(order.rules.find(({ id }) => id === 'kyc')?.state).toBe('not_applicable');
});

test('what is only possible after arrival is not due while the order is on the road', async () => {
  await workflow.takeToTheRoad(orderUuid);
  const { rules, compliance, vins } = await show(orderUuid);
  expect(compliance).toBe('VALID');
  expect(vins).toMatchObject([{ vin: VIN, transportStatus: 'IN_TRANSIT' }]);
  expect(rules.filter(({ state }) => state === 'later').map(({ id }) => id)).toEqual([
    'final-invoice',
    'delivery',
    'delivery-declaration',
  ]);
});

test('with the verdict each milestone has its time and its request, and the timeline leads to it', async () => {
  await workflow.arrive(orderUuid);
  const order = await show(orderUuid);
  expect(order).toMatchObject({
    status: 'COMPLIANCE_VALID',
    blockerCount: 0,
    nextJob: null,
    exportFileId: expect.any(String),
  });
  for (const { name, reached, at, requestId } of order.milestones) {
    expect([name, reached, typeof at, typeof requestId]).toEqual([name, true, 'string', 'string']);
    expect(await admin('GET', `/requests/${requestId ?? ''}`)).toMatchObject({ status: 200 });
  }
  const { timeline } = order;
  expect(timeline[0]).toMatchObject({ kind: 'request', title: 'createOrder', status: '201' });
  const times = timeline.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const decided = timeline.findIndex(({ title }) => title === 'compliance.decision_made');
  const cause = timeline.findIndex(({ id }) => id === timeline[decided]?.requestId);
  expect(cause).toBeGreaterThan(0);
  expect(decided).toBeGreaterThan(cause);
  expect(order.timelineCount).toBe(timeline.length);
});

test('a refused request is in the timeline, a read is not', async () => {
  await started.api.get(`/orders/${orderUuid}`);
  await workflow.confirmPickup(orderUuid);
  expect((await show(orderUuid)).timeline.at(-1)).toMatchObject({
    kind: 'request',
    title: expect.stringMatching(/^confirmPickup: ./),
    status: '409',
  });
});

test('each document and the Export File are downloaded as attachments, without a trace', async () => {
  const { documents, exportFile } = await show(orderUuid);
  const before = succeed(await admin('GET', '/requests')).body.pagination.totalElements as number;
  for (const { download, fileName, contentType } of documents) {
    const answer = await started.api.call('GET', `${started.mock.url}${download}`, { as: null });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers).toMatchObject({
      'content-type': contentType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox/),
      'content-disposition': expect.stringMatching(`^attachment; .*${encodeURIComponent(fileName)}`),
    });
  }
  const file = await started.api.call('GET', `${started.mock.url}${exportFile?.download ?? ''}`, { as: null });
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.text.startsWith('%PDF')).toBe(true);
  expect(succeed(await admin('GET', '/requests')).body.pagination.totalElements).toBe(before);
});

test('a document of another order is 404', async () => {
  const other = await workflow.begin([vehicle('WBA3A5C50CF256551')], { vatNumber: 'BE100' });
  const [document] = (await show(orderUuid)).documents;
  expect(await admin('GET', `/orders/${other.orderUuid}/documents/${document?.id ?? ''}`)).toMatchObject({
    status: 404,
  });
});
