import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { Settled } from '../exchange/exchange.ts';
import { type ExchangeEnd, type JournalEntry, type TokenTrace, toEntry } from './journal-entry.ts';
import { type Ring, type RingLimits, createRing } from './ring.ts';

/** Past exchanges, and whoever wants to hear of new ones; kept apart by organization. */
export interface Journal {
  /** Takes down an exchange that has just ended. */
  readonly add: (exchange: Settled, end: ExchangeEnd) => void;
  /** Takes down what was no exchange of the engine. */
  readonly note: (owner: string | undefined, make: (position: number) => JournalEntry) => void;
  readonly emitted: (owner: string, events: readonly EmittedEvent[]) => void;
  /** What an organization may see; undefined where nobody is known. */
  readonly of: (organization: string | undefined) => JournalView;
  /** Forgets the exchanges of an organization; whoever listens is told. */
  readonly forget: (organization: string | undefined) => void;
  /** Forgets an organization that is no more; whoever listens is sent away. */
  readonly drop: (organization: string) => void;
  /** Ends everything that somebody listens to. */
  readonly close: () => void;
}

/** The journal as one organization may see it. */
export interface JournalView {
  readonly newestFirst: () => readonly JournalEntry[];
  readonly find: (id: string) => JournalEntry | undefined;
  /** Hears of what comes from now on, until the function that it returns is called. */
  readonly listen: (listener: Listener) => () => void;
}

export type News =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'event'; readonly event: EmittedEvent }
  | { readonly kind: 'forgotten' | 'closed' };

export type Listener = (news: News) => void;

/** Hears of every exchange as it is taken down, with what is known of it but not kept. */
export type ExchangeObserver = (entry: JournalEntry, owner: string | undefined, exchange: Settled | undefined) => void;

export interface JournalParts {
  /**
   * Whether everybody sees the exchanges that belong to nobody (401, 404): right for colleagues on one machine, who look
   * for their own mistakes there, and wrong among strangers.
   */
  readonly sharesNobodys: boolean;
  /** The token that an exchange without a caller came with, where it is one of ours. */
  readonly tokenOf?: (exchange: Settled) => OwnedToken | undefined;
  readonly observers?: readonly ExchangeObserver[];
  readonly limits?: JournalLimits;
}

export interface OwnedToken {
  readonly token: TokenTrace;
  readonly organization: string;
}

export interface JournalLimits {
  /** Of one organization. */
  readonly own: RingLimits;
  /** Bytes of all organizations together. */
  readonly allBytes: number;
}

const MEBIBYTE = 1_048_576;

/** As much as a visitor can look through, and as a container can bear. */
export const JOURNAL_LIMITS: JournalLimits = {
  own: { entries: 1000, bytes: 8 * MEBIBYTE },
  allBytes: 96 * MEBIBYTE,
};

/** The key of those without an owner; no organization has it. */
const NOBODY = '';

export const createJournal = (parts: JournalParts): Journal => {
  const { sharesNobodys, observers = [], limits = JOURNAL_LIMITS } = parts;
  const rings = new Map<string, Ring>();
  const listeners = createKeyedSubscribers<News>();
  // What belongs to nobody stays for the others.
  const forgottenAt = new Map<string, number>();
  let positions = 0;
  let weight = 0;

  /** Whoever has most gives most, so that one busy organization does not cost all others their past. */
  const makeRoom = (): void => {
    while (weight > limits.allBytes * 0.9) {
      let largest: Ring | undefined;
      for (const ring of rings.values()) if (ring.weight() > (largest?.weight() ?? 0)) largest = ring;
      if (largest === undefined) return;
      const before = largest.weight();
      const goal = before * 0.9;
      while (largest.weight() > goal) largest.dropOldest();
      weight -= before - largest.weight();
    }
  };

  const keep = (owner: string, entry: JournalEntry): void => {
    let ring = rings.get(owner);
    if (ring === undefined) rings.set(owner, (ring = createRing(limits.own)));
    const before = ring.weight();
    ring.add(entry);
    weight += ring.weight() - before;
    if (weight > limits.allBytes) makeRoom();
  };

  const take = (owner: string | undefined, entry: JournalEntry, exchange: Settled | undefined): void => {
    keep(owner ?? NOBODY, entry);
    for (const hear of observers) hear(entry, owner, exchange);
    if (listeners.isEmpty()) return;
    const news: News = { kind: 'exchange', entry };
    if (owner === undefined && sharesNobodys) listeners.tellAll(news);
    else listeners.tell(owner ?? NOBODY, news);
  };

  const empty = (organization: string): void => {
    weight -= rings.get(organization)?.weight() ?? 0;
    rings.delete(organization);
  };

  const newestFirst = (organization: string): readonly JournalEntry[] => {
    if (organization === NOBODY && !sharesNobodys) return [];
    const own = rings.get(organization)?.newestFirst() ?? [];
    if (!sharesNobodys || organization === NOBODY) return own;
    const since = forgottenAt.get(organization) ?? 0;
    const nobodys = rings.get(NOBODY)?.newestFirst() ?? [];
    return [...own, ...nobodys.filter(({ position }) => position > since)].sort((a, b) => b.position - a.position);
  };

  return {
    add: (exchange, end) => {
      const { caller, sandbox } = exchange;
      // What was done through a public link belongs to the organization that it leads to.
      const known = caller?.organization?.uuid ?? sandbox?.organization;
      const late = known === undefined ? parts.tokenOf?.(exchange) : undefined;
      take(known ?? late?.organization, toEntry(exchange, ++positions, end, late?.token), exchange);
    },
    note: (owner, make) => {
      take(owner, make(++positions), undefined);
    },
    emitted: (owner, events) => {
      if (listeners.has(owner)) for (const event of events) listeners.tell(owner, { kind: 'event', event });
    },
    of: (organization = NOBODY) => ({
      newestFirst: () => newestFirst(organization),
      find: (id) => newestFirst(organization).find((entry) => entry.id === id),
      listen: (listener) => listeners.subscribe(organization, listener),
    }),
    forget: (organization = NOBODY) => {
      empty(organization);
      if (sharesNobodys) forgottenAt.set(organization, positions);
      listeners.tell(organization, { kind: 'forgotten' });
    },
    drop: (organization) => {
      empty(organization);
      forgottenAt.delete(organization);
      listeners.tell(organization, { kind: 'closed' });
    },
    close: () => {
      listeners.tellAll({ kind: 'closed' });
    },
  };
};
