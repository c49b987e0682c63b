import type { Moment } from '../../coaching/detector.ts';
import type { Facts } from '../../matching/facts.ts';
import type { RequestSummary } from '../../../generated/control-schemas.ts';
import type { Difference } from '../../matching/condition.ts';

export type { EventSummary, RequestSummary } from '../../../generated/control-schemas.ts';

/** A request as expectations see it; its properties are computed only on demand. */
export interface ObservedRequest {
  /** Undefined if the description has no such operation. */
  readonly operationId: string | undefined;
  /** The status that the client received; undefined if the connection broke before. */
  readonly answered: number | undefined;
  /** The fault that lost the response. */
  readonly lostBy: string | undefined;
  readonly clientId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** `Retry-After` of its response, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly moment: Moment;
  readonly facts: () => Facts;
  readonly summary: () => RequestSummary;
  /** Redacts credentials in a difference. */
  readonly hide: (difference: Difference) => Difference;
}

/** An event that was emitted. */
export interface ObservedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly hide: (difference: Difference) => Difference;
}
