import { createKeyedSubscribers } from '../../kernel/subscribers.ts';

/** Tells whoever waits that deliveries of an organization may look different now. */
export interface DeliveryWatch {
  /** Told after what has changed is kept. */
  readonly changed: (organization: string) => void;
  /** The returned function ends it. */
  readonly listen: (organization: string, hear: (news: 'changed' | 'closed') => void) => () => void;
  /** Nobody waits any longer. */
  readonly close: () => void;
}

export const createDeliveryWatch = (): DeliveryWatch => {
  const listeners = createKeyedSubscribers<'changed' | 'closed'>();
  return {
    changed: (organization) => {
      listeners.tell(organization, 'changed');
    },
    listen: listeners.subscribe,
    close: () => {
      listeners.tellAll('closed');
    },
  };
};
