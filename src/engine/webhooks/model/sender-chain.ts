import type { Addressed, Sender } from './sender.ts';

/** Intercepts some deliveries before they are sent by HTTP. */
export interface DeliveryInterceptor extends Sender {
  readonly takes: (post: Addressed) => boolean;
}

/** The first interceptor that takes a delivery sends it; otherwise it goes out by HTTP. */
export const chainSenders = (takers: readonly DeliveryInterceptor[], last: Sender): Sender =>
  takers.length === 0
    ? last
    : {
        send: (post, signal) => (takers.find(({ takes }) => takes(post)) ?? last).send(post, signal),
        hostOf: (post) => (takers.some(({ takes }) => takes(post)) ? undefined : last.hostOf?.(post)),
      };
