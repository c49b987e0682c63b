/** Synchronous observers. One that unsubscribes during a notification is skipped if not yet called. */
interface Subscribers<News> {
  /** Returns the unsubscribe function. */
  readonly subscribe: (subscriber: (news: News) => void) => () => void;
  readonly notify: (news: News) => void;
  readonly isEmpty: () => boolean;
}

export const createSubscribers = <News>(): Subscribers<News> => {
  const all = new Set<(news: News) => void>();
  return {
    subscribe: (subscriber) => {
      all.add(subscriber);
      return () => {
        all.delete(subscriber);
      };
    },
    notify: (news) => {
      for (const subscriber of all) subscriber(news);
    },
    isEmpty: () => all.size === 0,
  };
};

/** Subscribers by topic, such as an organization. */
interface KeyedSubscribers<News> {
  /** Returns the unsubscribe function. */
  readonly subscribe: (key: string, subscriber: (news: News) => void) => () => void;
  readonly notify: (key: string, news: News) => void;
  readonly notifyAll: (news: News) => void;
  readonly has: (key: string) => boolean;
  readonly keys: () => Iterable<string>;
  readonly isEmpty: () => boolean;
}

export const createKeyedSubscribers = <News>(): KeyedSubscribers<News> => {
  const byKey = new Map<string, Subscribers<News>>();
  return {
    subscribe: (key, subscriber) => {
      let own = byKey.get(key);
      if (own === undefined) byKey.set(key, (own = createSubscribers<News>()));
      const unsubscribe = own.subscribe(subscriber);
      return () => {
        unsubscribe();
        if (own.isEmpty() && byKey.get(key) === own) byKey.delete(key);
      };
    },
    notify: (key, news) => byKey.get(key)?.notify(news),
    notifyAll: (news) => {
      for (const own of byKey.values()) own.notify(news);
    },
    has: (key) => byKey.has(key),
    keys: () => byKey.keys(),
    isEmpty: () => byKey.size === 0,
  };
};
