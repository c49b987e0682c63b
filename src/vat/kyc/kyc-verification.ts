import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import { type TypeOf, idIn, instant, instantOrNull, object, text, uuid } from '../../engine/sandbox/record-schema.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component, givenText, memberOf } from '../api/component-schema.ts';
import { type BuyerRecord, type KycState, address, buyers } from '../buyers/buyer.ts';

/** One session of a service-led verification. Assumption: kyc-verification-shape. */
const schema = object({
  sessionId: uuid,
  buyerUuid: idIn(buyers.name),
  status: memberOf('KycVerification', 'status'),
  startedAt: instant,
  /** Null while PENDING. */
  completedAt: instantOrNull,
  /** Why the buyer was rejected. */
  'reason?': text,
  /** Result of a successful verification. */
  'profile?': object({
    companyName: givenText,
    vatNumber: memberOf('BuyerRequest', 'vatNumber'),
    address,
    viesResult: component('ViesResult'),
    amlResult: memberOf('KycProfile', 'amlResult'),
    riskLevel: memberOf('KycProfile', 'riskLevel'),
  }),
});

export type KycVerificationRecord = TypeOf<typeof schema>;

export const kycVerifications = defineRecords(
  'kyc-verifications',
  schema,
  ({ sessionId }) => sessionId,
  ({ buyerUuid }) => [key('buyer', buyerUuid)],
);

/** Final outcome of a verification. */
export type KycOutcome = { readonly status: 'VERIFIED' } | { readonly status: 'REJECTED'; readonly reason: string };

/** Names of companies that the verification rejects: "Reject Motors GmbH". */
const REJECTED_NAME = /\breject/i;

/** The default outcome for a buyer. Assumption: kyc-verification-outcome. */
export const outcomeOf = ({ companyName }: BuyerRecord): KycOutcome =>
  REJECTED_NAME.test(companyName)
    ? { status: 'REJECTED', reason: `The representative of ${companyName} could not be identified.` }
    : { status: 'VERIFIED' };

export const concludeVerification = (
  session: KycVerificationRecord,
  outcome: KycOutcome,
  { buyer, now }: { readonly buyer: BuyerRecord; readonly now: number },
): KycVerificationRecord => ({
  ...session,
  ...outcome,
  completedAt: now,
  ...(outcome.status === 'VERIFIED' ? { profile: profileOf(buyer) } : {}),
});

/** "Runs full identity verification and AML checks and produces a profile." Assumption: kyc-profile. */
const profileOf = ({ companyName, vatNumber, address, vies }: BuyerRecord): Schemas['KycProfile'] => {
  const { uuid: _uuid, ...place } = address;
  return { companyName, vatNumber, address: place, viesResult: vies.result, amlResult: 'CLEAR', riskLevel: 'LOW' };
};

/** The buyer's KYC state during and after a session. */
export const kycStateOf = ({ status, reason }: KycVerificationRecord): KycState => ({
  status,
  ...(reason === undefined ? {} : { reason }),
});

/** The session as the API shows it. */
export const toKycVerification = (record: KycVerificationRecord): Schemas['KycVerification'] => ({
  sessionId: record.sessionId,
  buyerUuid: record.buyerUuid,
  status: record.status,
  startedAt: toIsoDateTime(record.startedAt),
  completedAt: record.completedAt === null ? null : toIsoDateTime(record.completedAt),
  ...(record.reason === undefined ? {} : { reason: record.reason }),
  ...(record.profile === undefined ? {} : { profile: record.profile }),
});
