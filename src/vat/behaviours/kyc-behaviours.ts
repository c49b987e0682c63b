import { key } from '../../engine/sandbox/collection.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { findBuyerOfSeller } from '../buyers/find-buyer.ts';
import { kycVerifications, toKycVerification } from '../kyc/kyc-verification.ts';
import { startVerification } from '../kyc/run-verification.ts';
import { problem } from '../policy/problem.ts';

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
