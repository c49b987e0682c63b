import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { KycVerificationRecord } from '../kyc/kyc-verification.ts';
import { SIMULATORS } from '../simulators/simulators.ts';
import type { ViesCheckRecord } from '../vies/vies-check.ts';
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

/** Why a simulator is impossible for a buyer in its current state; undefined if it is possible. */
const REFUSALS: Readonly<Record<string, (buyer: BuyerRecord) => string | undefined>> = {
  vies_check_failed: ({ vies }) => (vies.result === 'INVALID' ? 'The VIES result is already INVALID.' : undefined),
  vies_check_passed: ({ vies }) => (vies.result === 'VALID' ? 'The VIES result is already VALID.' : undefined),
  kyc_rejected: ({ kyc }) =>
    kyc.status === 'PENDING' ? undefined : 'No verification is in progress: start one first.',
  buyer_blocked: ({ status }) => (status === 'ACTIVE' ? undefined : `The buyer is already ${status}.`),
  buyer_unblocked: ({ status }) => (status === 'ACTIVE' ? `The buyer is already ${status}.` : undefined),
};

/** The simulators that need a buyer, and whether each is possible now. */
const simulatorsOf = (buyer: BuyerRecord) =>
  [...SIMULATORS.values()]
    .filter(({ needs }) => needs.includes('buyerUuid'))
    .map(({ name, summary }) => {
      const reason = REFUSALS[name]?.(buyer);
      return { name, summary, possible: reason === undefined, ...(reason === undefined ? {} : { reason }) };
    });
