import type { Reply } from '../../kernel/http.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import type { EmittedEvent } from './event.ts';

/** Who answered. `engine` is a gate's refusal: a problem. */
export type AnswerSource = 'scenario' | 'stateful' | 'faked' | 'engine';

export interface Answer {
  readonly reply: Reply;
  readonly source: AnswerSource;
  /** The problem that the answer is made from, when a gate or an operation refused. */
  readonly refusal?: ProblemMembers;
  /** The answer was committed under its Idempotency-Key together with what it did. */
  readonly isKept?: boolean;
  /** It breaks the description on purpose: a scenario wants it so. */
  readonly isOffContract?: boolean;
  /** The instant of the sandbox's clock at which the operation worked. Milliseconds since the epoch. */
  readonly workedAt?: number;
  /** What the operation caused, in order; kept together with what it did. */
  readonly events?: readonly EmittedEvent[];
}
