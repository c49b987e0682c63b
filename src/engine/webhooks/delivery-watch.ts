import { createKeyedSubscribers } from '../../kernel/subscribers.ts';

/** Notifies listeners that deliveries of an organization may have changed. */
export interface DeliveryWatch {
  /** Called after the change has been committed. */
  readonly changed: (organization: string) => void;
  /** Returns a function that unsubscribes. */
  readonly listen: (organization: string, hear: (news: 'changed' | 'closed') => void) => () => void;
  /** Notifies all listeners that the watch is closed. */
  readonly close: () => void;
}

export const createDeliveryWatch = (): DeliveryWatch => {
  const listeners = createKeyedSubscribers<'changed' | 'closed'>();
  return {
    changed: (organization) => {
      listeners.notify(organization, 'changed');
    },
    listen: listeners.subscribe,
    close: () => {
      listeners.notifyAll('closed');
    },
  };
};
