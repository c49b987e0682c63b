import type { Assumed } from '../../engine/assumptions/assumed.ts';
import { key } from '../../engine/sandbox/collection.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { emit } from '../api/emit.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { ensureRecheck, hasOpenOrder } from '../verdict/daily-recheck.ts';
import { reassessOrdersOf, recomputeVerdictsOf } from '../verdict/reassess-orders.ts';
import type { ViesAnswer } from '../vies-checks/vies-answer.ts';
import { type ViesCheckRecord, concludeCheck, viesStateAfter, viesChecks } from '../vies-checks/vies-check.ts';

/** "Re-checked every five minutes until VIES answers." Assumption: vies-recheck. */
export const REPETITION = 300_000;

/** Id of the job that repeats the checks of a buyer. */
export const repetitionOf = (buyerUuid: string): string => `vies-repeat/${buyerUuid}`;

/** The VIES request, and the total number of responses for the number. */
interface AnsweredRequest {
  readonly answer: ViesAnswer;
  readonly turn: number;
}

/**
 * Completes checks of a buyer with or without a response, in causal order: updates the buyer's VIES state, emits the
 * event of a failure and reassesses the open orders. No visible member of the buyer changes, so neither does its
 * version.
 */
export const settleCheck = async (
  work: UnitOfWork,
  buyer: BuyerRecord,
  checks: readonly ViesCheckRecord[],
  { answer, turn }: AnsweredRequest,
): Promise<void> => {
  const { uuid } = buyer;
  const { now } = work;
  for (const check of checks) work.update(viesChecks, check, concludeCheck(check, answer, now));
  repeatOrEnd(work, uuid, answer);
  const vies = viesStateAfter(buyer.vies, answer, { turn, now });
  work.update(buyers, buyer, { ...buyer, vies });
  if (answer.kind === 'INVALID' && isFailureAnnounced(buyer, work.assumed)) announceFailure(work, buyer, answer.reason);
  if (vies.result === buyer.vies.result) return;
  await reassessOrdersOf(work, uuid);
  if (answer.kind !== 'UNREACHABLE' && work.assumed.has('verdict-recomputation=vies-too'))
    await recomputeVerdictsOf(work, uuid);
  // An order without a verdict needs daily checks.
  if (hasOpenOrder(work, uuid)) ensureRecheck(work, uuid);
};

/** Assumption: vies-failure-emission. */
const isFailureAnnounced = ({ vies: { result } }: BuyerRecord, assumed: Assumed): boolean => {
  if (assumed.has('vies-failure-emission=every-invalid')) return true;
  return assumed.has('vies-failure-emission=after-valid') ? result === 'VALID' : result !== 'INVALID';
};

/** One response completes every pending check of the buyer. */
const repeatOrEnd = (work: UnitOfWork, buyerUuid: string, answer: ViesAnswer): void => {
  if (answer.kind === 'UNREACHABLE') {
    work.schedule({
      id: repetitionOf(buyerUuid),
      kind: 'vies-repeat',
      dueAt: work.now + REPETITION,
      data: { buyerUuid },
    });
    return;
  }
  for (const check of work.findAll(viesChecks, key('unknown', buyerUuid)))
    work.update(viesChecks, check, concludeCheck(check, answer, work.now));
  work.cancel(repetitionOf(buyerUuid));
};

/** Fires only if the previous result was different. Assumptions: vies-failure-emission, vies-event-results. */
const announceFailure = (work: UnitOfWork, buyer: BuyerRecord, reason: string): void => {
  emit(work, 'kyc.vies_check_failed', buyer.seller, {
    buyerUuid: buyer.uuid,
    vatNumber: buyer.vatNumber,
    previousResult: buyer.vies.result,
    currentResult: 'INVALID',
    checkedAt: toIsoDateTime(work.now),
    reason,
  });
};
