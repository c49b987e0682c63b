/** Chaos that a webhook receiver was exposed to, and its reaction. */
export type ReceiverNews = {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
} & (
  | {
      /** About to be sent more than once, with the same id. */
      readonly kind: 'sent-twice';
      /** The envelope, as JSON. */
      readonly body: string;
    }
  | {
      /** Answered with 2xx although its signature was defective. */
      readonly kind: 'trick-taken';
      /** `wrong-secret`, `stale` ... */
      readonly trick: string;
      readonly httpStatus: number;
    }
);
