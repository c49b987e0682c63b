import { createKeyedSubscribers } from '../../kernel/subscribers.ts';

/** Notifies listeners that deliveries of an organization may have changed. */
export interface DeliveryWatch {
  /** Called after the change has been committed. */
  readonly changed: (organization: string) => void;
  /** Returns a function that unsubscribes. */
  readonly listen: (organization: string, hear: (news: 'changed' | 'closed') => void) => () => void;
  /** Organizations with a listener. */
  readonly watched: () => Iterable<string>;
  /** Notifies all listeners that the watch is closed, those to come too. */
  readonly close: () => void;
}

export const createDeliveryWatch = (): DeliveryWatch => {
  const listeners = createKeyedSubscribers<'changed' | 'closed'>();
  let isClosed = false;
  return {
    changed: (organization) => {
      listeners.notify(organization, 'changed');
    },
    listen: (organization, hear) => {
      if (isClosed) hear('closed');
      return listeners.subscribe(organization, hear);
    },
    watched: listeners.keys,
    close: () => {
      isClosed = true;
      listeners.notifyAll('closed');
    },
  };
};
