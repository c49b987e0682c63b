import { createKeyedSubscribers } from '../../../kernel/subscribers.ts';
import { type JournalEntry, toEntry, watchClient } from '../journal-entry.ts';
import {
  type ExchangeObserver,
  type FollowingListener,
  type Journal,
  type JournalParts,
  type News,
  UNOWNED,
} from '../journal.ts';
import type { Settled } from '../../exchange/exchange.ts';
import type { Arrival, JournalFeed } from './journal-feed.ts';
import type { RecordedRow } from './journal-table.ts';
import type { LogItem, OwnerLog } from './owner-log.ts';

export interface SharedJournalParts extends Omit<JournalParts, 'limits'> {
  readonly feed: JournalFeed;
  /** What recordings keep of an exchange. */
  readonly recorded?: RecordedOf | undefined;
}

export type RecordedOf = (...exchange: Parameters<ExchangeObserver>) => readonly RecordedRow[];

/** Each process tells its own listeners at once of what it records, and of what others recorded when it arrives. */
export const createSharedJournal = (parts: SharedJournalParts): Journal => {
  const { feed, sharesUnowned, tokenOf, observers = [], recorded } = parts;
  const listeners = createKeyedSubscribers<News>();
  const followers = createKeyedSubscribers<FollowerNews>();

  const logsOf = (organization: string): readonly string[] =>
    sharesUnowned && organization !== UNOWNED ? [organization, UNOWNED] : [organization];

  const tellListeners = (owner: string, news: News): void => {
    if (owner === UNOWNED && sharesUnowned) listeners.notifyAll(news);
    else listeners.notify(owner, news);
  };

  const tellFollowers = (owner: string, news: FollowerNews): void => {
    if (owner === UNOWNED && sharesUnowned) followers.notifyAll(news);
    else followers.notify(owner, news);
  };

  const take = (
    owner: string,
    make: (position: number) => JournalEntry,
    exchange: Settled | undefined,
  ): JournalEntry => {
    const known = owner === UNOWNED ? undefined : owner;
    const news = feed.append(
      owner,
      (position) => ({ kind: 'exchange', entry: make(position) }),
      recorded && (({ entry }) => recorded(entry, known, exchange)),
    );
    for (const observe of observers) observe(news.entry, known, exchange);
    if (!listeners.isEmpty()) tellListeners(owner, news);
    return news.entry;
  };

  feed.listen((arrival: Arrival) => {
    const { owner } = arrival;
    if (arrival.kind === 'dropped') {
      tellListeners(owner, { kind: 'closed' });
      tellFollowers(owner, { owner, news: { kind: 'closed' } });
      return;
    }
    const { item, isOwn, isHistory } = arrival;
    if (isHistory) return;
    for (const news of toNews(item)) {
      if (!isOwn) tellListeners(owner, news);
      tellFollowers(owner, { owner, news, seq: item.seq });
    }
  });

  const newestFirst = (organization: string): readonly JournalEntry[] => {
    if (organization === UNOWNED && !sharesUnowned) return [];
    const own = feed.logOf(organization);
    if (!sharesUnowned || organization === UNOWNED) return own.exchanges().toReversed();
    const unowned = feed.logOf(UNOWNED).exchanges();
    const since = own.forgottenAt();
    return [...own.exchanges(), ...unowned.filter(({ position }) => position > since)].sort(
      (a, b) => b.position - a.position,
    );
  };

  const watchAll = (organization: string): (() => void) => {
    const ends = logsOf(organization).map(feed.watch);
    return () => {
      for (const end of ends) end();
    };
  };

  const listen = (organization: string, listener: (news: News) => void): (() => void) => {
    const stop = listeners.subscribe(organization, listener);
    const end = watchAll(organization);
    return () => {
      stop();
      end();
    };
  };

  const follow = (organization: string, listener: FollowingListener, after: string | undefined): (() => void) => {
    const owners = logsOf(organization);
    const wanted = after === undefined ? [] : after.split('-').map(Number);
    const places = new Map(owners.map((owner) => [owner, feed.logOf(owner).known()]));
    const tell = (owner: string, seq: number, entry: JournalEntry): void => {
      places.set(owner, seq);
      listener({ kind: 'exchange', entry }, [...places.values()].join('-'));
    };
    if (after !== undefined) {
      const known = new Map(places);
      // Of each the place that the listener had: what it gets next is the first after these.
      owners.forEach((owner, index) => places.set(owner, Math.min(wanted[index] ?? 0, known.get(owner) ?? 0)));
      for (const owner of owners)
        for (const item of exchangesAfter(feed.logOf(owner), places.get(owner) ?? 0)) tell(owner, item.seq, item.entry);
      for (const [owner, seq] of known) places.set(owner, seq);
    }
    const stop = followers.subscribe(organization, ({ owner, news, seq }) => {
      if (seq === undefined || news.kind !== 'exchange') listener(news, undefined);
      else if (seq > (places.get(owner) ?? 0)) tell(owner, seq, news.entry);
    });
    const end = watchAll(organization);
    return () => {
      stop();
      end();
    };
  };

  const undoSince = (organization: string, after: number): void => {
    feed.append(organization, () => ({ kind: 'undone', after }));
    listeners.notify(organization, { kind: 'forgotten' });
  };

  /** Noted, so that whoever works on the sandbox next places what it records behind it, however its clock is set. */
  const now = (organization: string): number => {
    feed.append(organization, () => ({ kind: 'note', topic: 'moment', data: null }));
    return feed.position();
  };

  return {
    add: (exchange, end) => {
      const { caller, sandbox } = exchange;
      // A call through a public link belongs to the organization of that link.
      const known = caller?.organization?.uuid ?? sandbox?.organization;
      const late = known === undefined ? tokenOf?.(exchange) : undefined;
      const owner = known ?? late?.organization ?? UNOWNED;
      const entry = take(owner, (position) => toEntry(exchange, position, end, late?.token), exchange);
      watchClient(exchange, entry, () => {
        tellListeners(owner, { kind: 'lost', entry });
        tellFollowers(owner, { owner, news: { kind: 'lost', entry } });
      });
    },
    note: (owner = UNOWNED, make) => {
      take(owner, make, undefined);
    },
    emitted: (owner, events) => {
      if (events.length === 0) return;
      feed.append(owner, () => ({ kind: 'events', events }));
      if (listeners.has(owner)) for (const event of events) listeners.notify(owner, { kind: 'event', event });
    },
    of: (organization = UNOWNED) => ({
      newestFirst: () => newestFirst(organization),
      find: (id) => newestFirst(organization).find((entry) => entry.id === id),
      listen: (listener) => listen(organization, listener),
      follow: (listener, after) => follow(organization, listener, after),
    }),
    forget: (organization = UNOWNED) => {
      feed.append(organization, () => ({ kind: 'forgotten' }));
      listeners.notify(organization, { kind: 'forgotten' });
    },
    save: (organization) => {
      const after = now(organization);
      return () => {
        undoSince(organization, after);
      };
    },
    moments: { now, undoSince },
    drop: (organization) => {
      feed.drop(organization);
      listeners.notify(organization, { kind: 'closed' });
      followers.notify(organization, { owner: organization, news: { kind: 'closed' } });
    },
    close: () => {
      listeners.notifyAll({ kind: 'closed' });
      followers.notifyAll({ owner: UNOWNED, news: { kind: 'closed' } });
    },
    catchUp: (organization = UNOWNED) => feed.catchUp(logsOf(organization)),
  };
};

interface FollowerNews {
  readonly owner: string;
  readonly news: News;
  readonly seq?: number;
}

const toNews = ({ record }: LogItem): readonly News[] => {
  switch (record.kind) {
    case 'exchange':
      return [{ kind: 'exchange', entry: record.entry }];
    case 'events':
      return record.events.map((event) => ({ kind: 'event', event }));
    case 'forgotten':
    case 'undone':
      return [{ kind: 'forgotten' }];
    case 'note':
      return [];
  }
};

const exchangesAfter = (log: OwnerLog, place: number) => {
  const visible = new Set(log.exchanges());
  return log
    .items()
    .flatMap(({ seq, record }) =>
      seq !== undefined && seq > place && record.kind === 'exchange' && visible.has(record.entry)
        ? [{ seq, entry: record.entry }]
        : [],
    )
    .sort((a, b) => a.seq - b.seq);
};
