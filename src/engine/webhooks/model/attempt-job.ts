/** Kind of the outbound task that makes one attempt of a delivery. */
export const ATTEMPT = 'webhook-attempt';

export const attemptId = (deliveryId: string): string => `${ATTEMPT}/${deliveryId}`;

export interface AttemptData {
  readonly deliveryId: string;
  /** Concurrent attempts are limited per webhook endpoint. */
  readonly endpointId: string;
}
