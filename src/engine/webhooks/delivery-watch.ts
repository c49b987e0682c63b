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
  const listeners = new Map<string, Set<(news: 'changed' | 'closed') => void>>();
  return {
    changed: (organization) => {
      for (const hear of listeners.get(organization) ?? []) hear('changed');
    },
    listen: (organization, hear) => {
      const own = listeners.get(organization) ?? new Set();
      listeners.set(organization, own.add(hear));
      return () => {
        own.delete(hear);
        if (own.size === 0 && listeners.get(organization) === own) listeners.delete(organization);
      };
    },
    close: () => {
      for (const own of [...listeners.values()]) for (const hear of [...own]) hear('closed');
    },
  };
};
