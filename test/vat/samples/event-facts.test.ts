import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { UnitOfWork } from '../../../src/engine/sandbox/unit-of-work.ts';
import type { Members } from '../../../src/generated/scenario-file.ts';
import { type DeliveryRecord, deliveries } from '../../../src/engine/webhooks/delivery.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../../src/engine/webhooks/endpoint.ts';
import { buyers } from '../../../src/vat/buyers/buyer.ts';
import { type InvitationRecord, invitations } from '../../../src/vat/invitations/invitation.ts';
import { type KycVerificationRecord, kycVerifications } from '../../../src/vat/kyc/kyc-verification.ts';
import { eventFacts } from '../../../src/vat/samples/event-samples.ts';
import { SELLER, sampleBuyer } from '../../support/sample-records.ts';
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

const BUYER = sampleBuyer();
const buyerUuid = BUYER.uuid;
const keepBuyer = (change: Partial<typeof BUYER> = {}) =>
  keep((work) => work.insert(buyers, () => ({ ...BUYER, ...change })));

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
