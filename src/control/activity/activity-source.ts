import type { StreamedShow } from '../../generated/control-schemas.ts';
import type { Watches } from '../../engine/coaching/watches.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { ChangeWatch, RecordChange } from '../../engine/sandbox/change-watch.ts';
import { type SandboxState, states } from '../../engine/sandbox/sandbox-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ExpectationWatch } from '../../engine/scenarios/expectations/expectation-watch.ts';
import { type DeliveryRecord, deliveries } from '../../engine/webhooks/delivery.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import type { ActivitySink, ActivitySource } from './activity-channel.ts';
import { toDeliveryChange, toScenarioChanges, NOTHING_ELSE } from './activity-changes.ts';

/** Milliseconds from an exchange to its findings: under load, exchanges are still analysed in full batches. */
const ANALYSIS_DELAY = 500;

/** Connects the activity of an organization's sandbox; undefined for callers without one. */
export const connectActivity = (
  organization: string | undefined,
  parts: {
    readonly journal: Pick<Journal, 'of'>;
    readonly changes: Pick<ChangeWatch, 'listen'>;
    readonly watches: Pick<Watches, 'analyse' | 'listen'>;
    readonly expectations: Pick<ExpectationWatch, 'listen' | 'verdictsIn'>;
    readonly time: Pick<SandboxTime, 'read'>;
    readonly shows: { readonly listen: (organization: string, hear: (news: StreamedShow) => void) => () => void };
    readonly wall: Clock;
    readonly after: After;
    /** Attempts after which a delivery fails. */
    readonly maxAttempts: number;
  },
  sink: ActivitySink,
): ActivitySource => {
  const { journal, changes, watches, expectations, shows, time, wall, after, maxAttempts } = parts;
  const key = organization ?? '';
  const verdicts = watchVerdicts(key, expectations, sink);

  let analysis: { readonly cancel: () => void } | undefined;
  const analyse = (): void => {
    analysis = undefined;
    watches.analyse();
  };

  const tellClock = (sandbox: Sandbox): void => {
    sink.push({ kind: 'clock', data: { ...time.read(sandbox), wallTime: toIsoDateTime(wall.now()) } });
    verdicts.mayHaveChanged();
  };

  const describe: ActivitySource['describe'] = (change, push) => {
    const { collection, after } = change;
    if (collection === deliveries.name) {
      if (after !== undefined) push({ kind: 'delivery', data: toDeliveryChange(after as DeliveryRecord, maxAttempts) });
      return;
    }
    for (const data of toScenarioChanges(change)) {
      push({ kind: 'scenario', data });
      verdicts.mayHaveChanged();
    }
  };

  /** A new setting of the clock is told as it is at once; other changes can wait. */
  const tellChanges = (sandbox: Sandbox, all: readonly RecordChange[]): void => {
    for (const { collection, before, after } of all)
      if (
        collection === states.name &&
        isOtherClock(before as SandboxState | undefined, after as SandboxState | undefined)
      )
        tellClock(sandbox);
    sink.changed(all);
  };

  const disconnects = [
    journal.of(organization).listen((news) => {
      if (news.kind === 'closed') sink.ended();
      else {
        sink.push(news.kind === 'lost' ? { ...news, kind: 'exchange' } : news);
        if (news.kind === 'exchange' && sink.records('finding')) analysis ??= after(ANALYSIS_DELAY, analyse);
      }
    }),
    changes.listen(key, (news) => {
      if (news.kind === 'changed') tellChanges(news.sandbox, news.changes);
      else {
        sink.replaced(news.by);
        tellClock(news.sandbox);
      }
    }),
    watches.listen(key, ({ rule, title, clientId, subject, detail, certain }) => {
      sink.push({ kind: 'finding', data: { rule, title, clientId, subject, detail, certain } });
    }),
    shows.listen(key, (data) => {
      sink.push({ kind: 'show', data });
    }),
    verdicts.disconnect,
  ];

  return {
    describe,
    settle: () => {
      verdicts.settle();
    },
    disconnect: () => {
      analysis?.cancel();
      for (const disconnect of disconnects) disconnect();
    },
  };
};

const isOtherClock = (before: SandboxState | undefined, after: SandboxState | undefined): boolean =>
  before?.clock !== after?.clock && JSON.stringify(before?.clock) !== JSON.stringify(after?.clock);

/** Tells changed verdicts: requests and events may change them, and time alone. */
const watchVerdicts = (
  organization: string,
  expectations: Pick<ExpectationWatch, 'listen' | 'verdictsIn'>,
  sink: Pick<ActivitySink, 'records' | 'push' | 'stir'>,
) => {
  let known = expectations.verdictsIn(organization);
  let isStale = false;

  const mayHaveChanged = (): void => {
    if (!sink.records('scenario')) return;
    isStale = true;
    sink.stir();
  };

  return {
    mayHaveChanged,
    settle: (): void => {
      if (!isStale) return;
      isStale = false;
      const former = known;
      known = expectations.verdictsIn(organization);
      for (const [scenario, verdict] of known)
        if (former.get(scenario) !== verdict)
          sink.push({ kind: 'scenario', data: { ...NOTHING_ELSE, scenario, change: 'verdict', verdict } });
    },
    disconnect: expectations.listen(organization, mayHaveChanged),
  };
};
