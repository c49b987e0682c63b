import type { Conditions } from '../../matching/condition-file.ts';
import type { Json } from '../../../kernel/json.ts';

/** An expectation on a client, as written in a scenario file. */
export interface Expectation {
  readonly request?: string;
  readonly event?: string;
  readonly when?: Conditions;
  readonly data?: Readonly<Record<string, Json>>;
  readonly answered?: number;
  readonly times?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly sameIdempotencyKey?: true;
  readonly afterRetryAfter?: true;
  readonly within?: string;
  readonly because?: string;
}
