import type { CoverageReport, Finding } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { ExchangeObserver } from '../journal/journal.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { NeedsOf } from '../validation/request-validator.ts';
import { type Course, createCoach } from './coach.ts';
import { type Counts, type Describable, type SavedCounts, createCoverage, saveCounts, toReport } from './coverage.ts';
import type { Detector, Rule } from './detector.ts';
import type { ReceiverNews } from '../webhooks/faults.ts';

/** Coverage and findings by organization. */
export type Watches = ReturnType<typeof createWatches>;

interface Watch {
  readonly coverage: ReturnType<typeof createCoverage>;
  coach: ReturnType<typeof createCoach>;
  readonly startedAt: number;
  /** Counters at the last reset: its own, and those of exchanges without an owner. */
  before: readonly Counts[];
  resetAt: number;
}

/** Without exchanges that have no owner, which another process does not know. */
interface Saved {
  readonly startedAt: number;
  readonly resetAt: number;
  readonly counters?: SavedCounts;
  readonly countersBefore?: SavedCounts;
  readonly courses: readonly Course[];
}

/** An exchange that has not been analysed yet. */
interface Unanalysed {
  readonly entry: JournalEntry;
  readonly owner: string | undefined;
  readonly json: unknown;
}

/** Few enough to hold in memory with their request bodies, enough to benefit from batching. */
const BATCH = 64;

/** Key of exchanges without an owner; no organization has it. */
const NO_OWNER = '';

/**
 * Exchanges are analysed in batches: a dozen detectors in a row evict the code of the request path from the processor's
 * cache, and cost twice as much after each request as after each batch. Queries and other sightings process the pending
 * batch first.
 */
export const createWatches = (parts: {
  readonly describable: Describable;
  readonly needsOf: NeedsOf;
  readonly detectors: readonly Detector[];
  readonly receiverRules: readonly Rule[];
  /** Whether exchanges without an owner (401, 404) count for all organizations, as in the journal. */
  readonly sharesUnowned: boolean;
  /** The exchanges of an organization, oldest first. */
  readonly seenOf: (organization: string) => readonly JournalEntry[];
  /** Wall-clock time source. */
  readonly clock: Clock;
}) => {
  const { describable, needsOf, detectors, receiverRules, sharesUnowned, clock } = parts;
  const startedAt = clock.now();
  const watches = new Map<string, Watch>();
  const listeners = createKeyedSubscribers<Finding>();

  const startCoach = (name: string, courses?: readonly Course[]) => {
    const found = (make: () => Finding): void => {
      if (listeners.has(name)) listeners.notify(name, make());
    };
    return createCoach(detectors, receiverRules, found, courses);
  };

  /** The counters of exchanges without an owner, as far as the organization sees them. */
  const unownedCounts = (organization: string): readonly Counts[] => {
    const unowned = sharesUnowned && organization !== NO_OWNER ? watches.get(NO_OWNER) : undefined;
    return unowned === undefined ? [] : [unowned.coverage.counts];
  };

  const start = (name: string, saved?: Saved): Watch => ({
    coach: startCoach(name, saved?.courses),
    coverage: createCoverage(needsOf, saved?.counters),
    startedAt: saved?.startedAt ?? startedAt,
    before:
      saved === undefined
        ? []
        : [createCoverage(needsOf, saved.countersBefore).counts, ...structuredClone(unownedCounts(name))],
    resetAt: saved?.resetAt ?? startedAt,
  });

  const watchOf = (name: string): Watch => getOrInsert(watches, name, () => start(name));

  const analyse = ({ entry, owner, json }: Unanalysed): void => {
    const { coverage, coach } = watchOf(owner ?? NO_OWNER);
    coverage.see(entry, json);
    // An exchange without an owner has no client to coach.
    if (owner !== undefined) coach.see(entry, json);
  };

  let pending: Unanalysed[] = [];

  /** Analyses the pending batch now. */
  const flush = (): void => {
    const all = pending;
    pending = [];
    for (const one of all) analyse(one);
  };

  const onExchange: ExchangeObserver = (entry, owner, exchange) => {
    pending.push({ entry, owner, json: exchange?.body?.kind === 'json' ? exchange.body.value : undefined });
    if (pending.length >= BATCH) flush();
  };

  const live: LiveState = {
    name: 'watches',
    save: ({ uuid }): Saved | undefined => {
      flush();
      const watch = watches.get(uuid);
      if (watch === undefined) return undefined;
      const { coverage, coach, before, resetAt } = watch;
      return {
        startedAt: watch.startedAt,
        resetAt,
        counters: saveCounts(coverage.counts),
        ...defined({ countersBefore: before[0] && saveCounts(before[0]) }),
        courses: coach.courses(),
      };
    },
    // What was counted since the start goes on.
    reset: ({ uuid }) => {
      flush();
      const watch = watchOf(uuid);
      const before = structuredClone([watch.coverage.counts, ...unownedCounts(uuid)]);
      Object.assign(watch, { before, resetAt: clock.now(), coach: startCoach(uuid) } satisfies Partial<Watch>);
    },
    load: ({ uuid }, saved) => {
      flush();
      watches.delete(uuid);
      if (saved === undefined) return;
      const watch = start(uuid, saved as Saved);
      watches.set(uuid, watch);
      for (const entry of parts.seenOf(uuid)) watch.coach.remember(entry);
    },
  };

  return {
    onExchange,
    emitted: (owner: string, events: readonly EmittedEvent[]): void => {
      watchOf(owner).coverage.emitted(events);
    },
    /** Reports chaos that a webhook receiver was exposed to, and its reaction: mistakes that deliveries show. */
    receiver: (owner: string, news: ReceiverNews): void => {
      flush();
      watchOf(owner).coach.onReceiverNews(news, clock.now());
    },
    /** Since the last reset, or since the start of the server. */
    coverageOf: (organization: string = NO_OWNER, since: 'reset' | 'start'): CoverageReport => {
      flush();
      const { coverage, before, resetAt, startedAt: begun } = watchOf(organization);
      const isHidden = organization === NO_OWNER && !sharesUnowned;
      const now = isHidden ? [] : [coverage.counts, ...unownedCounts(organization)];
      return since === 'start'
        ? toReport({ now, before: [] }, describable, toIsoDateTime(begun))
        : toReport({ now, before }, describable, toIsoDateTime(resetAt));
    },
    findingsOf: (organization: string = NO_OWNER): readonly Finding[] => {
      flush();
      return watches.get(organization)?.coach.findings() ?? [];
    },
    analyse: flush,
    /** Subscribes to new findings. Returns a function that unsubscribes. */
    listen: listeners.subscribe,
    live,
  };
};
