import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { UnitOfWork } from '../../../src/engine/sandbox/unit-of-work.ts';
import type { Members } from '../../../src/generated/scenario-file.ts';
import { type DeliveryRecord, deliveries } from '../../../src/engine/webhooks/delivery.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../../src/engine/webhooks/endpoint.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { buyers } from '../../../src/vat/buyers/buyer.ts';
import { type InvitationRecord, invitations } from '../../../src/vat/invitations/invitation.ts';
import { type KycVerificationRecord, kycVerifications } from '../../../src/vat/kyc/kyc-verification.ts';
import { type OrderRecord, orders } from '../../../src/vat/orders/order.ts';
import { prospects } from '../../../src/vat/prospects/prospect.ts';
import { eventFacts, type EventTarget, nameTarget } from '../../../src/vat/samples/event-samples.ts';
import { SELLER, sampleBuyer, sampleOrderRecord } from '../../support/sample-records.ts';
import { type World, openWorld } from '../vies/open-world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const NOW = '2026-11-20T09:00:00.000Z';
const EARLIER = Date.parse('2026-11-19T09:00:00Z');
const THEN = '2026-11-19T09:00:00.000Z';

const keep = (work: (unit: UnitOfWork) => unknown) => world.transact(work);
const about = (type: string, data: Members) => world.transact((work) => eventFacts.about(work, type, data));
const sellerOf = async (data: Members) => (await world.transact((work) => eventFacts.scopeOf(work, data))).seller;

const ORDER = sampleOrderRecord();
const orderUuid = ORDER.uuid.toUpperCase();
const keepOrder = (change: Partial<OrderRecord> = {}) =>
  keep((work) => work.insert(orders, () => ({ ...ORDER, ...change })));

const BUYER = sampleBuyer();
const buyerUuid = BUYER.uuid;
const keepBuyer = (change: Partial<typeof BUYER> = {}) =>
  keep((work) => work.insert(buyers, () => ({ ...BUYER, ...change })));

const blocker = { code: 'CMR_MISSING', message: 'The signed CMR has not been uploaded.' } as const;

describe('of an order', () => {
  const standing = (status: 'VALID' | 'INCOMPLETE' | 'INVALID', decision: 'VALID_EXPORT' | null = null) =>
    keepOrder({ compliance: { ...ORDER.compliance, status, decision, blockers: [blocker] } });

  test('the status has just changed to what it is', async () => {
    await standing('INCOMPLETE');
    expect(await about('compliance.status_changed', { orderUuid })).toEqual({
      previousStatus: 'VALID',
      currentStatus: 'INCOMPLETE',
      blockers: [blocker],
    });
  });

  test('that is valid nothing stands in the way any more', async () => {
    await standing('VALID');
    expect(await about('compliance.status_changed', { orderUuid })).toEqual({
      previousStatus: 'INCOMPLETE',
      currentStatus: 'VALID',
      blockers: [],
    });
  });

  test('the decision is the one that was made, if any was', async () => {
    expect(await about('compliance.decision_made', { orderUuid })).toEqual({});
    await standing('VALID', 'VALID_EXPORT');
    expect(await about('compliance.decision_made', { orderUuid })).toEqual({ decision: 'VALID_EXPORT' });
  });

  test('without a decision nothing is said of one', async () => {
    await standing('INCOMPLETE');
    expect(await about('compliance.decision_made', { orderUuid })).toEqual({});
  });

  test('the export file is the newest, or the document that is named', async () => {
    const exportFile = { documentId: 'd-1', generatedAt: EARLIER, version: 3, decision: 'VALID_EXPORT' };
    await keepOrder({ exportFile: exportFile as OrderRecord['exportFile'] & object });
    expect(await about('export_file.generated', { orderUuid })).toEqual({
      generatedAt: THEN,
      documentId: 'd-1',
      downloadUrl: '/v1/documents/d-1/download',
      version: 3,
      decision: 'VALID_EXPORT',
    });
    expect(await about('export_file.generated', { orderUuid, documentId: 'D-2' })).toMatchObject({
      documentId: 'd-2',
      downloadUrl: '/v1/documents/d-2/download',
    });
    expect(await about('export_file.generated', { orderUuid: 5 })).toEqual({ generatedAt: NOW });
  });

  test('that is not there nothing is known', async () => {
    expect(await about('compliance.status_changed', { orderUuid })).toEqual({});
    expect(await about('nothing.of_the_kind', {})).toEqual({});
    expect(await about('toString', {})).toEqual({});
  });
});

