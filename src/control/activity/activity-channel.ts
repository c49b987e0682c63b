import type { StreamedKind, StreamedShow } from '../../generated/control-schemas.ts';
import type { Watches } from '../../engine/coaching/watches.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { RingLimits } from '../../engine/journal/ring.ts';
import type { ChangeWatch, RecordChange } from '../../engine/sandbox/change-watch.ts';
import { type SandboxState, states } from '../../engine/sandbox/sandbox-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ExpectationWatch } from '../../engine/scenarios/expectations/expectation-watch.ts';
import { type DeliveryRecord, deliveries } from '../../engine/webhooks/delivery.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { createSubscribers } from '../../kernel/subscribers.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import { NOTHING_ELSE, createStateChanges, toDeliveryChange, toScenarioChanges } from './activity-changes.ts';
import { createActivityLog } from './activity-log.ts';

/** Where activity comes from. */
export interface ActivitySources {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Pick<Redactor, 'summarize' | 'showEvent'>;
  readonly changes: Pick<ChangeWatch, 'listen'>;
  readonly watches: Pick<Watches, 'analyse' | 'listen'>;
  readonly expectations: Pick<ExpectationWatch, 'listen' | 'verdictsIn'>;
  readonly time: Pick<SandboxTime, 'read'>;
  readonly shows: { readonly listen: (organization: string, hear: (news: StreamedShow) => void) => () => void };
  readonly clock: Clock;
  readonly after: After;
  /** Attempts after which a delivery fails. */
  readonly maxAttempts: number;
}

/** Milliseconds from an activity to its batch: one write to each reader carries all of a batch. */
const BATCH_DELAY = 40;

/** Milliseconds from an exchange to its findings: under load, exchanges are still analysed in full batches. */
const ANALYSIS_DELAY = 500;

/** Activities and transactions after which a batch is written at once, so that no batch takes long. */
const MOST_PENDING = 500;

export type ActivityChannel = ReturnType<typeof openChannel>;

/**
 * The activity of an organization's sandbox, undefined for callers without one, written to a log in batches while there are
 * readers.
 */
export const openChannel = (
  organization: string | undefined,
  sources: ActivitySources,
  { name, limits }: { readonly name: string; readonly limits: RingLimits },
) => {
  const { journal, redactor, changes, watches, expectations, shows, time, clock, after, maxAttempts } = sources;
  const key = organization ?? '';
  const log = createActivityLog(name, limits);
  const recorded = new Set<StreamedKind>();
  const readers = createSubscribers<'written' | 'closed'>();
  const stateChanges = createStateChanges();
  /** Write what waits for the next batch: a request path that only collects stays fast. */
  let pending: (() => void)[] = [];
  let timer: Timer | undefined;
  let analysis: Timer | undefined;
  /** Number of the newest message of which readers know. */
  let told = log.newest();
  let verdicts = expectations.verdictsIn(key);
  let areVerdictsStale = false;

  const write = (kind: StreamedKind, data: object, event: string = kind): void => {
    if (recorded.has(kind)) log.add(kind, event, stringifyJson(data));
  };

  const writePending = (): void => {
    const all = pending;
    pending = [];
    for (const one of all) one();
  };

  const writeVerdicts = (): void => {
    if (!areVerdictsStale) return;
    areVerdictsStale = false;
    const former = verdicts;
    verdicts = expectations.verdictsIn(key);
    for (const [scenario, verdict] of verdicts)
      if (former.get(scenario) !== verdict)
        write('scenario', { ...NOTHING_ELSE, scenario, change: 'verdict', verdict });
  };

  /** Writes at once what has happened so far. */
  const flush = (): void => {
    writePending();
    writeVerdicts();
    timer?.cancel();
    timer = undefined;
    const state = stateChanges.take();
    if (state !== undefined) write('state', state);
    if (log.newest() === told) return;
    told = log.newest();
    readers.notify('written');
  };

  const soon = (): void => {
    timer ??= after(BATCH_DELAY, flush);
  };

  const collect = (one: () => void): void => {
    pending.push(one);
    if (pending.length >= MOST_PENDING) flush();
    else soon();
  };

  const push = (kind: StreamedKind, make: () => object, event?: string): void => {
    if (recorded.has(kind))
      collect(() => {
        write(kind, make(), event);
      });
  };

  /** Requests and events may change verdicts, and time alone. */
  const verdictsMayHaveChanged = (): void => {
    if (!recorded.has('scenario')) return;
    areVerdictsStale = true;
    soon();
  };

  const tellClock = (sandbox: Sandbox): void => {
    const now = { ...time.read(sandbox), wallTime: toIsoDateTime(clock.now()) };
    push('clock', () => now);
    verdictsMayHaveChanged();
  };

  const writeChange = (change: RecordChange): void => {
    if (change.collection === deliveries.name) {
      if (change.after !== undefined) write('delivery', toDeliveryChange(change.after as DeliveryRecord, maxAttempts));
    } else
      for (const news of toScenarioChanges(change)) {
        write('scenario', news);
        verdictsMayHaveChanged();
      }
    if (recorded.has('state')) stateChanges.add(change);
  };

  const disconnects = [
    journal.of(organization).listen((news) => {
      switch (news.kind) {
        case 'closed':
          flush();
          readers.notify('closed');
          break;
        case 'event':
          push('event', () => redactor.showEvent(news.event));
          break;
        case 'forgotten':
          // The journal was cleared: belongs to the exchanges.
          push('exchange', () => ({}), 'forgotten');
          break;
        default:
          push('exchange', () => redactor.summarize(news.entry));
          if (news.kind === 'exchange' && recorded.has('finding'))
            analysis ??= after(ANALYSIS_DELAY, () => {
              analysis = undefined;
              watches.analyse();
            });
      }
    }),
    changes.listen(key, (news) => {
      if (news.kind === 'changed') {
        // A new setting of the clock is told as it is at once; other changes can wait.
        if (news.changes.some(isOtherClock)) tellClock(news.sandbox);
        if (recorded.has('state') || recorded.has('delivery') || recorded.has('scenario'))
          collect(() => {
            news.changes.forEach(writeChange);
          });
        return;
      }
      // Of what changed before, the records are no longer valid.
      writePending();
      stateChanges.take();
      soon();
      push('state', () => ({ reason: news.by, collections: [], changes: [], truncated: false }));
      tellClock(news.sandbox);
    }),
    watches.listen(key, ({ rule, title, clientId, subject, detail, certain }) => {
      push('finding', () => ({ rule, title, clientId, subject, detail, certain }));
    }),
    shows.listen(key, (news) => {
      push('show', () => news);
    }),
    expectations.listen(key, verdictsMayHaveChanged),
  ];

  return {
    log,
    flush,
    /** Adds kinds to those that are recorded. */
    record: (kinds: Iterable<StreamedKind>): void => {
      for (const kind of kinds) recorded.add(kind);
    },
    /** Subscribes to batches, and to the end of the sandbox. Returns a function that unsubscribes. */
    listen: readers.subscribe,
    /** Stops recording. */
    close: (): void => {
      timer?.cancel();
      analysis?.cancel();
      for (const disconnect of disconnects) disconnect();
    },
  };
};

const isOtherClock = ({ collection, before, after }: RecordChange): boolean => {
  if (collection !== states.name) return false;
  const [former, now] = [before, after].map((state) => (state as SandboxState | undefined)?.clock);
  return former !== now && JSON.stringify(former) !== JSON.stringify(now);
};
