import { type TypeOf, label, object } from '../../sandbox/record-schema.ts';

/** Kind of the outbound task that makes one attempt of a delivery. */
export const ATTEMPT = 'webhook-attempt';

export const attemptId = (deliveryId: string): string => `${ATTEMPT}/${deliveryId}`;

export const attemptData = object({
  deliveryId: label,
  /** Concurrent attempts are limited per webhook endpoint. */
  endpointId: label,
});

export type AttemptData = TypeOf<typeof attemptData>;
