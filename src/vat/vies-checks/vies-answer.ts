import { faultOfPrefix, faultOfVatNumber } from '../vat-numbers/vat-number.ts';

/** Result of a VIES request. */
export type ViesAnswer =
  | { readonly kind: 'VALID' }
  | { readonly kind: 'INVALID'; readonly reason: string }
  | { readonly kind: 'UNREACHABLE'; readonly reason: string };

const invalid = (reason: string): ViesAnswer => ({ kind: 'INVALID', reason });
const unreachable = (reason: string): ViesAnswer => ({ kind: 'UNREACHABLE', reason });

const BUSY = 'too many concurrent requests';

/** The numbers of the public VIES test service, by the digits after the country code. Assumption: vies-outcomes. */
const TEST_ANSWERS = new Map<string, ViesAnswer>([
  ['100', { kind: 'VALID' }],
  ['200', invalid('The number is not registered for intra-Community trade.')],
  ['201', invalid('INVALID_INPUT: VIES cannot parse the number.')],
  ['202', invalid('INVALID_REQUESTER_INFO: VIES does not accept the requester.')],
  ['300', unreachable('SERVICE_UNAVAILABLE: VIES is out of service.')],
  ['301', unreachable("MS_UNAVAILABLE: the member state's service is unavailable.")],
  ['302', unreachable("TIMEOUT: the member state's service did not answer in time.")],
  ['400', invalid('VAT_BLOCKED: VIES refuses requests about this number.')],
  ['401', invalid('IP_BLOCKED: VIES refuses requests from this requester.')],
  ['500', unreachable(`GLOBAL_MAX_CONCURRENT_REQ: VIES has ${BUSY}.`)],
  ['501', unreachable(`GLOBAL_MAX_CONCURRENT_REQ_TIME: VIES has ${BUSY}.`)],
  ['600', unreachable(`MS_MAX_CONCURRENT_REQ: the member state's service has ${BUSY}.`)],
  ['601', unreachable(`MS_MAX_CONCURRENT_REQ_TIME: the member state's service has ${BUSY}.`)],
]);

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
    const answer = TEST_ANSWERS.get(vatNumber.slice(start, start + 3));
    if (answer === undefined) return [];
    answers.push(answer);
  }
  return answers;
};
