import { getOrInsert } from '../../kernel/caches.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { LiveLog } from '../sandbox/live-state.ts';
import {
  type EntryForm,
  type JournalEntry,
  type TokenTrace,
  fromEntryForm,
  toEntryForm,
  toEntry,
  watchClient,
} from './journal-entry.ts';
import { type Ring, createRing, shortenLargest } from './ring.ts';

export type Journal = ReturnType<typeof createJournal>;

/** The journal as visible to one organization. */
export type JournalView = ReturnType<Journal['of']>;

export type News =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  /** The client of an exchange that was told earlier has left without its response. */
  | { readonly kind: 'lost'; readonly entry: JournalEntry }
  | { readonly kind: 'event'; readonly event: EmittedEvent }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'closed' };

/** Called for every exchange as it is recorded, with data that is not stored. */
export type ExchangeObserver = (entry: JournalEntry, owner: string | undefined, exchange: Settled | undefined) => void;

const MEBIBYTE = 1_048_576;

/** As much as a person can look through. */
export const JOURNAL_LIMITS = {
  /** Per organization. */
  own: { items: 1000, weight: 8 * MEBIBYTE },
  /** For all organizations together. */
  allBytes: 96 * MEBIBYTE,
};

/** The same in a process that has less memory for all journals together. */
export const journalLimits = (bytes: number): typeof JOURNAL_LIMITS => {
  const allBytes = Math.min(JOURNAL_LIMITS.allBytes, bytes);
  return { own: { ...JOURNAL_LIMITS.own, weight: Math.min(JOURNAL_LIMITS.own.weight, allBytes / 3) }, allBytes };
};

/**
 * Positions that are left out when a journal comes from another process: if that one was killed, it may have told of a few
 * exchanges that it had not saved.
 */
const UNSAVED = 1000;

/** Key of exchanges without an owner; no organization has it. */
const UNOWNED = '';

