import { describe, expect, test } from '@jest/globals';
import {
  type KycVerificationRecord,
  concludeVerification,
  kycVerifications,
  outcomeOf,
  kycStateOf,
  toKycVerification,
} from '../../../src/vat/kyc/kyc-verification.ts';
import { sampleBuyer } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

const buyer = sampleBuyer({ kycMode: 'SERVICE_LED' });
const session: KycVerificationRecord = {
  sessionId: 'f0a1b2c3-d4e5-4f60-8718-29304a5b6c7d',
  buyerUuid: buyer.uuid,
  status: 'PENDING',
  startedAt: TEST_NOW,
  completedAt: null,
};
const END = TEST_NOW + 60_000;
const isoOf = (instant: number): string => new Date(instant).toISOString();

const verified = concludeVerification(session, { status: 'VERIFIED' }, { buyer, now: END });
const rejected = concludeVerification(session, { status: 'REJECTED', reason: 'Listed.' }, { buyer, now: END });

describe('a buyer comes to an outcome by its name', () => {
  test.each(['Reject Motors GmbH', 'Auto REJECTED Ltd', 'The-reject'])('%s is rejected', (companyName) => {
    expect(outcomeOf(sampleBuyer({ companyName }))).toEqual({
      status: 'REJECTED',
      reason: expect.stringContaining(companyName),
    });
  });

  test.each(['Honest Motors GmbH', 'Unrejectable Cars', 'Rej ect'])('%s is verified', (companyName) => {
    expect(outcomeOf(sampleBuyer({ companyName }))).toEqual({ status: 'VERIFIED' });
  });
});

test('what is verified has a profile of the buyer as it is now, without the uuid of its address', () => {
  const { uuid: _uuid, ...address } = buyer.address;
  expect(toKycVerification(verified)).toEqual({
    sessionId: session.sessionId,
    buyerUuid: buyer.uuid,
    status: 'VERIFIED',
    startedAt: isoOf(TEST_NOW),
    completedAt: isoOf(END),
    profile: {
      companyName: buyer.companyName,
      vatNumber: buyer.vatNumber,
      address,
      viesResult: 'VALID',
      amlResult: 'CLEAR',
      riskLevel: 'LOW',
    },
  });
  expect(toKycVerification(verified)).not.toHaveProperty('reason');
});

test('what is rejected has a reason, and no profile', () => {
  expect(toKycVerification(rejected)).toEqual({
    sessionId: session.sessionId,
    buyerUuid: buyer.uuid,
    status: 'REJECTED',
    startedAt: isoOf(TEST_NOW),
    completedAt: isoOf(END),
    reason: 'Listed.',
  });
  expect(toKycVerification(rejected)).not.toHaveProperty('profile');
});

test('what has not ended says so with null', () => {
  const shown = toKycVerification(session);
  expect(shown).toEqual({ ...session, startedAt: isoOf(TEST_NOW) });
  expect(Object.keys(shown).sort()).toEqual(['buyerUuid', 'completedAt', 'sessionId', 'startedAt', 'status']);
});

test('the buyer stands as its session does', () => {
  expect([session, verified, rejected].map(kycStateOf)).toEqual([
    { status: 'PENDING' },
    { status: 'VERIFIED' },
    { status: 'REJECTED', reason: 'Listed.' },
  ]);
  expect(Object.keys(kycStateOf(verified))).toEqual(['status']);
});

test('a session is kept by its id, and found by its buyer', () => {
  expect(kycVerifications.idOf(session)).toBe(session.sessionId);
  expect(kycVerifications.keysOf(session)).toEqual([{ name: 'buyer', text: buyer.uuid }]);
});
