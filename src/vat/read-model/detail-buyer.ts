import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { KycVerificationRecord } from '../kyc/kyc-verification.ts';
import type { ViesCheckRecord } from '../vies-checks/vies-check.ts';
import { simulatorsOf } from './buyer-simulators.ts';
import { READ_MODEL_LIMITS } from './limits.ts';

interface History {
  /** Oldest first. */
  readonly checks: readonly ViesCheckRecord[];
  readonly sessions: readonly KycVerificationRecord[];
}

/** The history of a buyer, and what is possible now. */
export const detailBuyer = (buyer: BuyerRecord, { checks, sessions }: History) => {
  const { uuid: _uuid, ...address } = buyer.address;
  return {
    address,
    version: buyer.version,
    viesChecks: checks
      .slice(-READ_MODEL_LIMITS.viesChecks)
      .toReversed()
      .map(({ id, result, requestedAt, checkedAt, reason }) => ({
        id,
        result,
        requestedAt: toIsoDateTime(requestedAt),
        checkedAt: toTime(checkedAt),
        ...(reason === undefined ? {} : { reason }),
      })),
    viesCheckCount: checks.length,
    verifications: sessions.toReversed().map(({ buyerUuid: _buyer, profile: _profile, ...session }) => ({
      ...session,
      startedAt: toIsoDateTime(session.startedAt),
      completedAt: toTime(session.completedAt),
    })),
    simulators: simulatorsOf(buyer),
  };
};

const toTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);
