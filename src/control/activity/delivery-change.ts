import type { DeliveryRecord } from '../../engine/webhooks/delivery.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

/** A delivery after a change, with the names of the list of deliveries. */
export interface DeliveryChange {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryRecord['status'];
  /** The last status from the receiver. */
  readonly httpStatus: number | null;
  /** Why the last attempt got no response. */
  readonly failure: string | null;
  readonly attempts: number;
  /** Attempts after which it fails. */
  readonly maxAttempts: number;
  readonly lastAttemptAt: string | null;
  readonly nextRetryAt: string | null;
  readonly test: boolean;
}

export const toDeliveryChange = (record: DeliveryRecord, maxAttempts: number): DeliveryChange => ({
  id: record.id,
  webhookId: record.endpointId,
  eventId: record.eventId,
  eventType: record.eventType,
  status: record.status,
  httpStatus: record.httpStatus,
  failure: record.tries.at(-1)?.failure ?? null,
  attempts: record.attempts,
  maxAttempts,
  lastAttemptAt: toTime(record.lastAttemptAt),
  nextRetryAt: toTime(record.nextRetryAt),
  test: record.isTest,
});

const toTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);