describe('of a buyer', () => {
  test('whom VIES does not confirm the reason is told', async () => {
    await keepBuyer({ vies: { result: 'INVALID', checkedAt: 0, reason: 'Struck off.' } });
    expect(await about('kyc.vies_check_failed', { buyerUuid })).toEqual({
      vatNumber: BUYER.vatNumber,
      previousResult: 'VALID',
      currentResult: 'INVALID',
      checkedAt: NOW,
      reason: 'Struck off.',
    });
  });

  test('the check is about to fail, whatever it was before', async () => {
    await keepBuyer({ vies: { result: 'UNKNOWN', checkedAt: 0, reason: 'Down.' } });
    expect(await about('kyc.vies_check_failed', { buyerUuid })).toEqual({
      vatNumber: BUYER.vatNumber,
      previousResult: 'UNKNOWN',
      currentResult: 'INVALID',
      checkedAt: NOW,
    });
  });

  test('that is not there the time is known', async () => {
    expect(await about('kyc.vies_check_failed', { buyerUuid })).toEqual({ checkedAt: NOW });
    expect(await about('kyc.verification_completed', { buyerUuid })).toEqual({ completedAt: NOW });
  });

  test('the newest verification is told', async () => {
    const session = (change: Partial<KycVerificationRecord>): KycVerificationRecord => ({
      sessionId: 's-1',
      buyerUuid,
      status: 'VERIFIED',
      startedAt: EARLIER,
      completedAt: EARLIER,
      ...change,
    });
    await keep((work) => work.insert(kycVerifications, () => session({})));
    expect(await about('kyc.verification_completed', { buyerUuid })).toEqual({
      sessionId: 's-1',
      completedAt: THEN,
      outcome: 'VERIFIED',
    });
    await keep((work) =>
      work.insert(kycVerifications, () => session({ sessionId: 's-2', status: 'REJECTED', reason: 'Forged.' })),
    );
    expect(await about('kyc.verification_completed', { buyerUuid })).toEqual({
      sessionId: 's-2',
      completedAt: THEN,
      outcome: 'REJECTED',
      reason: 'Forged.',
    });
    await keep((work) =>
      work.insert(kycVerifications, () => session({ sessionId: 's-3', status: 'PENDING', completedAt: null })),
    );
    expect(await about('kyc.verification_completed', { buyerUuid })).toEqual({ sessionId: 's-3', completedAt: NOW });
  });
});

const PROSPECT = {
  uuid: 'p-1',
  seller: SELLER,
  type: 'PRIVATE',
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  status: 'SUBMITTED',
  submittedAt: EARLIER,
} as const;

test('of a prospect it is told when it submitted itself to whom', async () => {
  expect(await about('prospect.submitted', { prospectUuid: 'p-1' })).toEqual({ submittedAt: NOW });
  await keep((work) => work.insert(prospects, () => PROSPECT as never));
  expect(await about('prospect.submitted', { prospectUuid: 'P-1' })).toEqual({
    partnerUuid: SELLER,
    type: 'PRIVATE',
    submittedAt: THEN,
  });
});

const invitation = (change: object): InvitationRecord => ({
  uuid: 'i-1',
  seller: SELLER,
  secret: 's',
  createdAt: 0,
  expiresAt: EARLIER,
  kind: 'PROSPECT',
  status: 'OPEN',
  ...change,
});

