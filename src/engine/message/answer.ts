import type { Reply } from '../../kernel/http.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import type { EmittedEvent } from './event.ts';

export interface Answer {
  readonly reply: Reply;
  /** What produced the response. `engine`: a problem from a pipeline stage; `upstream`: another service. */
  readonly source: 'scenario' | 'stateful' | 'faked' | 'engine' | 'upstream';
  /** The problem that the response was rendered from, if a stage or an operation refused. */
  readonly refusal?: ProblemMembers;
  /** The response was committed under its Idempotency-Key, in the same transaction as its effects. */
  readonly isKept?: boolean;
  /** It deliberately violates the description, because a scenario specifies so. */
  readonly isOffContract?: boolean;
  /** Sandbox time at which the operation ran. Milliseconds since the epoch. */
  readonly workedAt?: number;
  /** Events caused by the operation, in order; committed with its effects. */
  readonly events?: readonly EmittedEvent[];
}
