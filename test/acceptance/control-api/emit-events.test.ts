import { afterAll, describe, expect, test } from '@jest/globals';
import { toIsoDateTime } from '../../../src/kernel/clock.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { SELLER, createWorkflow } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, succeed } from './admin-client.ts';

/** An order with a verdict. */
const ORDER = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';

const TYPES = [
  'compliance.status_changed',
  'compliance.decision_made',
  'kyc.vies_check_failed',
  'kyc.verification_completed',
  'export_file.generated',
  'prospect.submitted',
  'self_service_invitation.used',
  'self_service_invitation.expired',
  'webhook.endpoint_auto_paused',
  'webhook.delivery_failed_terminal',
];

const { receive, start } = closedBy(afterAll);
const [started, receiver] = await Promise.all([start(), receive()]);
const admin = createAdminClient(started);

const emit = (wish: object, query = ''): Promise<ApiAnswer> => admin('POST', `/events${query}`, { body: wish });

const emitted = async (wish: object): Promise<ApiAnswer['body']> => succeed(await emit(wish)).body;

const listed = async () => succeed(await admin('GET', '/events?limit=1000')).body.data as { id: string }[];

const api = async (path: string): Promise<ApiAnswer['body']> => succeed(await started.api.get(path)).body;

describe('an event that is asked for', () => {
  // `stop` fails the test when an event does not fit the description.
  test.each(TYPES)('%s is made of a sample, and listed', async (type) => {
    const answer = await emit({ type });
    expect(answer).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^evt_/), type, data: expect.any(Object), deliveries: [] },
    });
    const { deliveries: _deliveries, ...event } = answer.body;
    expect((await listed())[0]).toEqual(event);
  });

  test('is delivered to whoever subscribes to it, signed like any other', async () => {
    const { body: hook } = succeed(
      await started.api.post('/webhooks', { url: receiver.urlOf('/all'), events: ['compliance.*'] }),
    );
    const event = await emitted({ type: 'compliance.decision_made', data: { decision: 'VAT_APPLICABLE' } });
    expect(event.deliveries).toEqual([{ id: expect.stringMatching(/^del_/), endpointId: hook.id }]);
    await started.mock.idle();
    const { deliveries: _deliveries, seller: _seller, ...sent } = event;
    expect(receiver.received.filter(({ path }) => path === '/all')).toMatchObject([
      { body: sent, headers: { 'x-service-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/) } },
    ]);
    expect(await api(`/webhooks/${String(hook.id)}/deliveries`)).toMatchObject({
      data: [{ id: event.deliveries[0].id, eventId: event.id, status: 'DELIVERED' }],
    });
    succeed(await started.api.delete(`/webhooks/${String(hook.id)}`));
  });

  test('changes nothing else', async () => {
    const orderUuid = ORDER;
    const before = await api(`/orders/${orderUuid}/compliance`);
    await emitted({ type: 'compliance.status_changed', orderUuid, data: { currentStatus: 'INVALID' } });
    expect(await api(`/orders/${orderUuid}/compliance`)).toEqual(before);
  });

  test('stays in the sandbox of its caller', async () => {
    const other = await createSandbox(admin);
    const event = succeed(await emit({ type: 'prospect.submitted' }, `?sandbox=${other.id}`)).body;
    expect((await listed()).some(({ id }) => id === event.id)).toBe(false);
  });
});