describe('of an invitation', () => {
  const invitationUuid = 'I-1';
  test('that was used it is told when, and by which buyer', async () => {
    expect(await about('self_service_invitation.used', { invitationUuid })).toEqual({ usedAt: NOW });
    await keep((work) =>
      work.insert(invitations, () => invitation({ kind: 'KYC', buyerUuid: 'b', status: 'USED', usedAt: EARLIER })),
    );
    expect(await about('self_service_invitation.used', { invitationUuid })).toEqual({
      kind: 'KYC',
      buyerUuid: 'b',
      usedAt: THEN,
    });
  });

  test('that is open it is used now, and expires at its time', async () => {
    expect(await about('self_service_invitation.expired', { invitationUuid })).toEqual({ expiredAt: NOW });
    await keep((work) => work.insert(invitations, () => invitation({})));
    expect(await about('self_service_invitation.used', { invitationUuid })).toEqual({ kind: 'PROSPECT', usedAt: NOW });
    expect(await about('self_service_invitation.expired', { invitationUuid })).toEqual({
      kind: 'PROSPECT',
      expiredAt: THEN,
    });
  });
});

const endpoint = (change: Partial<WebhookEndpointRecord> = {}): WebhookEndpointRecord => ({
  id: 'wh_A',
  position: 1,
  url: 'https://receiver.example',
  subscriptions: [],
  sellers: undefined,
  status: 'PAUSED',
  version: 1,
  secrets: { current: 'whsec_x' },
  administratorEmail: '',
  createdAt: 0,
  lastSuccessAt: null,
  streak: null,
  ...change,
});

describe('of a webhook endpoint', () => {
  const endpointId = 'wh_A';
  test('it is told when it worked the last time', async () => {
    expect(await about('webhook.endpoint_auto_paused', { endpointId })).toEqual({ pausedAt: NOW });
    await keep((work) => work.insert(webhookEndpoints, () => endpoint({ lastSuccessAt: EARLIER })));
    await keep((work) => work.insert(webhookEndpoints, () => endpoint({ id: 'wh_B' })));
    expect(await about('webhook.endpoint_auto_paused', { endpointId })).toEqual({ lastSuccessAt: THEN, pausedAt: NOW });
    expect(await about('webhook.endpoint_auto_paused', { endpointId: 'wh_B' })).toEqual({
      lastSuccessAt: null,
      pausedAt: NOW,
    });
    expect(await about('webhook.endpoint_auto_paused', { endpointId: 5 })).toEqual({ pausedAt: NOW });
  });

  test('the newest delivery is told', async () => {
    const delivery = (id: string, change: Partial<DeliveryRecord>): DeliveryRecord =>
      ({
        id,
        endpointId,
        eventId: `evt_${id}`,
        eventType: 'kyc.vies_check_failed',
        status: 'FAILED',
        httpStatus: 503,
        attempts: 10,
        lastAttemptAt: EARLIER,
        nextRetryAt: null,
        createdAt: 0,
        isTest: false,
        tries: [],
        ...change,
      }) as DeliveryRecord;
    expect(await about('webhook.delivery_failed_terminal', { endpointId })).toEqual({ lastAttemptAt: NOW });
    await keep((work) => work.insert(deliveries, () => delivery('1', {})));
    expect(await about('webhook.delivery_failed_terminal', { endpointId })).toEqual({
      eventId: 'evt_1',
      eventType: 'kyc.vies_check_failed',
      lastHttpStatus: 503,
      lastAttemptAt: THEN,
    });
    await keep((work) => work.insert(deliveries, () => delivery('2', { httpStatus: null, lastAttemptAt: null })));
    await keep((work) => work.insert(deliveries, () => delivery('3', { endpointId: 'wh_B' })));
    expect(await about('webhook.delivery_failed_terminal', { endpointId })).toEqual({
      eventId: 'evt_2',
      eventType: 'kyc.vies_check_failed',
      lastHttpStatus: null,
      lastAttemptAt: NOW,
    });
  });
});

test('the seller is that of the order, the buyer, the invitation or the prospect that is named', async () => {
  await keepOrder({ seller: 'of order' });
  await keepBuyer({ seller: 'of buyer' });
  await keep((work) => work.insert(invitations, () => invitation({ seller: 'of invitation' })));
  await keep((work) => work.insert(prospects, () => ({ ...PROSPECT, seller: 'of prospect' }) as never));
  expect(await sellerOf({ orderUuid, buyerUuid })).toBe('of order');
  expect(await sellerOf({ buyerUuid })).toBe('of buyer');
  expect(await sellerOf({ invitationUuid: 'i-1' })).toBe('of invitation');
  expect(await sellerOf({ prospectUuid: 'p-1' })).toBe('of prospect');
  expect(await sellerOf({ endpointId: 'wh_A' })).toBeUndefined();
});

