import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/expect-problem.ts';
import { activate, playScenario } from '../../support/scenario.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { OTHER_VIN, SELLER, VIN, type Workflow, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

let started: StartedMock;
let workflow: Workflow;
beforeEach(async () => {
  started = await startMock();
  workflow = createWorkflow(started.api, started.clock);
});
afterEach(() => started.stop());

describe('somebody else changes a buyer between reading and writing', () => {
  const change = (uuid: string, headers: Record<string, string>) =>
    started.api.patch(`/partners/${SELLER}/buyers/${uuid}`, { companyName: 'Mine GmbH' }, { headers });

  test('If-Match notices it, and the current version can be built upon', async () => {
    const { body, headers } = succeed(await workflow.createBuyer());
    await activate(started, 'version-mismatch-race');
    const refused = await change(body.uuid, { 'if-match': headers['etag'] ?? '' });
    expectRefusal(refused, 409, 'version-mismatch');
    const { currentResource } = refused.body;
    expect(currentResource).toMatchObject({ companyName: 'Changed Meanwhile GmbH', version: Number(body.version) + 1 });
    const changed = await change(body.uuid, { 'if-match': `"${String(currentResource.version)}"` });
    expect(changed.body).toMatchObject({ companyName: 'Mine GmbH', version: Number(body.version) + 2 });
  });

  test('without If-Match it is overwritten, and nobody notices', async () => {
    const { body } = succeed(await workflow.createBuyer());
    await activate(started, 'version-mismatch-race');
    expect((await change(body.uuid, {})).body).toMatchObject({
      companyName: 'Mine GmbH',
      version: Number(body.version) + 2,
    });
  });
});

test('somebody else registers an order first', async () => {
  const { uuid } = succeed(await workflow.createBuyer()).body;
  started.clock.advance(10_000);
  await activate(started, 'order-conflict');
  const refused = await workflow.createOrder(uuid, { externalOrderId: 'TAKEN' });
  expectRefusal(refused, 409, 'resource-exists-different-body');
  const { currentResource } = refused.body;
  expect(currentResource).toMatchObject({ externalOrderId: 'TAKEN', totalAmount: { value: 1 } });
  expect((await workflow.order(currentResource.uuid)).status).toBe(200);
});

test('somebody else creates a buyer first', async () => {
  await activate(started, 'buyer-conflict');
  const refused = await workflow.createBuyer({ vatNumber: 'DE200' });
  expectRefusal(refused, 409, 'resource-exists-different-body');
  expect(refused.body.currentResource).toMatchObject({ vatNumber: 'DE200', companyName: 'Entered Elsewhere Ltd' });
});

test('one of two vehicles has arrived already', async () => {
  await activate(started, 'multi-vin-partial');
  const { orderUuid } = await workflow.begin([vehicle(VIN), vehicle(OTHER_VIN)]);
  await workflow.takeToTheRoad(orderUuid);
  expectRefusal(await workflow.confirmDelivery(orderUuid, { vins: [VIN, OTHER_VIN] }), 409, 'milestone-already-set');
  expect((await workflow.transport(orderUuid)).body).toMatchObject({ status: 'PARTIAL' });
  succeed(await workflow.confirmDelivery(orderUuid, { vins: [OTHER_VIN] }));
  expect((await workflow.transport(orderUuid)).body).toMatchObject({ status: 'DELIVERED' });
});

test('a pickup is revoked before the delivery is confirmed', async () => {
  await activate(started, 'pickup-revoked');
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  expectRefusal(await workflow.confirmDelivery(orderUuid), 409, 'milestone-not-reached');
  expect((await workflow.transport(orderUuid)).body.revocations).toMatchObject([
    { reason: 'The CMR names another truck.' },
  ]);
  succeed(await workflow.confirmPickup(orderUuid));
  succeed(await workflow.confirmDelivery(orderUuid));
});

describe('what somebody else cannot do', () => {
  const decisionOf = async (id: string | undefined): Promise<string> => {
    const { body } = await started.api.get(`${started.mock.url}/__admin/requests/${id ?? ''}/explain`);
    return body.stages.find(({ stage }: { stage: string }) => stage === 'respond').decision as string;
  };

  test('is noted, and the call goes on without it', async () => {
    await playScenario(started, {
      steps: [{ on: 'getOrganization', meanwhile: { call: 'cancelOrder', params: { uuid: '{{request.id}}' } } }],
    });
    const { status, headers } = await started.api.get('/me');
    expect(status).toBe(200);
    expect(await decisionOf(headers['x-mock-request-id'])).toContain('meanwhile cancelOrder was refused with 404');
  });

  test('is held against the description before it is carried out', async () => {
    await playScenario(started, {
      steps: [{ on: 'getOrganization', meanwhile: { call: 'cancelOrder', params: { uuid: 'no uuid' } } }],
    });
    const { headers } = await started.api.get('/me');
    expect(await decisionOf(headers['x-mock-request-id'])).toContain('cancelOrder was not called: uuid');
  });
});
