import { key } from '../../engine/sandbox/collection.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { getBuyerOf } from '../buyers/find-buyer.ts';
import { settleCheck } from './settle-check.ts';
import { type ViesAnswer, answerOf } from '../vies-checks/vies-answer.ts';
import { type ViesCheckRecord, awaitAnswer, viesChecks } from '../vies-checks/vies-check.ts';
import { answerOfOutage } from './vies-outage.ts';

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
export const startCheck = async (
  work: UnitOfWork,
  buyer: BuyerRecord,
  origin?: { readonly isRecheck: true },
): Promise<ViesCheckRecord> => {
  const check = insertCheck(work, buyer, origin);
  const time = work.assumed.has('vies-answer-time=at-once') ? 0 : ANSWER_TIME;
  await scheduleAnswer(work, check.id, work.now + time);
  return check;
};

/** Completes a check immediately with a given result, regardless of the number: for simulators. */
export const checkAtOnce = async (work: UnitOfWork, buyer: BuyerRecord, answer: ViesAnswer): Promise<void> => {
  const { turn = 0 } = buyer.vies;
  await settleCheck(work, buyer, [insertCheck(work, buyer)], { answer, turn });
};

/** Runs when a response is due; retries VIES before the check ends without one. */
export const runCheck = async (work: UnitOfWork, checkId: string): Promise<void> => {
  const check = work.get(viesChecks, checkId);
  if (check === undefined) throw new Error(`there is no VIES check ${checkId}`);
  const buyer = getBuyerOf(work, check.buyerUuid);
  const response = requestVies(work, buyer);
  const timeoutAt = check.requestedAt + CHECK_TIMEOUT;
  if (response.answer.kind === 'UNREACHABLE' && work.now < timeoutAt) {
    work.update(viesChecks, check, awaitAnswer(check, work.now));
    await scheduleAnswer(work, checkId, timeoutAt);
  } else await settleCheck(work, buyer, [check], response);
};

/** Repeats checks that ended without a response. Assumption: vies-recheck. */
export const repeatChecks = async (work: UnitOfWork, buyerUuid: string): Promise<void> => {
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
