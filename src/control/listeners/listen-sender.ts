import type { DeliveryInterceptor } from '../../engine/webhooks/sender.ts';
import { listenerIn } from './listener-address.ts';
import type { Listeners } from './listeners.ts';

interface ListenSenderParts {
  readonly listeners: Pick<Listeners, 'deliver'>;
  readonly userAgent: string;
}

/** Passes deliveries for listeners to them. */
export const createListenSender = ({ listeners, userAgent }: ListenSenderParts): DeliveryInterceptor => ({
  takes: ({ url }) => listenerIn(url) !== undefined,
  send: (post, signal) => {
    const name = listenerIn(post.url);
    if (name === undefined || post.delivery === undefined)
      return Promise.resolve({ failure: 'connect_failed', detail: 'no listener is connected' });
    const headers = { ...post.headers, 'user-agent': userAgent };
    return listeners.deliver({ sandbox: post.delivery.sandbox, name }, { ...post, headers }, signal);
  },
});
