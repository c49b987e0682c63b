import { key } from '../../engine/sandbox/collection.ts';
import { type JobHandlers, handlesJob } from '../../engine/sandbox/job-handlers.ts';
import { idIn, object } from '../../engine/sandbox/record-schema.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { emit } from '../api/emit.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { getBuyerOf } from '../buyers/find-buyer.ts';
import { problem } from '../policy/problem.ts';
import { reassessOrdersOf } from '../verdict/reassess-orders.ts';
import {
  type KycOutcome,
  type KycVerificationRecord,
  concludeVerification,
  kycVerifications,
  outcomeOf,
  kycStateOf,
} from './kyc-verification.ts';

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
