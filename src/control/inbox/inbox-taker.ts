import type { AttemptOutcome } from '../../engine/webhooks/faults.ts';
import type { WebhookRequest, DeliveryInterceptor } from '../../engine/webhooks/sender.ts';
import type { OwnInboxes, Received } from './own-inboxes.ts';

/**
 * Delivers to the server's own inboxes without a socket. Skips the egress guard, which blocks this machine in hosted
 * mode, because no request leaves the process.
 */
export const createInboxInterceptor = (
  inboxes: Pick<OwnInboxes, 'readUrl' | 'receive'>,
  userAgent: string,
): DeliveryInterceptor => ({
  takes: ({ url }) => inboxes.readUrl(url) !== undefined,
  send: async ({ url, headers, body, delivery }, signal) => {
    signal.throwIfAborted();
    const address = inboxes.readUrl(url);
    if (address === undefined) throw new Error('only inboxes are taken');
    const post = { headers: asSent({ url, headers, body }, userAgent), body: Buffer.from(body) };
    return toOutcome(await inboxes.receive(address, post, delivery?.sandbox));
  },
});

/** Headers as a socket would have delivered them. */
const asSent = ({ url, headers, body }: WebhookRequest, userAgent: string): [string, string][] => [
  ['host', new URL(url).host],
  ...Object.entries(headers),
  ['user-agent', userAgent],
  ['content-length', String(Buffer.byteLength(body))],
];

const toOutcome = (received: Received): AttemptOutcome => {
  switch (received.kind) {
    case 'unknown':
      return { httpStatus: 404 };
    case 'too-large':
      return { httpStatus: 413 };
    case 'full':
      return { httpStatus: 507 };
    case 'kept': {
      const { answered } = received.message;
      // Fails immediately instead of waiting, since the result is known.
      if (answered === 'timeout') return { failure: 'timeout', detail: 'no response in time' };
      if (answered === 'reset') return { failure: 'answer_broken', detail: 'ECONNRESET' };
      return { httpStatus: answered };
    }
  }
};
