import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';
import { eventsAbout, readEvents, typesOf } from '../../support/read-events.ts';
import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';
import { createDocumentsClient } from '../documents/documents-client.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
/** A minute's write budget is 60. */
beforeEach(() => {
  clock.advance(60_000);
});

const simulate = async (name: string, buyerUuid: string): Promise<void> => {
  succeed(await api.post(`${mock.url}/__admin/simulators/${name}/run`, { buyerUuid }));
};

const FINAL = { type: 'FINAL', invoiceNumber: 'F-1', invoiceDate: '2026-11-05' };

const documents = createDocumentsClient(mock, api, { as: 'api-client-demo', seller: SELLER });

const invoicesOf = (uuid: string) => api.get(`/partners/${SELLER}/orders/${uuid}/invoice`);
const typesAbout = async (uuid: string): Promise<readonly string[]> =>
  typesOf(eventsAbout(await readEvents(mock, api), uuid));

/** What a client sees of an order, and how many events there were. */
const pictureOf = async (uuid: string): Promise<readonly string[]> => {
  const answers = [workflow.order(uuid), workflow.transport(uuid), workflow.compliance(uuid), invoicesOf(uuid)];
  const texts = (await Promise.all(answers)).map((answer) => succeed(answer).text);
  return [...texts, String((await typesAbout(uuid)).length)];
};

/** Of the order, its transport, its rollup and its invoices. */
const versionsOf = async (uuid: string): Promise<readonly number[]> => {
  const [order, transport, rollup] = [
    await workflow.order(uuid),
    await workflow.transport(uuid),
    await workflow.compliance(uuid),
  ];
  const { data } = (await invoicesOf(uuid)).body;
  return [order.body, transport.body, rollup.body, ...data].map(({ version }: { version: number }) => version);
};

const judged = async (vatNumber: string, failsOnTheRoad = false) => {
  const { buyerUuid, orderUuid } = await workflow.begin(undefined, { vatNumber });
  await workflow.takeToTheRoad(orderUuid);
  succeed(await workflow.submitInvoice(orderUuid, FINAL));
  succeed(await workflow.upload(orderUuid, 'INVOICE'));
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION'));
  if (failsOnTheRoad) await simulate('vies_check_failed', buyerUuid);
  succeed(await workflow.confirmDelivery(orderUuid));
  return { buyerUuid, orderUuid };
};

/** The first that is ACTIVE. */
const archive = async (uuid: string, type: string): Promise<ApiAnswer> => {
  const { data } = (await documents.ofOrder(uuid)).body as { data: { id: string; type: string; status: string }[] };
  const { id = '' } = data.find((one) => one.type === type && one.status === 'ACTIVE') ?? {};
  return succeed(await documents.patch(id, 'ARCHIVED'));
};

