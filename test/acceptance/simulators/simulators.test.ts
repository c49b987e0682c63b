import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectRefusal } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
beforeEach(() => {
  clock.advance(60_000);
});

const DAY = 86_400_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const run = (name: string, target: object = {}): Promise<ApiAnswer> =>
  api.post(`${mock.url}/__admin/simulators/${name}/run`, target);

test('the list says what each needs', async () => {
  const { body } = await api.get(`${mock.url}/__admin/simulators`);
  expect(body.data).toContainEqual({
    name: 'vies_recheck_failed_in_transit',
    summary: expect.stringMatching(/\w/),
    requires: expect.stringContaining('TRANSPORT_IN_PROGRESS'),
    needs: ['orderUuid'],
    takes: ['reason'],
  });
});

test('an unknown simulator is 404 and the answer lists those that there are', async () => {
  const answer = await run('vies_fails');
  expectRefusal(answer, 404, 'not-found');
  expect(answer.body.detail).toContain('vies_check_failed');
});

test('a member too little or too much is 422', async () => {
  expect((await run('vies_check_failed')).body.errors).toMatchObject([{ field: 'buyerUuid' }]);
  expect((await run('vies_recovery', { duration: 'P1D' })).body.errors).toMatchObject([{ field: 'duration' }]);
  expect((await run('vies_outage', { duration: 'a day' })).body.errors).toMatchObject([{ field: 'duration' }]);
});

describe('VIES', () => {
  test('fails in transit: the order turns INVALID; from elsewhere it is 409', async () => {
    const { orderUuid } = await workflow.begin();
    expectRefusal(await run('vies_recheck_failed_in_transit', { orderUuid }), 409, 'milestone-not-reached');
    await workflow.takeToTheRoad(orderUuid);
    const answer = await run('vies_recheck_failed_in_transit', { orderUuid, reason: 'Struck off the register.' });
    expect(answer.body).toEqual({
      simulator: 'vies_recheck_failed_in_transit',
      events: expect.arrayContaining(['kyc.vies_check_failed', 'compliance.status_changed']),
    });
    expect(answer.body.events[0]).toBe('kyc.vies_check_failed');
    expect((await workflow.compliance(orderUuid)).body).toMatchObject({
      status: 'INVALID',
      blockers: [{ code: 'VIES_INVALID' }],
    });
    expectRefusal(await run('vies_recheck_failed_in_transit', { orderUuid }), 409, 'milestone-not-reached');
    const { buyerId } = (await workflow.order(orderUuid)).body;
    succeed(await run('vies_check_passed', { buyerUuid: buyerId }));
    expect((await workflow.compliance(orderUuid)).body.status).toBe('VALID');
  });

  test('is down for a day, then answers: the order waits, and becomes valid', async () => {
    succeed(await run('vies_outage', { country: 'FR', duration: 'P1D' }));
    const { orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber: 'FR100' });
    expect((await workflow.compliance(orderUuid)).body.viesResult).toBe('PENDING');
    await workflow.takeToTheRoad(orderUuid);
    clock.advance(DAY / 2);
    expect((await workflow.compliance(orderUuid)).body).toMatchObject({
      status: 'INCOMPLETE',
      viesResult: 'UNKNOWN',
      blockers: [{ code: 'VIES_PENDING' }],
    });
    clock.advance(DAY / 2 + 300_000);
    expect((await workflow.compliance(orderUuid)).body).toMatchObject({
      status: 'VALID',
      viesResult: 'VALID',
      blockers: [],
    });
  });
});

test.each([
  ['vies_check_failed', 'buyerUuid'],
  ['vies_check_passed', 'buyerUuid'],
  ['kyc_rejected', 'buyerUuid'],
  ['buyer_blocked', 'buyerUuid'],
  ['vies_recheck_failed_in_transit', 'orderUuid'],
])('%s: of what the sandbox does not have it is 404', async (name, member) => {
  const answer = await run(name, { [member]: UNKNOWN });
  expectRefusal(answer, 404, 'not-found');
  expect(answer.body.detail).toContain(UNKNOWN);
});

test('without a reason of its own an outcome has an ordinary one', async () => {
  const { buyerUuid } = await workflow.begin([vehicle(VIN)], { vatNumber: 'PT100', kycMode: 'SERVICE_LED' });
  const lastReason = async (): Promise<unknown> => {
    const { data } = (await api.get(`${mock.url}/__admin/events`)).body;
    const events = data as { type: string; data: { reason?: string } }[];
    return events.find(({ type }) => type.startsWith('kyc.'))?.data.reason;
  };
  expectRefusal(await run('vies_check_passed', { buyerUuid }), 409, 'milestone-not-reached');
  succeed(await run('vies_check_failed', { buyerUuid }));
  expect(await lastReason()).toBe('The number is no longer registered for intra-Community trade.');
  expectRefusal(await run('vies_check_failed', { buyerUuid }), 409, 'milestone-not-reached');
  succeed(await api.post(`/partners/${SELLER}/buyers/${buyerUuid}/kyc/verifications`));
  succeed(await run('kyc_rejected', { buyerUuid }));
  expect(await lastReason()).toBe('The documents could not be verified.');
});

describe('buyers', () => {
  test('a verification is rejected: the buyer’s orders turn INVALID', async () => {
    const buyer = { vatNumber: 'IT100', kycMode: 'SERVICE_LED' };
    const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], buyer);
    expectRefusal(await run('kyc_rejected', { buyerUuid }), 409, 'milestone-not-reached');
    const session = await api.post(`/partners/${SELLER}/buyers/${buyerUuid}/kyc/verifications`);
    expect((await run('kyc_rejected', { buyerUuid, reason: 'Forged passport.' })).body.events[0]).toBe(
      'kyc.verification_completed',
    );
    expect(
      (await api.get(`/partners/${SELLER}/buyers/${buyerUuid}/kyc/verifications/${session.body.sessionId}`)).body,
    ).toMatchObject({ status: 'REJECTED', reason: 'Forged passport.' });
    expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'INVALID' });
  });

  test('a buyer is blocked and unblocked', async () => {
    const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber: 'ES100' });
    succeed(await run('buyer_blocked', { buyerUuid }));
    const blocked = await api.get(`/partners/${SELLER}/buyers/${buyerUuid}`);
    expect(blocked.body).toMatchObject({ status: 'BLOCKED', version: 2 });
    expect((await workflow.compliance(orderUuid)).body.blockers[0].code).toBe('BUYER_BLOCKED');
    expectRefusal(await run('buyer_blocked', { buyerUuid }), 409, 'milestone-not-reached');
    succeed(await run('buyer_unblocked', { buyerUuid }));
    expect((await workflow.compliance(orderUuid)).body.status).toBe('INCOMPLETE');
  });
});