/** Past exchanges, and listeners for new ones; separated by organization. */
export const createJournal = (parts: {
  readonly form: EntryForm;
  /**
   * Whether all organizations see exchanges without an owner (401, 404): useful among colleagues on one machine, who
   * look for their own mistakes there, but not among strangers.
   */
  readonly sharesUnowned: boolean;
  /** The token sent with an exchange that has no caller, if it is one of ours. */
  readonly tokenOf?: (exchange: Settled) => { readonly token: TokenTrace; readonly organization: string } | undefined;
  readonly observers?: readonly ExchangeObserver[];
  readonly limits?: typeof JOURNAL_LIMITS;
}) => {
  const { form, sharesUnowned, observers = [], limits = JOURNAL_LIMITS } = parts;
  const rings = new Map<string, Ring<JournalEntry>>();
  const listeners = createKeyedSubscribers<News>();
  // Position up to which an organization has cleared the shared entries, which remain for the others.
  const forgottenAt = new Map<string, number>();
  /** Position up to which the log of an organization was taken; if there is none, all of it is taken anew. */
  const takenTo = new Map<string, number>();
  let positions = 0;
  let weight = 0;

  const keep = (owner: string, entry: JournalEntry): void => {
    const ring = getOrInsert(rings, owner, () => createRing(limits.own));
    const before = ring.weight();
    ring.add(entry);
    weight += ring.weight() - before;
    if (weight > limits.allBytes) while (weight > limits.allBytes * 0.9) weight -= shortenLargest([...rings.values()]);
  };

  const take = (owner: string | undefined, entry: JournalEntry, exchange: Settled | undefined): void => {
    keep(owner ?? UNOWNED, entry);
    for (const observe of observers) observe(entry, owner, exchange);
    if (listeners.isEmpty()) return;
    const news: News = { kind: 'exchange', entry };
    if (owner === undefined && sharesUnowned) listeners.notifyAll(news);
    else listeners.notify(owner ?? UNOWNED, news);
  };

  const empty = (organization: string): void => {
    weight -= rings.get(organization)?.weight() ?? 0;
    rings.delete(organization);
  };

  const after = (organization: string, position: number): readonly JournalEntry[] => {
    if (organization === UNOWNED && !sharesUnowned) return [];
    const own = rings.get(organization)?.after(position) ?? [];
    if (!sharesUnowned || organization === UNOWNED) return own;
    const unowned = rings.get(UNOWNED)?.after(Math.max(position, forgottenAt.get(organization) ?? 0)) ?? [];
    return unowned.length === 0 ? own : [...own, ...unowned].sort((a, b) => a.position - b.position);
  };

  /** Removes the exchanges of an organization and notifies its listeners. */
  const forget = (organization: string = UNOWNED): void => {
    empty(organization);
    takenTo.delete(organization);
    if (sharesUnowned) forgottenAt.set(organization, positions);
    listeners.notify(organization, { kind: 'forgotten' });
  };

  const log: LiveLog = {
    name: 'journal',
    take: ({ uuid }) => {
      const taken = takenTo.get(uuid);
      const ring = rings.get(uuid);
      // A number of its own, which no piece before has.
      if (taken === undefined) positions += 1;
      const entries = ring?.after(taken ?? 0) ?? [];
      if (taken !== undefined && entries.length === 0) return undefined;
      takenTo.set(uuid, positions);
      return {
        number: positions,
        value: entries.length === 0 ? undefined : entries.map((entry) => toEntryForm(entry, form)),
        from: taken === undefined ? positions : (ring?.oldest() ?? 0),
      };
    },
    *load({ uuid }, pieces) {
      empty(uuid);
      const last = pieces.at(-1)?.number ?? 0;
      if (last > 0) positions = Math.max(positions, last + UNSAVED);
      takenTo.set(uuid, last);
      for (const { value } of pieces) {
        for (const one of value as readonly object[]) keep(uuid, fromEntryForm(one, form));
        yield;
      }
    },
    reset: ({ uuid }) => {
      forget(uuid);
    },
    drop: ({ uuid }) => {
      empty(uuid);
      forgottenAt.delete(uuid);
      takenTo.delete(uuid);
      listeners.notify(uuid, { kind: 'closed' });
    },
  };

  return {
    /** Records an exchange that has just ended. */
    add: (exchange: Settled, end: Parameters<typeof toEntry>[2]): void => {
      const { caller, sandbox } = exchange;
      // A call through a public link belongs to the organization of that link.
      const known = caller?.organization?.uuid ?? sandbox?.organization;
      const late = known === undefined ? parts.tokenOf?.(exchange) : undefined;
      const owner = known ?? late?.organization;
      const entry = toEntry(exchange, ++positions, end, late?.token);
      take(owner, entry, exchange);
      watchClient(exchange, entry, () => {
        listeners.notify(owner ?? UNOWNED, { kind: 'lost', entry });
      });
    },
    /** Records an exchange outside the engine. */
    note: (owner: string | undefined, make: (position: number) => JournalEntry): void => {
      take(owner, make(++positions), undefined);
    },
    emitted: (owner: string, events: readonly EmittedEvent[]): void => {
      if (listeners.has(owner)) for (const event of events) listeners.notify(owner, { kind: 'event', event });
    },
    /** The entries that an organization may see; `organization` is undefined for an unknown caller. */
    of: (organization: string = UNOWNED) => ({
      /** The entries after a position, oldest first. */
      after: (position: number): readonly JournalEntry[] => after(organization, position),
      find: (id: string): JournalEntry | undefined => after(organization, 0).findLast((entry) => entry.id === id),
      /** Subscribes to new entries; returns a function that unsubscribes. */
      listen: (listener: (news: News) => void): (() => void) => listeners.subscribe(organization, listener),
    }),
    forget,
    /** Of the latest exchange. Not that of the process: the next home of the sandbox may have counted less. */
    position: (organization: string): number => rings.get(organization)?.newest() ?? 0,
    /** Removes the exchanges of an organization after a position, and notifies its listeners. */
    undoSince: (organization: string, position: number): void => {
      const ring = rings.get(organization);
      if (ring === undefined) return;
      const before = ring.weight();
      ring.dropAfter(position);
      weight -= before - ring.weight();
      takenTo.delete(organization);
      listeners.notify(organization, { kind: 'forgotten' });
    },
    /** Disconnects all listeners. */
    close: (): void => {
      listeners.notifyAll({ kind: 'closed' });
    },
    /** The exchanges of organizations; those without an owner stay with this process. */
    log,
  };
};
