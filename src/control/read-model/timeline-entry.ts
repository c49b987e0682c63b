/** Something that has touched an order. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: 'request' | 'job' | 'event' | 'delivery';
  readonly id: string;
  readonly title: string;
  readonly status?: string;
  readonly requestId?: string;
  readonly eventId?: string;
  readonly deliveryId?: string;
  readonly webhookId?: string;
}
