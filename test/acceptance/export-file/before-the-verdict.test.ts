import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OTHER_VIN, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { CLIENT, SELLER } from '../documents/documents-client.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });

const find = (orderUuid: string) => api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT });

const notFound = (orderUuid: string, detail: string) =>
  ({ status: 404, type: 'not-found', instance: `/v1/orders/${orderUuid}/export-file`, detail }) as const;

test('before the verdict there is none, and the answer names what stands in its way', async () => {
  const { orderUuid } = await workflow.begin([vehicle(VIN), vehicle(OTHER_VIN)]);
  await workflow.takeToTheRoad(orderUuid);
  succeed(await workflow.confirmDelivery(orderUuid, { vins: [VIN] }));
  const onTheRoad = await find(orderUuid);
  expectProblem(onTheRoad, mock, notFound(orderUuid, 'it is TRANSPORT_IN_PROGRESS and has no final verdict'));
  expect(onTheRoad.body.blockers).toEqual((await workflow.compliance(orderUuid)).body.blockers);

  succeed(await workflow.confirmDelivery(orderUuid));
  const arrived = await find(orderUuid);
  const missing = `FINAL_INVOICE_MISSING, DELIVERY_DECLARATION_MISSING (${VIN}), DELIVERY_DECLARATION_MISSING (${OTHER_VIN}).`;
  expectProblem(arrived, mock, notFound(orderUuid, `Missing: ${missing}`));
  expect(arrived.body.orderStatus).toBe('TRANSPORT_COMPLETED');
});

test('a valid order on the road only has to arrive', async () => {
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  expectProblem(await find(orderUuid), mock, notFound(orderUuid, 'Every VIN must be delivered first.'));
});

test('of hundreds of blockers the sentence names some, and the list all', async () => {
  const vins = Array.from({ length: 30 }, (_, index) => vehicle(`WVWZZZ1JZ3W3867${String(10 + index)}`));
  const { orderUuid } = await workflow.begin(vins);
  const { body } = await find(orderUuid);
  expect(body.blockers).toHaveLength(5 + 5 * 30);
  expect(body.detail).toMatch(/, and 145 more\.$/);
});

test('a cancelled order will have none', async () => {
  const { orderUuid } = await workflow.begin();
  succeed(await api.post(`/orders/${orderUuid}/cancel`, {}, { as: CLIENT }));
  expectProblem(await find(orderUuid), mock, notFound(orderUuid, 'was CANCELLED without a final verdict'));
});

test('an unknown order is said to be unknown', async () => {
  const unknown = '00000000-0000-4000-8000-000000000005';
  expectProblem(await find(unknown), mock, notFound(unknown, `Order ${unknown} does not exist.`));
});