describe('what is left out is taken from what is named:', () => {
  test('the rollup of any order', async () => {
    const { data: orders } = await api('/orders?size=100');
    expect(orders.length).toBeGreaterThan(5);
    for (const { uuid } of orders as { uuid: string }[]) {
      const { status, blockers } = await api(`/orders/${uuid}/compliance`);
      const { data } = await emitted({ type: 'compliance.status_changed', orderUuid: uuid });
      expect(data).toEqual({
        orderUuid: uuid,
        previousStatus: status === 'VALID' ? 'INCOMPLETE' : 'VALID',
        currentStatus: status,
        blockers: status === 'VALID' ? [] : blockers,
      });
    }
  });

  test('the verdict and the Export File of an order that has them', async () => {
    const orderUuid = ORDER;
    const file = await api(`/orders/${orderUuid}/export-file`);
    const { data } = await emitted({ type: 'export_file.generated', orderUuid });
    expect(data).toEqual({ orderUuid, ...file });
    const other = await emitted({ type: 'export_file.generated', orderUuid, data: { documentId: SELLER } });
    expect(other.data).toEqual({ ...data, documentId: SELLER, downloadUrl: `/v1/documents/${SELLER}/download` });
    expect((await emitted({ type: 'compliance.decision_made', orderUuid })).data).toEqual({
      orderUuid,
      decision: file.decision,
    });
  });

  test('the buyer, or the buyer of the order', async () => {
    const workflow = createWorkflow(started.api, started.clock);
    const { buyerUuid, orderUuid } = await workflow.begin();
    const buyer = await api(`/partners/${SELLER}/buyers/${buyerUuid}`);
    const targets = [{ buyerUuid }, { orderUuid }, { orderUuid, buyerUuid }, { buyerUuid: buyerUuid.toUpperCase() }];
    for (const target of targets) {
      expect(await emitted({ type: 'kyc.vies_check_failed', ...target })).toMatchObject({
        seller: SELLER,
        data: { buyerUuid, vatNumber: buyer.vatNumber, previousResult: 'VALID', currentResult: 'INVALID' },
      });
      expect((await emitted({ type: 'kyc.verification_completed', ...target })).data.buyerUuid).toBe(buyerUuid);
    }
    const used = await emitted({ type: 'self_service_invitation.used', buyerUuid });
    expect(used.data.buyerUuid).toBe(buyerUuid);
    const { uuid: another } = succeed(await workflow.createBuyer({ vatNumber: 'DE101' })).body;
    expect(await emit({ type: 'kyc.vies_check_failed', orderUuid, buyerUuid: another })).toMatchObject({
      status: 422,
      body: { errors: [{ message: expect.stringContaining('a different buyerUuid') }] },
    });
  });

  test.each([
    ['verified', '5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254', 'ad41c8f6-0e97-4b25-8d3a-7c6f1b9e2054'],
    ['still running', 'e17a5c94-83f0-4d6b-a2c8-4b0f9d3e6715', '5c3f8e17-a96b-4d20-b8f4-1e7d0c2a9563'],
    ['rejected', '80c6e2f9-4b1d-4a73-8f5e-d39a7c0b6e12', 'd9b24f73-0e68-4c1a-95d7-6f3a8e0c1b42'],
  ])('a verification that is %s', async (_name, buyerUuid, sessionId) => {
    const path = `/partners/${SELLER}/buyers/${buyerUuid}/kyc/verifications/${sessionId}`;
    const { status, completedAt, reason } = await api(path);
    const { data } = await emitted({ type: 'kyc.verification_completed', buyerUuid });
    expect(data).toMatchObject({ sessionId, completedAt: completedAt ?? toIsoDateTime(started.clock.now()) });
    if (status !== 'PENDING') expect([data.outcome, data.reason]).toEqual([status, reason]);
  });

  test.each([
    ['DE201', 'VALID', 'INVALID_INPUT: VIES cannot parse the number.'],
    ['DE300', 'UNKNOWN', undefined],
  ])('what VIES says of %s', async (vatNumber, previousResult, reason) => {
    const workflow = createWorkflow(started.api, started.clock);
    const { uuid: buyerUuid } = succeed(await workflow.createBuyer({ vatNumber })).body;
    started.clock.advance(60_000);
    const { data } = await emitted({ type: 'kyc.vies_check_failed', buyerUuid });
    const checkedAt = toIsoDateTime(started.clock.now());
    expect(data).toMatchObject({ vatNumber, previousResult, currentResult: 'INVALID', checkedAt });
    if (reason !== undefined) expect(data.reason).toBe(reason);
  });

  test('the prospect, the webhook endpoint', async () => {
    const [prospect] = (await api(`/partners/${SELLER}/prospects`)).data;
    expect((await emitted({ type: 'prospect.submitted', prospectUuid: prospect.uuid })).data).toEqual({
      prospectUuid: prospect.uuid,
      partnerUuid: SELLER,
      type: prospect.type,
      submittedAt: prospect.submittedAt,
    });
    const used = await emitted({ type: 'self_service_invitation.used', prospectUuid: prospect.uuid });
    expect(used.data.prospectUuid).toBe(prospect.uuid);
    const hook = succeed(
      await started.api.post('/webhooks', { url: receiver.urlOf('/other'), events: ['prospect.*'] }),
    ).body;
    expect((await emitted({ type: 'webhook.endpoint_auto_paused', endpointId: hook.id })).data).toMatchObject({
      endpointId: hook.id,
      lastSuccessAt: null,
    });
    const failed = await emitted({ type: 'webhook.delivery_failed_terminal', endpointId: hook.id });
    expect(failed.data.endpointId).toBe(hook.id);
    for (let time = 0; time < 2; time++) await emit({ type: 'prospect.submitted' });
    await started.mock.idle();
    const { lastAttemptAt, eventId, eventType, httpStatus } = (await api(`/webhooks/${String(hook.id)}/deliveries`))
      .data[0];
    expect((await emitted({ type: 'webhook.endpoint_auto_paused', endpointId: hook.id })).data).toMatchObject({
      lastSuccessAt: lastAttemptAt,
    });
    expect((await emitted({ type: 'webhook.delivery_failed_terminal', endpointId: hook.id })).data).toMatchObject({
      eventId,
      eventType,
      lastHttpStatus: httpStatus,
      lastAttemptAt,
    });
    succeed(await started.api.delete(`/webhooks/${String(hook.id)}`));
  });

  test('an invitation', async () => {
    const { buyerUuid } = await createWorkflow(started.api, started.clock).begin();
    const { uuid, expiresAt } = succeed(
      await started.api.post(`/buyers/${buyerUuid}/kyc/self-service-invitations`, {}),
    ).body;
    expect((await emitted({ type: 'self_service_invitation.used', invitationUuid: uuid })).data).toMatchObject({
      invitationUuid: uuid,
      kind: 'KYC',
      buyerUuid,
    });
    expect((await emitted({ type: 'self_service_invitation.expired', invitationUuid: uuid })).data).toEqual({
      invitationUuid: uuid,
      kind: 'KYC',
      expiredAt: expiresAt,
    });
    const [used] = succeed(await admin('GET', '/records/invitations?status=USED')).body.data as Record<
      string,
      string
    >[];
    const again = await emitted({ type: 'self_service_invitation.used', invitationUuid: used?.['uuid'] });
    expect(again.data).toMatchObject({ kind: used?.['kind'], usedAt: used?.['usedAt'] });
  });

  test('what is set wins, and the rest is of a sample that goes with it', async () => {
    const orderUuid = ORDER;
    const { data } = await emitted({
      type: 'compliance.status_changed',
      orderUuid,
      data: { currentStatus: 'INCOMPLETE', blockers: [{ code: 'CMR_MISSING' }] },
    });
    expect(data).toMatchObject({
      orderUuid,
      previousStatus: 'VALID',
      currentStatus: 'INCOMPLETE',
      blockers: [{ code: 'CMR_MISSING', message: expect.any(String) }],
    });
    const rejected = await emitted({ type: 'kyc.verification_completed', data: { outcome: 'REJECTED' } });
    expect(rejected.data.reason).toEqual(expect.any(String));
    const verified = await emitted({ type: 'kyc.verification_completed', data: { outcome: 'VERIFIED' } });
    expect(verified.data).not.toHaveProperty('reason');
  });
});

