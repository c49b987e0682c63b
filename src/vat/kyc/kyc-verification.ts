import { findBelowSeller } from '../api/find-record.ts';
import {
  defineRecords,
  handlesJob,
  idIn,
  instant,
  instantOrNull,
  key,
  object,
  type Reading,
  type TypeOf,
  type UnitOfWork,
} from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Schemas, defineBehaviours, emit } from '../api/behaviour.ts';
import { show } from '../api/show.ts';
import { membersOf } from '../api/component-schema.ts';
import { type BuyerRecord, buyers, getBuyerOf } from '../buyers/buyer.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { problem } from '../policy/problem.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';

/** One session of a service-led verification. Assumption: kyc-verification-shape. */
const schema = object({
  // The reason is why the buyer was rejected; the profile, the result of a successful verification.
  ...membersOf('KycVerification', 'sessionId', 'status', 'reason?', 'profile?'),
  buyerUuid: idIn(buyers.name),
  startedAt: instant,
  /** Null while PENDING. */
  completedAt: instantOrNull,
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
const outcomeOf = ({ companyName }: BuyerRecord): KycOutcome =>
  REJECTED_NAME.test(companyName)
    ? { status: 'REJECTED', reason: `The representative of ${companyName} could not be identified.` }
    : { status: 'VERIFIED' };

/** "Runs full identity verification and AML checks and produces a profile." Assumption: kyc-profile. */
const profileOf = ({ companyName, vatNumber, address, vies }: BuyerRecord): Schemas['KycProfile'] => {
  const { uuid: _uuid, ...place } = address;
  return { companyName, vatNumber, address: place, viesResult: vies.result, amlResult: 'CLEAR', riskLevel: 'LOW' };
};

/** The session as the API shows it. */
const toKycVerification = (record: KycVerificationRecord): Schemas['KycVerification'] =>
  show(record, 'sessionId', 'buyerUuid', 'status', 'startedAt', 'completedAt', 'reason', 'profile');

/** "VERIFIED one minute after the start." Assumption: kyc-verification-outcome. */
export const DURATION = 60_000;

const KIND = 'kyc-verification';

/** Id of the job that ends a verification. */
export const verificationJobOf = (sessionId: string): string => `${KIND}/${sessionId}`;

/** Rejects a buyer whose verification is pending, with a reason; 409 if none is. For simulators. */
export const rejectVerification = async (work: UnitOfWork, buyerUuid: string, reason: string): Promise<void> => {
  const session = work.findAll(kycVerifications, key('buyer', buyerUuid)).find(({ status }) => status === 'PENDING');
  if (session === undefined)
    throw problem('milestone-not-reached', `Buyer ${buyerUuid} has no verification in progress: start one first.`);
  work.cancel(verificationJobOf(session.sessionId));
  await endVerification(work, session, { status: 'REJECTED', reason });
};

/** In causal order: the buyer changes, an event announces it, and the open orders are reassessed. */
const endVerification = async (
  work: UnitOfWork,
  session: KycVerificationRecord,
  decided?: KycOutcome,
): Promise<void> => {
  const buyer = getBuyerOf(work, session.buyerUuid);
  const outcome = decided ?? outcomeOf(buyer);
  const { status, ...reason } = outcome;
  const profile = status === 'VERIFIED' ? { profile: profileOf(buyer) } : {};
  work.update(kycVerifications, session, { ...session, ...outcome, completedAt: work.now, ...profile });
  work.update(buyers, buyer, { ...buyer, kyc: outcome });
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
  [KIND]: handlesJob(object({ sessionId: idIn(kycVerifications.name) }), async (work, { sessionId }) => {
    const session = work.get(kycVerifications, sessionId);
    if (session === undefined) throw new Error(`there is no verification ${sessionId}`);
    await endVerification(work, session);
  }),
};

/** "Mode B: the service runs full identity verification and AML checks and produces a profile." */
export const kycBehaviours = defineBehaviours({
  startKycVerification: async ({ path, seller, work }) => {
    const buyer = findBelowSeller(work, buyers, seller, path.buyerId);
    checkReady(work, buyer);
    const session = work.insert(kycVerifications, ({ random }): KycVerificationRecord => ({
      sessionId: drawUuid(random),
      buyerUuid: buyer.uuid,
      status: 'PENDING',
      startedAt: work.now,
      completedAt: null,
    }));
    const { sessionId } = session;
    work.schedule({ id: verificationJobOf(sessionId), kind: KIND, dueAt: work.now + DURATION, data: { sessionId } });
    work.update(buyers, buyer, { ...buyer, kyc: { status: 'PENDING' } });
    await reassessOrdersOf(work, buyer.uuid);
    return { status: 202, body: toKycVerification(session) };
  },

  getKycVerification: ({ path, seller, work }) => {
    const { uuid } = findBelowSeller(work, buyers, seller, path.buyerId);
    const session = work.get(kycVerifications, path.sessionId.toLowerCase());
    if (session?.buyerUuid !== uuid) throw problem('not-found', `Buyer ${uuid} has no verification ${path.sessionId}.`);
    return { status: 200, body: toKycVerification(session) };
  },
});

/** Requires a buyer of Mode B that is neither verified nor being verified; a rejected one may start again. */
const checkReady = (work: Reading, { uuid, kycMode, kyc }: BuyerRecord): void => {
  if (kycMode === 'MARKETPLACE_LED')
    throw problem(
      'milestone-not-reached',
      `Buyer ${uuid} is in Mode A (MARKETPLACE_LED), in which the service verifies nothing: change its kycMode to SERVICE_LED with PATCH first.`,
    );
  if (kyc.status === 'NOT_STARTED' || kyc.status === 'REJECTED') return;
  const session = work.findAll(kycVerifications, key('buyer', uuid)).at(-1);
  const { sessionId = '', startedAt = 0, completedAt = null } = session ?? {};
  throw problem(
    'milestone-already-set',
    completedAt === null
      ? `Verification ${sessionId} of buyer ${uuid} has been in progress since ${toIsoDateTime(startedAt)}: wait for its result.`
      : `Buyer ${uuid} was verified at ${toIsoDateTime(completedAt)} by verification ${sessionId}.`,
  );
};
