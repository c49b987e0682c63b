/** The outbound task that sends a delivery once. */
export const ATTEMPT = 'webhook-attempt';

export const attemptId = (deliveryId: string): string => `${ATTEMPT}/${deliveryId}`;

export interface AttemptData {
  readonly deliveryId: string;
  /** Attempts to one webhook endpoint are limited together. */
  readonly endpointId: string;
}
