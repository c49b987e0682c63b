import { VAT_NUMBERS } from '../../generated/vat-numbers.ts';
import { faultOfPrefix, faultOfVatNumber } from '../vat-numbers/vat-number.ts';
import {
  defineRecords,
  flag,
  idIn,
  instant,
  instantOrNull,
  key,
  label,
  list,
  object,
  type Reading,
  type TypeOf,
  type UnitOfWork,
} from '../../engine/sdk.ts';
import type { Schemas } from '../api/behaviour.ts';
import { show } from '../api/show.ts';
import { component, membersOf } from '../api/component-schema.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';

/** Result of a VIES request. */
export type ViesAnswer =
  | { readonly kind: 'VALID' }
  | { readonly kind: 'INVALID'; readonly reason: string }
  | { readonly kind: 'UNREACHABLE'; readonly reason: string };

const invalid = (reason: string): ViesAnswer => ({ kind: 'INVALID', reason });

/** The numbers of the public VIES test service, by the digits after the country code. Assumption: vies-outcomes. */
const TEST_ANSWERS: Readonly<Record<string, ViesAnswer | undefined>> = VAT_NUMBERS.testAnswers;
/**
 * The response for a number: that of a test number, else valid if its format and check digits are valid.
 *
 * A test number may consist of several codes, which are used in sequence, the last one repeatedly: DE100200 is valid
 * first and invalid at each re-check, DE300100 is unavailable first and valid afterwards. `turn` counts its responses
 * from 0. Assumptions: vies-outcomes, vies-number-validity.
 */
export const answerOf = (vatNumber: string, turn: number): ViesAnswer => {
  const outside = faultOfPrefix(vatNumber);
  if (outside !== undefined) return invalid(outside);
  const answers = testAnswersOf(vatNumber);
  const answer = answers[Math.min(turn, answers.length - 1)];
  if (answer !== undefined) return answer;
  const fault = faultOfVatNumber(vatNumber);
  return fault === undefined ? { kind: 'VALID' } : invalid(fault);
};

/** Whether the number itself encodes the response of VIES. */
export const isTestNumber = (vatNumber: string): boolean => testAnswersOf(vatNumber).length > 0;

/** The responses that a test number encodes, in order; empty for an ordinary number. */
export const testAnswersOf = (vatNumber: string): readonly ViesAnswer[] => {
  const answers: ViesAnswer[] = [];
  for (let start = 2; start < vatNumber.length; start += 3) {
    const answer = TEST_ANSWERS[vatNumber.slice(start, start + 3)];
    if (answer === undefined) return [];
    answers.push(answer);
  }
  return answers;
};

/** Earlier requests of a check that are kept, five minutes apart: each further one costs time at each update. */
const MOST_EARLIER = 24;

const earlierRequest = object({
  at: instant,
  /** Of the check after this request. */
  result: component('ViesResult'),
});

/** One check of a buyer's VAT number. Assumption: vies-check-shape. */
const schema = object({
  // The reason is why the result is INVALID or UNKNOWN.
  ...membersOf('ViesCheck', 'id', 'vatNumber', 'result', 'reason?'),
  buyerUuid: idIn(buyers.name),
  requestedAt: instant,
  /** When VIES last responded or timed out; null before. */
  checkedAt: instantOrNull,
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

/** Result of a check by the kind of its last answer. */
export const RESULTS = { VALID: 'VALID', INVALID: 'INVALID', UNREACHABLE: 'UNKNOWN' } as const satisfies Record<
  ViesAnswer['kind'],
  Schemas['ViesResult']
>;

/** Effect of a response on a check and on its buyer. */
const outcomeOf = (answer: ViesAnswer, now: number) => ({
  result: RESULTS[answer.kind],
  checkedAt: now,
  ...(answer.kind !== 'VALID' && { reason: answer.reason }),
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
  before: BuyerRecord['vies'],
  answer: ViesAnswer,
  { turn, now }: { readonly turn: number; readonly now: number },
): BuyerRecord['vies'] =>
  answer.kind === 'UNREACHABLE' && before.result === 'INVALID'
    ? { ...before, turn }
    : { ...outcomeOf(answer, now), turn };

/** The check as the API shows it. */
export const toViesCheck = (record: ViesCheckRecord): Schemas['ViesCheck'] =>
  show(record, 'id', 'buyerUuid', 'vatNumber', 'result', 'requestedAt', 'checkedAt', 'reason');

/** An outage of VIES, or of the service of one member state behind it. */
const outage = object({
  /** Affected prefix of VAT numbers (EL, XI); default: all. */
  'country?': label,
  /** Default: until it is ended explicitly. */
  'until?': instant,
});

export type ViesOutage = TypeOf<typeof outage>;

/** VIES state of a sandbox: one document, because every check reads it. */
export const viesServices = defineRecords('vies-service', object({ outages: list(outage) }), () => 'vies');

const readService = (work: Reading): { readonly outages: readonly ViesOutage[] } | undefined =>
  work.get(viesServices, 'vies');

const writeOutages = (work: UnitOfWork, change: (outages: readonly ViesOutage[]) => readonly ViesOutage[]): void => {
  const service = readService(work);
  const changed = { outages: change(service?.outages ?? []) };
  if (service === undefined) work.insert(viesServices, () => changed);
  else work.update(viesServices, service, changed);
};

/** The outages that are in progress. */
export const readViesOutages = (work: Reading): readonly ViesOutage[] =>
  (readService(work)?.outages ?? []).filter(({ until = Infinity }) => until > work.now);

/** Starts an outage. It replaces an earlier one of the same country. */
export const setViesOutage = (work: UnitOfWork, outage: ViesOutage = {}): void =>
  writeOutages(work, (outages) => [...outages.filter(({ country }) => country !== outage.country), outage]);

/** Ends the outage of one country, or all. Pending checks are repeated at their scheduled time. */
export const endViesOutage = (work: UnitOfWork, country?: string): void =>
  writeOutages(work, (outages) =>
    country === undefined ? [] : outages.filter((outage) => outage.country !== country),
  );

/** The response of VIES during an outage for a number; undefined if there is none. */
export const answerOfOutage = (work: Reading, vatNumber: string): ViesAnswer | undefined => {
  const outage = readViesOutages(work).find(({ country = '' }) => vatNumber.startsWith(country));
  if (outage === undefined) return undefined;
  return {
    kind: 'UNREACHABLE',
    reason:
      outage.country === undefined
        ? 'SERVICE_UNAVAILABLE: VIES is out of service.'
        : "MS_UNAVAILABLE: the member state's service is unavailable.",
  };
};