describe('a target', () => {
  const name = (type: string, target: EventTarget) => world.transact((work) => nameTarget(work, type, target));
  const refusal = async (type: string, target: EventTarget) => {
    const error: unknown = await name(type, target).catch((thrown: unknown) => thrown);
    if (error instanceof Problem) return error.members;
    throw new Error('was not refused', { cause: error });
  };

  beforeEach(async () => {
    await keepOrder();
    await keepBuyer();
    await keepBuyer({ uuid: 'another-buyer', vatNumber: 'DE2' });
    await keep((work) => work.insert(invitations, () => invitation({})));
    await keep((work) => work.insert(prospects, () => PROSPECT as never));
    await keep((work) => work.insert(webhookEndpoints, () => endpoint()));
  });

  test.each([
    ['compliance.status_changed', { orderUuid }, { orderUuid: ORDER.uuid }],
    ['compliance.decision_made', { orderUuid }, { orderUuid: ORDER.uuid }],
    ['export_file.generated', { orderUuid }, { orderUuid: ORDER.uuid }],
    ['kyc.vies_check_failed', { buyerUuid: buyerUuid.toUpperCase() }, { buyerUuid }],
    ['kyc.vies_check_failed', { orderUuid }, { buyerUuid }],
    ['kyc.verification_completed', { orderUuid, buyerUuid }, { buyerUuid }],
    ['prospect.submitted', { prospectUuid: 'P-1' }, { prospectUuid: 'p-1' }],
    [
      'self_service_invitation.used',
      { invitationUuid: 'I-1', buyerUuid, prospectUuid: 'p-1' },
      { invitationUuid: 'i-1', buyerUuid, prospectUuid: 'p-1' },
    ],
    ['self_service_invitation.expired', { invitationUuid: 'i-1' }, { invitationUuid: 'i-1' }],
    ['webhook.endpoint_auto_paused', { endpointId: 'wh_A' }, { endpointId: 'wh_A' }],
    ['webhook.delivery_failed_terminal', { endpointId: 'wh_A' }, { endpointId: 'wh_A' }],
    ['webhook.delivery_failed_terminal', {}, {}],
  ])('of %s may be %j', async (type, target, names) => {
    expect(await name(type, target)).toEqual(names);
  });

  test('that an event is not about is refused with what it takes', async () => {
    expect(await refusal('kyc.vies_check_failed', { prospectUuid: 'p-1' })).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'prospectUuid',
          message: expect.stringMatching(/kyc\.vies_check_failed.* buyerUuid or orderUuid$/),
          rejectedValue: 'p-1',
        },
      ],
    });
    expect((await refusal('toString', { orderUuid })).errors).toMatchObject([{ field: 'orderUuid' }]);
  });

  test('of two things that do not go together is refused', async () => {
    expect(await refusal('kyc.vies_check_failed', { buyerUuid: 'another-buyer', orderUuid })).toMatchObject({
      status: 422,
      errors: [{ field: 'orderUuid', message: expect.stringContaining('buyerUuid') }],
    });
  });

  test.each<[string, EventTarget, string]>([
    ['compliance.status_changed', { orderUuid: 'X' }, 'order X'],
    ['kyc.vies_check_failed', { buyerUuid: 'X' }, 'buyer X'],
    ['prospect.submitted', { prospectUuid: 'X' }, 'prospect X'],
    ['self_service_invitation.used', { invitationUuid: 'X' }, 'self-service invitation X'],
    ['webhook.endpoint_auto_paused', { endpointId: 'X' }, 'webhook endpoint X'],
  ])('of %s that is not there is not found', async (type, target, what) => {
    expect(await refusal(type, target)).toMatchObject({ status: 404, detail: expect.stringContaining(what) });
  });
});
