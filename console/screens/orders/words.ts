import { WORDS } from '../../../src/generated/words.ts';

/** In the order of the workflow. */
export const STATUSES = WORDS.orderStatus;

export const decisionWords = (decision: keyof typeof WORDS.decision): string => WORDS.decision[decision].word;
