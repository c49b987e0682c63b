import type { Clock } from '../../../kernel/clock.ts';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { createKeyedSubscribers } from '../../../kernel/subscribers.ts';
import type { EmittedEvent } from '../../message/event.ts';
import type { ExchangeObserver } from '../../journal/journal.ts';
import type { Redactor } from '../../journal/redactor.ts';
import type { LiveState } from '../../sandbox/live-state.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type CapturedEvaluation, type Evaluation, beginEvaluation } from './evaluate.ts';
import { readEvent, readRequest, summaryOf } from './read-observed.ts';
import { type ExpectationVerdict, type ObservedReport, verdictOf } from './report.ts';
import type { CompiledExpectation } from './compiled-expectation.ts';

/** A scenario, reduced to its expectations. */
interface Expecting {
  readonly name: string;
  readonly digest: string;
  readonly compiledExpectations: readonly CompiledExpectation[];
}

/** One run of a scenario. */
interface Activation {
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

/** Compares the requests of clients with the expectations of active scenarios. */
export interface ExpectationWatch {
  /**
   * Counts everything from now on; earlier requests and those in progress do not count, unless `countsOnTheWay` is set.
   */
  readonly begin: (sandbox: Sandbox, scenario: Expecting, run: Activation, beginning?: Beginning) => void;
  /** For a run that is already active: does nothing if it is being watched, else counts everything from now on. */
  readonly resume: (sandbox: Sandbox, scenario: Expecting, run: Activation) => void;
  /** Whether another process has counted for scenarios that are not resumed here: what happens here does not count yet. */
  readonly hasUnresumed: (organization: string) => boolean;
  readonly end: (sandbox: Pick<Sandbox, 'organization'>, scenario: string) => void;
  /** Called when the sandbox of an organization has been replaced. */
  readonly forget: (organization: string) => void;
  readonly onExchange: ExchangeObserver;
  readonly emitted: (sandbox: Pick<Sandbox, 'organization'>, events: readonly EmittedEvent[]) => void;
  /** Empty for a scenario without expectations. */
  readonly reportOf: (sandbox: Sandbox, scenario: Expecting, run: Activation) => ObservedReport;
  /** The verdicts of the active scenarios with expectations, by scenario. */
  readonly verdictsIn: (organization: string) => ReadonlyMap<string, ExpectationVerdict>;
  /** Subscribes to requests and events that may have changed a verdict; returns a function that unsubscribes. */
  readonly listen: (organization: string, listener: () => void) => () => void;
  readonly live: LiveState;
}

interface Beginning {
  readonly countsOnTheWay?: boolean;
}

interface ExpectationWatchParts {
  /** A function, since the redactor belongs to the journal, which in turn has this watch as an observer. */
  readonly redactor: () => Redactor;
  /** Whether all organizations see exchanges without an owner (401, 404), as in the journal. */
  readonly sharesUnowned: boolean;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

interface Watched {
  readonly scenario: Expecting;
  readonly activatedAt: number;
  readonly evaluation: Evaluation;
  readonly sandbox: Sandbox;
  /** Monotonic clock reading: requests that were in progress at that time do not count. */
  readonly begunReading: number;
}

interface CapturedWatched extends CapturedEvaluation {
  readonly digest: string;
  readonly activatedAt: number;
  /** Wall-clock time; undefined: what was in progress counts, too. */
  readonly begunAt?: number | undefined;
}

interface OfOrganization {
  readonly watched: Map<string, Watched>;
  /** What another process has counted for scenarios that are not loaded here yet. */
  readonly brought: Map<string, CapturedWatched>;
}

export const createExpectationWatch = (parts: ExpectationWatchParts): ExpectationWatch => {
  const { redactor, sharesUnowned, clock } = parts;
  const all = new Map<string, OfOrganization>();
  const listeners = createKeyedSubscribers<undefined>();

  /** What turns monotonic clock readings into wall-clock time. */
  const offset = (): number => clock.now() - clock.elapsed();

  const need = (organization: string): OfOrganization =>
    getOrInsert(all, organization, () => ({
      watched: new Map<string, Watched>(),
      brought: new Map<string, CapturedWatched>(),
    }));

  const set = (organization: string, one: Watched): void => {
    const own = need(organization);
    own.brought.delete(one.scenario.name);
    own.watched.set(one.scenario.name, one);
  };

  const start = (
    sandbox: Sandbox,
    scenario: Expecting,
    run: Activation,
    seenSince: number | undefined,
    begunReading = clock.elapsed(),
  ): void => {
    const { name, compiledExpectations } = scenario;
    const activatedAt = run.begunAt;
    set(sandbox.organization, {
      scenario,
      activatedAt,
      evaluation: beginEvaluation(compiledExpectations, { scenario: name, activatedAt, seenSince }),
      sandbox,
      begunReading,
    });
  };

  const toWatched = (
    scenario: Expecting,
    sandbox: Sandbox,
    { activatedAt, seenSince, begunAt, counts }: CapturedWatched,
  ): Watched => {
    const run = { scenario: scenario.name, activatedAt, seenSince };
    return {
      ...{ scenario, activatedAt, sandbox },
      evaluation: beginEvaluation(scenario.compiledExpectations, run, counts, offset()),
      begunReading: begunAt === undefined ? -Infinity : begunAt - offset(),
    };
  };

  const toCaptured = ({ scenario, activatedAt, evaluation, begunReading }: Watched): CapturedWatched => ({
    ...evaluation.capture(offset()),
    digest: scenario.digest,
    activatedAt,
    ...(begunReading === -Infinity ? {} : { begunAt: begunReading + offset() }),
  });

  const end: ExpectationWatch['end'] = ({ organization }, scenario) => {
    const own = all.get(organization);
    if (own === undefined) return;
    own.watched.delete(scenario);
    own.brought.delete(scenario);
    if (own.watched.size + own.brought.size === 0) all.delete(organization);
  };

  const watchedFor = (sandbox: Sandbox, { name, digest }: Expecting, run: Activation): Watched | undefined => {
    const one = all.get(sandbox.organization)?.watched.get(name);
    return one?.scenario.digest === digest && one.activatedAt === run.begunAt ? one : undefined;
  };

  const resume: ExpectationWatch['resume'] = (sandbox, scenario, run) => {
    if (scenario.compiledExpectations.length === 0) return;
    const watched = watchedFor(sandbox, scenario, run);
    if (watched !== undefined) {
      // It may have been opened anew.
      if (watched.sandbox !== sandbox) set(sandbox.organization, { ...watched, sandbox });
      return;
    }
    const known = all.get(sandbox.organization)?.brought.get(scenario.name);
    if (known?.digest === scenario.digest && known.activatedAt === run.begunAt)
      set(sandbox.organization, toWatched(scenario, sandbox, known));
    else start(sandbox, scenario, run, sandbox.clock.now());
  };

  return {
    begin: (sandbox, scenario, run, { countsOnTheWay = false } = {}) => {
      if (scenario.compiledExpectations.length === 0) end(sandbox, scenario.name);
      else if (countsOnTheWay) start(sandbox, scenario, run, undefined, -Infinity);
      else start(sandbox, scenario, run, undefined);
    },
    resume,
    hasUnresumed: (organization) => (all.get(organization)?.brought.size ?? 0) > 0,
    end,
    forget: (organization) => {
      all.delete(organization);
      listeners.notify(organization, undefined);
    },
    onExchange: (entry, owner, exchange) => {
      if (all.size === 0 || exchange === undefined) return;
      const owners = owner !== undefined ? [owner] : sharesUnowned ? [...all.keys()] : [];
      for (const organization of owners) {
        const own = all.get(organization);
        if (own === undefined) continue;
        const operationId = entry.operation?.id;
        let summary: ReturnType<typeof summaryOf> | undefined;
        for (const { evaluation, sandbox, begunReading } of own.watched.values()) {
          if (entry.startedAt < begunReading) continue;
          if (evaluation.concerns(operationId))
            evaluation.see({
              kind: 'request',
              at: sandbox.clock.now(),
              request: readRequest(entry, exchange, redactor()),
            });
          else evaluation.passBy((summary ??= summaryOf(entry, redactor())));
        }
        listeners.notify(organization, undefined);
      }
    },
    emitted: ({ organization }, events) => {
      const own = all.get(organization);
      if (own === undefined) return;
      for (const emitted of events) {
        const event = readEvent(emitted, redactor());
        for (const { evaluation } of own.watched.values())
          evaluation.see({ kind: 'event', at: emitted.createdAt, event });
      }
      listeners.notify(organization, undefined);
    },
    reportOf: (sandbox, scenario, run) => {
      resume(sandbox, scenario, run);
      const known = watchedFor(sandbox, scenario, run)?.evaluation;
      const nothing = { scenario: scenario.name, activatedAt: run.begunAt, seenSince: undefined };
      return (known ?? beginEvaluation([], nothing)).report(sandbox.clock.now());
    },
    verdictsIn: (organization) =>
      new Map(
        [...(all.get(organization)?.watched ?? [])].map(([name, { evaluation, sandbox }]) => [
          name,
          verdictOf(evaluation.report(sandbox.clock.now()).expectations),
        ]),
      ),
    listen: listeners.subscribe,
    live: {
      name: 'expectations',
      save: ({ uuid }) => {
        const own = all.get(uuid);
        if (own === undefined) return undefined;
        const here = [...own.watched].map(([name, one]) => [name, toCaptured(one)] as const);
        return Object.fromEntries([...own.brought, ...here]);
      },
      load: ({ uuid }, saved) => {
        const before = all.get(uuid);
        all.delete(uuid);
        if (saved !== undefined) {
          const own = need(uuid);
          for (const [name, one] of Object.entries(saved as Readonly<Record<string, CapturedWatched>>)) {
            const known = before?.watched.get(name);
            if (known?.scenario.digest === one.digest)
              own.watched.set(name, toWatched(known.scenario, known.sandbox, one));
            else own.brought.set(name, one);
          }
        }
        listeners.notify(uuid, undefined);
      },
    },
  };
};
