import { parseOwnJson } from '../../kernel/json.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { textOf } from '../journal/kept-body.ts';
import { type LogItem, type OwnerLog, inOrder, undoneIn } from '../journal/shared/owner-log.ts';
import { timeOf } from '../journal/shared/positions.ts';
import type { ReceiverNews } from '../webhooks/receiver-news.ts';
import { type Coach, type Course, createCoach } from './coach.ts';
import { type Counts, type Coverage, createCoverage } from './coverage.ts';
import { type PlainCounts, fromPlainCounts, toPlainCounts } from './plain-counts.ts';
import type { Finding, Sighting } from './finding.ts';
import { createReceiverWatch } from './receiver-watch.ts';
import type { WatchesParts } from './watches.ts';

/** Coverage and findings of one owner, from its records. */
export interface Observation {
  readonly log: OwnerLog;
  /** Considers the records that are new. */
  readonly update: () => void;
  readonly counts: () => Counts;
  /** Counters at the last reset. */
  readonly before: () => readonly Counts[];
  /** The counters as of a position. */
  readonly countsUntil: (position: number) => Counts;
  readonly startedAt: () => number;
  readonly resetAt: () => number;
  readonly resetPosition: () => number;
  readonly findings: () => readonly Finding[];
  /** What some of the oldest records amount to, as JSON. */
  readonly fold: (until: readonly LogItem[]) => FoldedObservation;
}

export interface ObservationParts extends Pick<WatchesParts, 'needsOf' | 'detectors' | 'receiverRules'> {
  /** False for exchanges without an owner, which have no client to coach. */
  readonly hasClients: boolean;
  readonly clock: Clock;
  readonly found: ((make: () => Finding) => void) | undefined;
}

export interface FoldedObservation {
  readonly startedAt: number;
  readonly resetAt: number;
  readonly resetPosition: number;
  readonly counts: PlainCounts;
  readonly before: readonly PlainCounts[];
  readonly courses: readonly Course[];
}

interface State {
  startedAt: number;
  resetAt: number;
  resetPosition: number;
  readonly coverage: Coverage;
  before: readonly Counts[];
  coach: Coach;
  receiver: ReturnType<typeof createReceiverWatch>;
}

export const createObservation = (log: OwnerLog, parts: ObservationParts): Observation => {
  const { needsOf, detectors, receiverRules, hasClients, clock, found } = parts;
  const createdAt = clock.now();
  let state = begin(undefined);
  let revision = -1;
  let considered = 0;
  /** What was told: after records that arrived late, all are considered again. */
  const told = new Set<string>();
  let latest = 0;

  function firstAt(): number {
    const [first] = log.items();
    return first === undefined ? createdAt : Math.min(createdAt, timeOf(first.position));
  }

  function startCoach(courses: readonly Course[]): Coach {
    const tell = (make: () => Finding): void => {
      const { rule, clientId, subject, certain } = make();
      const key = `${rule}\n${clientId ?? ''}\n${subject}\n${String(certain)}`;
      const isNew = !told.has(key);
      told.add(key);
      if (isNew) found?.(make);
    };
    return createCoach(detectors, receiverRules, found === undefined ? undefined : tell, courses);
  }

  function begin(base: FoldedObservation | undefined): State {
    return {
      startedAt: base?.startedAt ?? firstAt(),
      resetAt: base?.resetAt ?? firstAt(),
      resetPosition: base?.resetPosition ?? 0,
      coverage: createCoverage(needsOf, base && fromPlainCounts(base.counts)),
      before: base?.before.map(fromPlainCounts) ?? [],
      coach: startCoach(base?.courses ?? []),
      receiver: createReceiverWatch(),
    };
  }

  const seeExchange = (entry: JournalEntry): void => {
    const json = jsonOf(entry);
    state.coverage.see(entry, json);
    if (!hasClients) return;
    state.coach.see(entry, json);
    const sighting = state.receiver.see(entry);
    if (sighting !== undefined) state.coach.note(sighting, entry.receivedAt);
  };

  const seeNote = (topic: string, data: unknown, position: number): void => {
    if (topic === 'receiver') {
      const { news, at } = data as { readonly news: ReceiverNews; readonly at: number };
      const sighting = state.receiver.onReceiverNews(news);
      if (sighting !== undefined) state.coach.note(sighting, at);
    } else if (topic === 'sighting') {
      const { sighting, at } = data as { readonly sighting: Sighting; readonly at: number };
      state.coach.note(sighting, at);
    } else if (topic === 'reset') {
      state.before = [structuredClone(state.coverage.counts())];
      state.resetAt = (data as { readonly at: number }).at;
      state.resetPosition = position;
      if (position > latest) told.clear();
      state.coach = startCoach([]);
      state.receiver = createReceiverWatch();
    }
  };

  const see = ({ position, record }: LogItem): void => {
    if (record.kind === 'exchange') seeExchange(record.entry);
    else if (record.kind === 'events') state.coverage.emitted(record.events);
    else if (record.kind === 'note') seeNote(record.topic, record.data, position);
    latest = Math.max(latest, position);
  };

  /** The base contains it: only the detectors learn of it. */
  const remember = ({ record }: LogItem): void => {
    if (record.kind !== 'exchange' || !hasClients) return;
    state.coach.remember(record.entry);
    state.receiver.see(record.entry);
  };

  const considerAll = (items: readonly LogItem[]): void => {
    const base = log.base();
    state = begin(base?.state as FoldedObservation | undefined);
    const undone = undoneIn(items);
    for (const item of items) {
      if (undone.some(([after, until]) => item.position > after && item.position < until)) continue;
      if (base !== undefined && item.seq !== undefined && item.seq <= base.seq) remember(item);
      else see(item);
    }
  };

  const update = (): void => {
    const items = log.items();
    if (revision !== log.revision()) considerAll(items);
    else for (const item of items.slice(considered)) see(item);
    revision = log.revision();
    considered = items.length;
  };

  return {
    log,
    update,
    counts: () => state.coverage.counts(),
    before: () => state.before,
    countsUntil: (until) => {
      const base = log.base();
      const folded = base?.state as FoldedObservation | undefined;
      const coverage = createCoverage(needsOf, folded && fromPlainCounts(folded.counts));
      for (const { position, seq, record } of log.items())
        if (position <= until && record.kind === 'exchange' && (seq === undefined || seq > (base?.seq ?? 0)))
          coverage.see(record.entry, jsonOf(record.entry));
      return coverage.counts();
    },
    startedAt: () => state.startedAt,
    resetAt: () => state.resetAt,
    resetPosition: () => state.resetPosition,
    findings: () => state.coach.findings(),
    fold: (until) => {
      considerAll(until.toSorted(inOrder));
      const { coverage, before, coach, ...rest } = state;
      return {
        startedAt: rest.startedAt,
        resetAt: rest.resetAt,
        resetPosition: rest.resetPosition,
        counts: toPlainCounts(coverage.counts()),
        before: before.map(toPlainCounts),
        courses: coach.courses(),
      };
    },
  };
};

/** The request body as every process knows it: not of one that the journal has cut. */
const jsonOf = ({ body, received }: JournalEntry): unknown => {
  if (body?.kind !== 'json' || received === undefined || received.isCut) return undefined;
  try {
    return parseOwnJson(textOf(received));
  } catch {
    return undefined;
  }
};
