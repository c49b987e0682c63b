import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import {
  type TypeOf,
  flag,
  idIn,
  instant,
  instantOrNull,
  list,
  object,
  text,
  uuid,
} from '../../engine/sandbox/record-schema.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component, memberOf } from '../api/component-schema.ts';
import { type ViesResult, type ViesState, buyers } from '../buyers/buyer.ts';
import type { ViesAnswer } from './vies-answer.ts';

/** Earlier requests of a check that are kept, five minutes apart: each further one costs time at each update. */
const MOST_EARLIER = 24;

const earlierRequest = object({
  at: instant,
  /** Of the check after this request. */
  result: component('ViesResult'),
});

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
  /** The requests before the last one, oldest first; absent if there were none. */
  'earlier?': { ...list(earlierRequest), maxItems: MOST_EARLIER },
  /** Started by the daily re-check. */
  'isRecheck?': flag,
});

export type ViesCheckRecord = TypeOf<typeof schema>;

export const viesChecks = defineRecords(
  'vies-checks',
  schema,
  ({ id }) => id,
  // Checks still waiting for VIES have a key of their own.
  ({ buyerUuid, result }) => [key('buyer', buyerUuid), ...(result === 'UNKNOWN' ? [key('unknown', buyerUuid)] : [])],
);

/** What VIES gives to a requester who names itself, as the proof of its confirmation: `WAPIAAAA` and eight characters. */
export const consultationNumberOf = ({ id }: ViesCheckRecord): string =>
  `WAPIAAAA${BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .slice(-8)
    .toUpperCase()}`;

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
  const { checkedAt, result } = check;
  const concluded = { ...rest, ...outcomeOf(answer, now) };
  return checkedAt === null ? concluded : withEarlier(concluded, { at: checkedAt, result });
};

/** The check after a request without an answer that is followed by another one. */
export const awaitAnswer = (check: ViesCheckRecord, now: number): ViesCheckRecord =>
  withEarlier(check, { at: now, result: check.result });

const withEarlier = (check: ViesCheckRecord, request: TypeOf<typeof earlierRequest>): ViesCheckRecord => ({
  ...check,
  earlier: [...(check.earlier ?? []), request].slice(-MOST_EARLIER),
});

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
