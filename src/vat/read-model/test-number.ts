import type { BuyerRecord } from '../buyers/buyer.ts';
import { type ViesAnswer, testAnswersOf } from '../vies-checks/vies-answer.ts';

const RESULTS = { VALID: 'VALID', INVALID: 'INVALID', UNREACHABLE: 'UNKNOWN' } as const;

const WORDS = { VALID: 'valid', INVALID: 'invalid', UNREACHABLE: 'no answer' } as const;

/** What the VAT number of a buyer makes VIES answer; null for an ordinary number. */
export const describeTestNumber = ({ vatNumber, vies }: BuyerRecord) => {
  const answers = testAnswersOf(vatNumber);
  if (answers.length === 0) return null;
  return { sentence: toSentence(answers), answers: answers.map(toAnswer), given: vies.turn ?? 0 };
};

const toAnswer = (answer: ViesAnswer) => ({
  result: RESULTS[answer.kind],
  ...(answer.kind === 'VALID' ? {} : { reason: answer.reason }),
});

const toSentence = (answers: readonly ViesAnswer[]): string => {
  const words = answers.map(({ kind }) => WORDS[kind]);
  const [first, ...later] = words;
  return later.length === 0
    ? `Test number of VIES: each check gives “${first ?? ''}”.`
    : `Test number of VIES: the first check gives “${first ?? ''}”, the next ${later.map((word) => `“${word}”`).join(', then ')}; the last is repeated.`;
};
