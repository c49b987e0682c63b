import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import { type TypeOf, idIn, instant, instantOrNull, object, text, uuid } from '../../engine/sandbox/record-schema.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Schemas, defineBehaviours, emit } from '../api/behaviour.ts';
import { component, givenText, memberOf } from '../api/component-schema.ts';
import { type BuyerRecord, type KycState, address, buyers, getBuyerOf, findBuyerOfSeller } from '../buyers/buyer.ts';
import { type JobHandlers, handlesJob } from '../../engine/sandbox/job-handlers.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { problem } from '../policy/problem.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';

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
type KycOutcome = { readonly status: 'VERIFIED' } | { readonly status: 'REJECTED'; readonly reason: string };

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

/** "VERIFIED one minute after the start." Assumption: kyc-verification-outcome. */
export const DURATION = 60_000;

/** Id of the job that ends a verification. */
export const verificationJobOf = (sessionId: string): string => `kyc-verification/${sessionId}`;

/** Starts a session, which ends on the sandbox clock. The caller has checked that the buyer is ready. */
export const startVerification = async (work: UnitOfWork, buyer: BuyerRecord): Promise<KycVerificationRecord> => {
  const session = work.insert(kycVerifications, ({ random }): KycVerificationRecord => ({
    sessionId: drawUuid(random),
    buyerUuid: buyer.uuid,
    status: 'PENDING',
    startedAt: work.now,
    completedAt: null,
  }));
  const { sessionId } = session;
  const duration = work.assumed.has('kyc-verification-outcome=at-once') ? 0 : DURATION;
  if (!work.assumed.has('kyc-verification-outcome=by-hand'))
    work.schedule({
      id: verificationJobOf(sessionId),
      kind: 'kyc-verification',
      dueAt: work.now + duration,
      data: { sessionId },
    });
  work.update(buyers, buyer, { ...buyer, kyc: kycStateOf(session) });
  await reassessOrdersOf(work, buyer.uuid);
  return session;
};

/** The pending session of a buyer. */
const findPendingSession = (work: Reading, buyerUuid: string): KycVerificationRecord | undefined =>
  work.findAll(kycVerifications, key('buyer', buyerUuid)).find(({ status }) => status === 'PENDING');

/** Rejects a buyer whose verification is pending, with a reason; 409 if none is. For simulators. */
export const rejectVerification = async (work: UnitOfWork, buyerUuid: string, reason: string): Promise<void> => {
  const session = findPendingSession(work, buyerUuid);
  if (session === undefined)
    throw problem('milestone-not-reached', {
      detail: `Buyer ${buyerUuid} has no verification in progress: start one first.`,
    });
  work.cancel(verificationJobOf(session.sessionId));
  await endVerification(work, session, () => ({ status: 'REJECTED', reason }));
};

/** In causal order: the buyer changes, an event announces it, and the open orders are reassessed. */
const endVerification = async (
  work: UnitOfWork,
  session: KycVerificationRecord,
  decide: (buyer: BuyerRecord) => KycOutcome,
): Promise<void> => {
  const buyer = getBuyerOf(work, session.buyerUuid);
  const outcome = decide(buyer);
  const { status, ...reason } = outcome;
  const ended = concludeVerification(session, outcome, { buyer, now: work.now });
  work.update(kycVerifications, session, ended);
  work.update(buyers, buyer, { ...buyer, kyc: kycStateOf(ended) });
  emit(work, 'kyc.verification_completed', buyer.seller, {
    buyerUuid: buyer.uuid,
    outcome: status,
    sessionId: session.sessionId,
    completedAt: toIsoDateTime(work.now),
    ...reason,
  });
  await reassessOrdersOf(work, buyer.uuid);
};

/** Jobs of verifications on the sandbox clock. */
export const kycJobs = {
  'kyc-verification': handlesJob(object({ sessionId: idIn(kycVerifications.name) }), async (work, { sessionId }) => {
    const session = work.get(kycVerifications, sessionId);
    if (session === undefined) throw new Error(`there is no verification ${sessionId}`);
    await endVerification(work, session, outcomeOf);
  }),
} satisfies JobHandlers;

/** "Mode B: the service runs full identity verification and AML checks and produces a profile." */
export const kycBehaviours = defineBehaviours({
  startKycVerification: async ({ path, seller, work }) => {
    const buyer = findBuyerOfSeller(work, seller, path.buyerId);
    checkReady(work, buyer);
    return { status: 202, body: toKycVerification(await startVerification(work, buyer)) };
  },

  getKycVerification: ({ path, seller, work }) => {
    const { uuid } = findBuyerOfSeller(work, seller, path.buyerId);
    const session = work.get(kycVerifications, path.sessionId.toLowerCase());
    if (session?.buyerUuid !== uuid)
      throw problem('not-found', { detail: `Buyer ${uuid} has no verification ${path.sessionId}.` });
    return { status: 200, body: toKycVerification(session) };
  },
});

/** Requires a buyer of Mode B that is neither verified nor being verified; a rejected one may start again. */
const checkReady = (work: Reading, { uuid, kycMode, kyc }: BuyerRecord): void => {
  if (kycMode === 'MARKETPLACE_LED')
    throw problem('milestone-not-reached', {
      detail: `Buyer ${uuid} is in Mode A (MARKETPLACE_LED), in which the service verifies nothing: change its kycMode to SERVICE_LED with PATCH first.`,
    });
  if (kyc.status === 'NOT_STARTED' || kyc.status === 'REJECTED') return;
  const session = work.findAll(kycVerifications, key('buyer', uuid)).at(-1);
  const { sessionId = '', startedAt = 0, completedAt = null } = session ?? {};
  throw problem('milestone-already-set', {
    detail:
      completedAt === null
        ? `Verification ${sessionId} of buyer ${uuid} has been in progress since ${toIsoDateTime(startedAt)}: wait for its result.`
        : `Buyer ${uuid} was verified at ${toIsoDateTime(completedAt)} by verification ${sessionId}.`,
  });
};
