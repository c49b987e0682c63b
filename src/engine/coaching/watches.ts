import type { CoverageReport, Finding } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { ExchangeObserver } from '../journal/journal.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import { type Coach, type Course, createCoach } from './coach.ts';
import {
  type Counts,
  type Coverage,
  type Describable,
  type NeedsOf,
  createCoverage,
  fromSavedCounts,
  toSavedCounts,
} from './coverage.ts';
import { toReport } from './coverage-report.ts';
import type { Detector, Rule, Sighting } from './detector.ts';
import type { ReceiverNews } from '../webhooks/faults.ts';
import { type ReceiverWatch, createReceiverWatch } from './receiver-watch.ts';

/** Coverage and findings by organization. */
export interface Watches {
  readonly onExchange: ExchangeObserver;
  readonly emitted: (owner: string, events: readonly EmittedEvent[]) => void;
  /** Records a sighting from outside the journal, such as a delivery. */
  readonly note: (owner: string, sighting: Sighting) => void;
  /** Reports chaos that a webhook receiver was exposed to, and its reaction. */
  readonly receiver: (owner: string, news: ReceiverNews) => void;
  /** Since the last reset, or since the start of the server. */
  readonly coverageOf: (organization: string | undefined, since: 'reset' | 'start') => CoverageReport;
  readonly findingsOf: (organization: string | undefined) => readonly Finding[];
  /** Analyses the pending batch now. */
  readonly analyse: () => void;
  /** Subscribes to new findings. Returns a function that unsubscribes. */
  readonly listen: (organization: string, hear: (finding: Finding) => void) => () => void;
  readonly live: LiveState;
}

interface Watch {
  readonly coverage: Coverage;
  coach: Coach;
  receiver: ReceiverWatch;
  readonly startedAt: number;
  /** Counters at the last reset: its own, and those of exchanges without an owner. */
  before: Counts | undefined;
  unownedBefore: Counts | undefined;
  resetAt: number;
}

/** Without exchanges that have no owner, which another process does not know. */
interface Saved {
  readonly startedAt: number;
  readonly resetAt: number;
  readonly counts: unknown;
  readonly before?: unknown;
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
}): Watches => {
  const { describable, needsOf, detectors, receiverRules, sharesUnowned, clock } = parts;
  const startedAt = clock.now();
  const watches = new Map<string, Watch>();

  const listeners = createKeyedSubscribers<Finding>();

  const startCoach = (name: string, courses?: readonly Course[]): Coach =>
    createCoach(
      detectors,
      receiverRules,
      (make) => {
        if (listeners.has(name)) listeners.notify(name, make());
      },
      courses,
    );

  const start = (name: string, saved?: Saved): Watch => ({
    coverage: createCoverage(needsOf, saved && fromSavedCounts(saved.counts)),
    coach: startCoach(name, saved?.courses),
    receiver: createReceiverWatch(),
    startedAt: saved?.startedAt ?? startedAt,
    before: saved?.before === undefined ? undefined : fromSavedCounts(saved.before),
    unownedBefore: saved && structuredClone(unownedCounts(name)),
    resetAt: saved?.resetAt ?? startedAt,
  });

  const watchOf = (name: string): Watch => getOrInsert(watches, name, () => start(name));

  /** The counters of exchanges without an owner, as far as the organization sees them. */
  const unownedCounts = (organization: string): Counts | undefined =>
    sharesUnowned && organization !== NO_OWNER ? watches.get(NO_OWNER)?.coverage.counts() : undefined;

  const analyse = ({ entry, owner, json }: Unanalysed): void => {
    const watch = watchOf(owner ?? NO_OWNER);
    watch.coverage.see(entry, json);
    // An exchange without an owner has no client to coach.
    if (owner === undefined) return;
    watch.coach.see(entry, json);
    const sighting = watch.receiver.see(entry);
    if (sighting !== undefined) watch.coach.note(sighting, entry.receivedAt);
  };

  let pending: Unanalysed[] = [];

  const flush = (): void => {
    const all = pending;
    pending = [];
    for (const one of all) analyse(one);
  };

  return {
    onExchange: (entry, owner, exchange) => {
      pending.push({ entry, owner, json: exchange?.body?.kind === 'json' ? exchange.body.value : undefined });
      if (pending.length >= BATCH) flush();
    },
    emitted: (owner, events) => {
      watchOf(owner).coverage.emitted(events);
    },
    note: (owner, sighting) => {
      flush();
      watchOf(owner).coach.note(sighting, clock.now());
    },
    receiver: (owner, news) => {
      flush();
      const { coach, receiver } = watchOf(owner);
      const sighting = receiver.onReceiverNews(news);
      if (sighting !== undefined) coach.note(sighting, clock.now());
    },
    coverageOf: (organization = NO_OWNER, since) => {
      flush();
      const own = watchOf(organization);
      const now =
        organization === NO_OWNER && !sharesUnowned ? [] : [own.coverage.counts(), unownedCounts(organization)];
      const before = [own.before, own.unownedBefore];
      return since === 'start'
        ? toReport({ now: now.filter(isKnown), before: [] }, describable, toIsoDateTime(own.startedAt))
        : toReport(
            { now: now.filter(isKnown), before: before.filter(isKnown) },
            describable,
            toIsoDateTime(own.resetAt),
          );
    },
    findingsOf: (organization = NO_OWNER) => {
      flush();
      return watches.get(organization)?.coach.findings() ?? [];
    },
    analyse: flush,
    listen: listeners.subscribe,
    live: {
      name: 'watches',
      save: ({ uuid }): Saved | undefined => {
        flush();
        const watch = watches.get(uuid);
        if (watch === undefined) return undefined;
        const { coverage, coach, before, resetAt } = watch;
        return {
          startedAt: watch.startedAt,
          resetAt,
          counts: toSavedCounts(coverage.counts()),
          before: before && toSavedCounts(before),
          courses: coach.courses(),
        };
      },
      // What was counted since the start goes on.
      reset: ({ uuid }) => {
        flush();
        const watch = watchOf(uuid);
        watch.before = structuredClone(watch.coverage.counts());
        watch.unownedBefore = structuredClone(unownedCounts(uuid));
        watch.resetAt = clock.now();
        watch.coach = startCoach(uuid);
        watch.receiver = createReceiverWatch();
      },
      load: ({ uuid }, saved) => {
        flush();
        watches.delete(uuid);
        if (saved === undefined) return;
        const watch = start(uuid, saved as Saved);
        watches.set(uuid, watch);
        for (const entry of parts.seenOf(uuid)) watch.coach.remember(entry);
      },
    },
  };
};

const isKnown = (counts: Counts | undefined): counts is Counts => counts !== undefined;
