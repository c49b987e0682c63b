/** What a webhook receiver was made to meet on purpose, and how it took it. */
export type ReceiverNews = {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
} & (
  | {
      /** About to be sent more than once, under one id. */
      readonly kind: 'sent-twice';
      /** The envelope, as JSON. */
      readonly body: string;
    }
  | {
      /** Answered with 2xx although something was wrong with its signature. */
      readonly kind: 'trick-taken';
      /** `wrong-secret`, `stale` ... */
      readonly trick: string;
      readonly httpStatus: number;
    }
);
