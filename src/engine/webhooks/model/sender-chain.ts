import type { WebhookRequest, Sender } from './sender.ts';

/** Takes some deliveries before they go out by HTTP. */
export interface DeliveryInterceptor extends Sender {
  readonly takes: (post: WebhookRequest) => boolean;
}

/** The first who takes a delivery has it; the rest goes out. */
export const chainSenders = (takers: readonly DeliveryInterceptor[], last: Sender): Sender =>
  takers.length === 0
    ? last
    : { send: (post, signal) => (takers.find(({ takes }) => takes(post)) ?? last).send(post, signal) };
