import type { Moment } from '../../coaching/detector.ts';
import type { Facts } from '../../matching/facts.ts';
import type { Difference } from '../../matching/difference.ts';

/** A request that came, as expectations look at it: nothing is worked out that is not asked for. */
export interface ObservedRequest {
  /** Undefined where the description has no such operation. */
  readonly operationId: string | undefined;
  /** The status that the client got; undefined when its connection broke before it had one. */
  readonly answered: number | undefined;
  /** The fault that took the answer away. */
  readonly lostBy: string | undefined;
  readonly clientId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** How long its answer told the client to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly moment: Moment;
  readonly facts: () => Facts;
  readonly summary: () => RequestSummary;
  /** Takes credentials out of what is said about it. */
  readonly hide: (difference: Difference) => Difference;
}

/** An event that was emitted. */
export interface ObservedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly hide: (difference: Difference) => Difference;
}

export interface RequestSummary {
  /** The `X-Mock-Request-Id` of the answer. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  /** Null when the client got no answer. */
  readonly status: number | null;
}

export interface EventSummary {
  readonly id: string;
  readonly type: string;
}