describe('a mistake is refused, and nothing is emitted:', () => {
  test.each([
    [{ type: 'compliance.decison_made' }, 'type', /did you mean "compliance\.decision_made"\? There are .*kyc\./],
    [{ type: 'constructor' }, 'type', /there are compliance\.status_changed, /],
    [{ type: 'compliance.decision_made', data: { decison: 'X' } }, 'data.decison', /did you mean "decision"\?/],
    [
      { type: 'compliance.status_changed', data: { blockers: [{ code: 'A' }, { mesage: 'x' }] } },
      'data.blockers[1].mesage',
      /did you mean "message"\?/,
    ],
    [
      { type: 'prospect.submitted', data: { constructor: { a: 1 } } },
      'data.constructor',
      /there are prospectUuid, partnerUuid, type, submittedAt/,
    ],
    [{ type: 'compliance.decision_made', data: { decision: 'MAYBE' } }, 'data.decision', /"VALID_EXPORT"/],
    [{ type: 'compliance.decision_made', data: { orderUuid: 'x' } }, 'data.orderUuid', /valid uuid/],
    [{ type: 'prospect.submitted', orderUuid: ORDER }, 'orderUuid', /use prospectUuid/],
    [
      { type: 'compliance.decision_made', orderUuid: ORDER, data: { orderUuid: SELLER } },
      'data.orderUuid',
      /another one than the target/,
    ],
    [{ type: 'compliance.decision_made', orderUuid: 'x' }, 'orderUuid', /uuid/],
    [{ type: 'compliance.decision_made', order: ORDER }, 'order', /not a property/],
    [{}, 'type', /required/],
  ])('%j', async (wish, field, message) => {
    const before = await listed();
    const answer = await emit(wish);
    expectProblem(answer, started.mock, {
      status: 422,
      type: 'validation-error',
      instance: '/__admin/events',
      detail: /[.?]$/,
    });
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ field, message: expect.stringMatching(message) }),
    );
    expect(await listed()).toEqual(before);
  });

  test.each([
    [{ type: 'compliance.decision_made', orderUuid: SELLER }, `no order ${SELLER}`],
    [{ type: 'kyc.vies_check_failed', buyerUuid: SELLER }, `no buyer ${SELLER}`],
    [{ type: 'prospect.submitted', prospectUuid: SELLER }, `no prospect ${SELLER}`],
    [{ type: 'self_service_invitation.used', invitationUuid: SELLER }, `no self-service invitation ${SELLER}`],
    [{ type: 'webhook.endpoint_auto_paused', endpointId: 'wh_1' }, 'no webhook endpoint wh_1'],
  ])('%j is not there', async (wish, detail) => {
    expectProblem(await emit(wish), started.mock, {
      status: 404,
      type: 'not-found',
      instance: '/__admin/events',
      detail,
    });
  });
});
