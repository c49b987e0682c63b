import type { CapsuleRequest } from '../../engine/capsule/capsule.ts';
import type { AnswerDifference } from '../../engine/capsule/compare-answers.ts';
import { targetOf } from '../../kernel/http.ts';

export type PlayedCall = ReturnType<typeof toPlayed>;

/** A recorded call that is made again; `call` is its number from 1, as in the capsule. */
export const toPlayed = (recorded: CapsuleRequest, call: number) => ({
  call,
  operation: recorded.operationId,
  request: `${recorded.method} ${targetOf(recorded)}`,
  /** Why it was not made, or not compared; null if it was. */
  skipped: recorded.skipped,
  differences: [] as readonly AnswerDifference[],
});

export const nameOf = ({ call, request }: PlayedCall): string => `call ${call}, ${request}`;

export const isSkipped = ({ skipped }: PlayedCall): boolean => skipped !== null;

export const isDifferent = (played: PlayedCall | undefined): boolean => (played?.differences.length ?? 0) > 0;
