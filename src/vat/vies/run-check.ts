import { findBelowSeller } from '../api/find-record.ts';
import { type Assumed, handlesJob, idIn, key, object, type UnitOfWork } from '../../engine/sdk.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { type BuyerRecord, buyers, getBuyerOf } from '../buyers/buyer.ts';
import {
  type ViesAnswer,
  answerOf,
  type ViesCheckRecord,
  awaitAnswer,
  viesChecks,
  concludeCheck,
  viesStateAfter,
  toViesCheck,
  answerOfOutage,
} from './vies-check.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { emit, defineBehaviours } from '../api/behaviour.ts';
import { ensureRecheck, hasOpenOrder, reassessOrdersOf } from '../compliance/settle-order.ts';
import { problem } from '../policy/problem.ts';

/** "VIES checks run asynchronously and do not block other operations." Milliseconds. Assumption: vies-answer-time. */
export const ANSWER_TIME = 2000;

/** "PENDING for 30 seconds, then UNKNOWN." Milliseconds. Assumption: vies-outcomes. */
export const CHECK_TIMEOUT = 30_000;

const insertCheck = (
  work: UnitOfWork,
  { uuid, vatNumber }: BuyerRecord,
  origin?: { readonly isRecheck: true },
): ViesCheckRecord =>
  work.insert(viesChecks, ({ random }) => ({
    id: drawUuid(random),
    buyerUuid: uuid,
    vatNumber,
    result: 'PENDING',
    requestedAt: work.now,
    checkedAt: null,
    ...origin,
  }));

/** Id of the job in which VIES answers. */
export const answerJobOf = (checkId: string): string => `vies-check/${checkId}`;

const scheduleAnswer = (work: UnitOfWork, checkId: string, dueAt: number): unknown =>
  work.schedule({ id: answerJobOf(checkId), kind: 'vies-check', dueAt, data: { checkId } });

/** Starts a VIES check of a buyer; its result arrives on the sandbox clock. */
export const startCheck = (
  work: UnitOfWork,
  buyer: BuyerRecord,
  origin?: { readonly isRecheck: true },
): ViesCheckRecord => {
  const check = insertCheck(work, buyer, origin);
  const time = work.assumed.has('vies-answer-time=at-once') ? 0 : ANSWER_TIME;
  scheduleAnswer(work, check.id, work.now + time);
  return check;
};

/** Completes a check immediately with a given result, regardless of the number: for simulators. */
export const checkAtOnce = async (work: UnitOfWork, buyer: BuyerRecord, answer: ViesAnswer): Promise<void> => {
  const { turn = 0 } = buyer.vies;
  await settleCheck(work, buyer, [insertCheck(work, buyer)], { answer, turn });
};

/** Runs when a response is due; retries VIES before the check ends without one. */
const runCheck = async (work: UnitOfWork, checkId: string): Promise<void> => {
  const check = work.get(viesChecks, checkId);
  if (check === undefined) throw new Error(`there is no VIES check ${checkId}`);
  const buyer = getBuyerOf(work, check.buyerUuid);
  const response = requestVies(work, buyer);
  const timeoutAt = check.requestedAt + CHECK_TIMEOUT;
  if (response.answer.kind === 'UNREACHABLE' && work.now < timeoutAt) {
    work.update(viesChecks, check, awaitAnswer(check, work.now));
    scheduleAnswer(work, checkId, timeoutAt);
  } else await settleCheck(work, buyer, [check], response);
};

/** Repeats checks that ended without a response. Assumption: vies-recheck. */
const repeatChecks = async (work: UnitOfWork, buyerUuid: string): Promise<void> => {
  const waiting = work.findAll(viesChecks, key('unknown', buyerUuid));
  if (waiting.length === 0) return;
  const buyer = getBuyerOf(work, buyerUuid);
  await settleCheck(work, buyer, waiting, requestVies(work, buyer));
};

/** During an outage, a test number's sequence of responses does not advance. */
const requestVies = (
  work: UnitOfWork,
  { vatNumber, vies: { turn = 0 } }: BuyerRecord,
): { readonly answer: ViesAnswer; readonly turn: number } => {
  const outage = answerOfOutage(work, vatNumber);
  return outage === undefined ? { answer: answerOf(vatNumber, turn), turn: turn + 1 } : { answer: outage, turn };
};

/** "Re-checked every five minutes until VIES answers." Assumption: vies-recheck. */
export const REPETITION = 300_000;

/** Id of the job that repeats the checks of a buyer. */
export const repetitionOf = (buyerUuid: string): string => `vies-repeat/${buyerUuid}`;

/**
 * Completes checks of a buyer with or without a response, in causal order: updates the buyer's VIES state, emits the
 * event of a failure and reassesses the open orders. No visible member of the buyer changes, so neither does its
 * version.
 */
const settleCheck = async (
  work: UnitOfWork,
  buyer: BuyerRecord,
  checks: readonly ViesCheckRecord[],
  {
    answer,
    turn,
  }: {
    readonly answer: ViesAnswer;
    readonly turn: number;
  },
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
  // An order without a verdict needs daily checks.
  if (hasOpenOrder(work, uuid)) ensureRecheck(work, uuid);
};

/** Assumption: vies-failure-emission. */
const isFailureAnnounced = ({ vies: { result } }: BuyerRecord, assumed: Assumed): boolean =>
  assumed.has('vies-failure-emission=after-valid') ? result === 'VALID' : result !== 'INVALID';

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

const ofBuyer = object({ buyerUuid: idIn(buyers.name) });

const recheck = (work: UnitOfWork, buyerUuid: string): void => {
  if (!hasOpenOrder(work, buyerUuid)) return;
  ensureRecheck(work, buyerUuid);
  // While VIES is down, pending checks are repeated more often anyway.
  const waiting = work.findFirst(viesChecks, key('unknown', buyerUuid));
  if (waiting === undefined) startCheck(work, getBuyerOf(work, buyerUuid), { isRecheck: true });
};

/** VIES jobs on the sandbox clock. */
export const viesJobs = {
  'vies-check': handlesJob(object({ checkId: idIn(viesChecks.name) }), (work, { checkId }) => runCheck(work, checkId)),
  'vies-repeat': handlesJob(ofBuyer, (work, { buyerUuid }) => repeatChecks(work, buyerUuid)),
  'vies-recheck': handlesJob(ofBuyer, (work, { buyerUuid }) => recheck(work, buyerUuid)),
};

/** "VIES checks run asynchronously and do not block other operations." */
export const viesBehaviours = defineBehaviours({
  requestViesCheck: ({ path, seller, work }) => {
    const buyer = findBelowSeller(work, buyers, seller, path.buyerId);
    return { status: 202, body: toViesCheck(startCheck(work, buyer)) };
  },

  getViesCheck: ({ path, seller, work }) => {
    const { uuid } = findBelowSeller(work, buyers, seller, path.buyerId);
    const check = work.get(viesChecks, path.checkId.toLowerCase());
    if (check?.buyerUuid !== uuid) throw problem('not-found', `Buyer ${uuid} has no VIES check ${path.checkId}.`);
    return { status: 200, body: toViesCheck(check) };
  },
});
