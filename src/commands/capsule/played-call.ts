import type { CapsuleRequest } from '../../engine/capsule/capsule.ts';
import type { AnswerDifference } from '../../engine/capsule/compare-answers.ts';
import { targetOf } from '../../kernel/http.ts';

/** A recorded call that was made again. */
export interface PlayedCall {
  /** From 1, as in the capsule. */
  readonly call: number;
  readonly operation: string | null;
  readonly request: string;
  /** Why it was not made, or not compared; null if it was. */
  readonly skipped: string | null;
  readonly differences: readonly AnswerDifference[];
}

export const toPlayed = (recorded: CapsuleRequest, call: number): PlayedCall => ({
  call,
  operation: recorded.operationId,
  request: `${recorded.method} ${targetOf(recorded)}`,
  skipped: recorded.skipped,
  differences: [],
});

export const nameOf = ({ call, request }: PlayedCall): string => `call ${String(call)}, ${request}`;

export const isSkipped = ({ skipped }: PlayedCall): boolean => skipped !== null;

export const isDifferent = (played: PlayedCall | undefined): boolean => (played?.differences.length ?? 0) > 0;
