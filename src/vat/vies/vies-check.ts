import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import { type TypeOf, idIn, instant, instantOrNull, object, text, uuid } from '../../engine/sandbox/record-schema.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component, memberOf } from '../api/component-schema.ts';
import { type ViesResult, type ViesState, buyers } from '../buyers/buyer.ts';
import type { ViesAnswer } from './vies-answer.ts';

/** One check of a buyer's VAT number. Assumption: vies-check-shape. */
const schema = object({
  id: uuid,
  buyerUuid: idIn(buyers.name),
  vatNumber: memberOf('BuyerRequest', 'vatNumber'),
  result: component('ViesResult'),
  requestedAt: instant,
  /** When VIES last responded or timed out; null before. */
  checkedAt: instantOrNull,
  /** Why the result is INVALID or UNKNOWN. */
  'reason?': text,
});

export type ViesCheckRecord = TypeOf<typeof schema>;

export const viesChecks = defineRecords(
  'vies-checks',
  schema,
  ({ id }) => id,
  // Checks still waiting for VIES.
  ({ buyerUuid, result }) => (result === 'UNKNOWN' ? [key('unknown', buyerUuid)] : []),
);

const RESULTS = { VALID: 'VALID', INVALID: 'INVALID', UNREACHABLE: 'UNKNOWN' } as const satisfies Record<
  ViesAnswer['kind'],
  ViesResult
>;

/** Effect of a response on a check and on its buyer. */
const outcomeOf = (answer: ViesAnswer, now: number) => ({
  result: RESULTS[answer.kind],
  checkedAt: now,
  ...(answer.kind === 'VALID' ? {} : { reason: answer.reason }),
});

/** The check after a VIES request. */
export const concludeCheck = (check: ViesCheckRecord, answer: ViesAnswer, now: number): ViesCheckRecord => {
  const { reason: _reason, ...rest } = check;
  return { ...rest, ...outcomeOf(answer, now) };
};

/**
 * The buyer's VIES state after a request: "`PENDING` or `UNKNOWN` while VIES is unreachable", even if it was valid.
 * However, an outage does not unblock: a number that VIES called invalid stays invalid until VIES says otherwise.
 * Assumption: vies-unreachable.
 */
export const viesStateAfter = (
  before: ViesState,
  answer: ViesAnswer,
  { turn, now }: { readonly turn: number; readonly now: number },
): ViesState =>
  answer.kind === 'UNREACHABLE' && before.result === 'INVALID'
    ? { ...before, turn }
    : { ...outcomeOf(answer, now), turn };

/** The check as the API shows it. */
export const toViesCheck = (record: ViesCheckRecord): Schemas['ViesCheck'] => ({
  id: record.id,
  buyerUuid: record.buyerUuid,
  vatNumber: record.vatNumber,
  result: record.result,
  requestedAt: toIsoDateTime(record.requestedAt),
  checkedAt: record.checkedAt === null ? null : toIsoDateTime(record.checkedAt),
  ...(record.reason === undefined ? {} : { reason: record.reason }),
});
