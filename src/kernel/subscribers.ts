import { getOrInsert } from './caches.ts';

/** Synchronous observers. One that unsubscribes during a notification is skipped if not yet called. */
export const createSubscribers = <News>() => {
  const all = new Set<(news: News) => void>();
  return {
    /** Returns the unsubscribe function. */
    subscribe: (subscriber: (news: News) => void): (() => void) => {
      all.add(subscriber);
      return () => {
        all.delete(subscriber);
      };
    },
    notify: (news: News): void => {
      for (const subscriber of all) subscriber(news);
    },
    isEmpty: () => all.size === 0,
  };
};

/** Subscribers by topic, such as an organization. */
export const createKeyedSubscribers = <News>() => {
  const byKey = new Map<string, ReturnType<typeof createSubscribers<News>>>();
  return {
    /** Returns the unsubscribe function. */
    subscribe: (key: string, subscriber: (news: News) => void): (() => void) => {
      const own = getOrInsert(byKey, key, createSubscribers<News>);
      const unsubscribe = own.subscribe(subscriber);
      return () => {
        unsubscribe();
        if (own.isEmpty() && byKey.get(key) === own) byKey.delete(key);
      };
    },
    notify: (key: string, news: News): void => byKey.get(key)?.notify(news),
    notifyAll: (news: News): void => {
      for (const own of byKey.values()) own.notify(news);
    },
    has: (key: string): boolean => byKey.has(key),
    keys: () => byKey.keys(),
    isEmpty: () => byKey.size === 0,
  };
};
