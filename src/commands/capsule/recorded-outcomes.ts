import type { StateDocument } from '../../control/state/state-document.ts';
import type { DeliveryInterceptor } from '../../engine/webhooks/model/sender-chain.ts';
import type { Capsule } from '../../engine/capsule/capsule.ts';

/** Sends nothing: each attempt gets the outcome that the capsule records. */
export const toInterceptor = ({ state }: Capsule): DeliveryInterceptor => {
  const { collections } = state as unknown as StateDocument;
  const deliveries = collections['webhook-deliveries']?.documents ?? [];
  const triesOf = new Map(
    deliveries.map(({ id, value }) => [id, (value as { readonly tries?: readonly object[] }).tries ?? []]),
  );
  return {
    takes: () => true,
    send: ({ delivery }) => {
      const made = triesOf.get(delivery?.id ?? '')?.[(delivery?.attempt ?? 1) - 1];
      const { at: _at, ...outcome } = (made ?? { failure: 'connect_failed' }) as { readonly at?: number };
      return Promise.resolve(outcome);
    },
  };
};