test.each([
  ['a success after COMPLIANCE_INVALID', 'AT100', true, 'vies_check_passed', 'COMPLIANCE_INVALID', 'COMPLIANCE_VALID'],
  ['a failure after COMPLIANCE_VALID', 'BE100', false, 'vies_check_failed', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID'],
  ['a block after COMPLIANCE_VALID', 'DK100', false, 'buyer_blocked', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID'],
])(
  '%s changes nothing until data is corrected, and counts then',
  async (_what, vatNumber, failsOnTheRoad, later, before, after) => {
    const { buyerUuid, orderUuid } = await judged(vatNumber, failsOnTheRoad);
    const verdict = await pictureOf(orderUuid);
    expect((await workflow.order(orderUuid)).body.status).toBe(before);
    await simulate(later, buyerUuid);
    expect(await pictureOf(orderUuid)).toEqual(verdict);
    // Neither changed data of the buyer nor the same invoice again is a correction of the order.
    succeed(await api.patch(`/partners/${SELLER}/buyers/${buyerUuid}`, { companyName: 'Another Name GmbH' }));
    expect((await workflow.submitInvoice(orderUuid, FINAL)).status).toBe(200);
    expect(await pictureOf(orderUuid)).toEqual(verdict);

    const versions = await versionsOf(orderUuid);
    clock.advance(1000);
    succeed(await workflow.upload(orderUuid, 'CMR'));
    const result = after.replace('COMPLIANCE_', '');
    const updatedAt = new Date(clock.now()).toISOString();
    expect((await workflow.order(orderUuid)).body).toMatchObject({
      ...{ status: after, updatedAt },
      vins: [{ complianceStatus: result }],
    });
    expect((await invoicesOf(orderUuid)).body.data).toMatchObject([
      { status: result, updatedAt },
      { status: result, updatedAt },
    ]);
    const [order = 0, transport, ...others] = versions;
    expect(await versionsOf(orderUuid)).toEqual([order + 1, transport, ...others.map((version) => version + 1)]);
    expect((await typesAbout(orderUuid)).slice(-3)).toEqual([
      'compliance.status_changed',
      'compliance.decision_made',
      'export_file.generated',
    ]);
    expect((await api.get(`/orders/${orderUuid}/export-file`)).body.version).toBe(2);
  },
);

test.each<[what: string, act: (uuid: string) => Promise<ApiAnswer>, isNew: boolean]>([
  [
    'another document of a kind that is there brings the verdict anew',
    (uuid) => documents.toOrder(uuid, { type: 'CMR', fileName: 'other.pdf' }),
    true,
  ],
  ['another copy of one does not', (uuid) => workflow.upload(uuid, 'CMR'), false],
  ['one of two copies that is archived does not', (uuid) => archive(uuid, 'CMR'), false],
  ['a copy of the invoice does not', (uuid) => workflow.upload(uuid, 'INVOICE', undefined, 'FINAL'), false],
  ['an Export File that is archived does not', (uuid) => archive(uuid, 'EXPORT_FILE'), false],
])('%s', async (_what, act, isNew) => {
  const { orderUuid } = await judged('FI100');
  succeed(await workflow.upload(orderUuid, 'CMR'));
  const { length } = await typesAbout(orderUuid);
  succeed(await act(orderUuid));
  expect((await typesAbout(orderUuid)).slice(length)).toEqual(
    isNew ? ['compliance.decision_made', 'export_file.generated'] : [],
  );
  expect((await workflow.order(orderUuid)).body.status).toBe('COMPLIANCE_VALID');
});

test('what takes a verdict back takes the decision back; vehicles and invoices stand as before it', async () => {
  const { orderUuid } = await judged('EE100');
  const [order = 0, transport, ...others] = await versionsOf(orderUuid);
  await archive(orderUuid, 'DELIVERY_DECLARATION');
  expect((await workflow.order(orderUuid)).body).toMatchObject({
    status: 'TRANSPORT_COMPLETED',
    vins: [{ complianceStatus: 'DELIVERED' }],
  });
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({
    status: 'INCOMPLETE',
    decision: null,
    blockers: [{ code: 'DELIVERY_DECLARATION_MISSING' }],
  });
  expect((await invoicesOf(orderUuid)).body.data).toMatchObject([{ status: 'SUBMITTED' }, { status: 'SUBMITTED' }]);
  expect(await versionsOf(orderUuid)).toEqual([order + 1, transport, ...others.map((version) => version + 1)]);
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION'));
  expect((await workflow.order(orderUuid)).body.status).toBe('COMPLIANCE_VALID');
});

test('an order with a verdict is watched no more, and one whose verdict is taken back is again', async () => {
  const { orderUuid } = await judged('SE100100200');
  clock.advance(3 * 86_400_000);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ decision: 'VALID_EXPORT', viesResult: 'VALID' });
  await archive(orderUuid, 'CMR');
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ decision: null, viesResult: 'VALID' });
  clock.advance(2 * 86_400_000);
  clock.advance(60_000);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({
    status: 'INVALID',
    decision: 'VAT_APPLICABLE',
    viesResult: 'INVALID',
  });
});
