import type { Clock } from '../../../kernel/clock.ts';
import { createKeyedSubscribers } from '../../../kernel/subscribers.ts';
import type { EmittedEvent } from '../../message/event.ts';
import type { ExchangeObserver } from '../../journal/journal.ts';
import type { Redactor } from '../../journal/redactor.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Evaluation, beginEvaluation } from './evaluate.ts';
import { readEvent, readRequest, summaryOf } from './read-observed.ts';
import { type ExpectationVerdict, type ScenarioReport, verdictOf } from './report.ts';
import type { CompiledExpectation } from './compiled-expectation.ts';

/** A scenario, reduced to its expectations. */
export interface Expecting {
  readonly name: string;
  readonly digest: string;
  readonly compiledExpectations: readonly CompiledExpectation[];
}

/** One run of a scenario. */
export interface Activation {
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
  readonly end: (sandbox: Pick<Sandbox, 'organization'>, scenario: string) => void;
  /** Called when the sandbox of an organization has been replaced. */
  readonly forget: (organization: string) => void;
  readonly onExchange: ExchangeObserver;
  readonly emitted: (sandbox: Pick<Sandbox, 'organization'>, events: readonly EmittedEvent[]) => void;
  /** Empty for a scenario without expectations. */
  readonly reportOf: (sandbox: Sandbox, scenario: Expecting, run: Activation) => ScenarioReport;
  /** The verdicts of the active scenarios with expectations, by scenario. */
  readonly verdictsIn: (organization: string) => ReadonlyMap<string, ExpectationVerdict>;
  /** Subscribes to requests and events that may have changed a verdict; returns a function that unsubscribes. */
  readonly listen: (organization: string, listener: () => void) => () => void;
}

interface Beginning {
  readonly countsOnTheWay?: boolean;
}

export interface ExpectationWatchParts {
  /** A function, since the redactor belongs to the journal, which in turn has this watch as an observer. */
  readonly redactor: () => Redactor;
  /** Whether all organizations see exchanges without an owner (401, 404), as in the journal. */
  readonly sharesUnowned: boolean;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

interface Watched {
  readonly digest: string;
  readonly activatedAt: number;
  readonly evaluation: Evaluation;
  readonly now: () => number;
  /** Monotonic clock reading: requests that were in progress at that time do not count. */
  readonly begunReading: number;
}

export const createExpectationWatch = (parts: ExpectationWatchParts): ExpectationWatch => {
  const { redactor, sharesUnowned, clock } = parts;
  const watched = new Map<string, Map<string, Watched>>();
  const listeners = createKeyedSubscribers<undefined>();

  const start = (
    sandbox: Sandbox,
    scenario: Expecting,
    run: Activation,
    seenSince: number | undefined,
    begunReading = clock.elapsed(),
  ): void => {
    const { name, digest, compiledExpectations } = scenario;
    const activatedAt = run.begunAt;
    const one: Watched = {
      digest,
      activatedAt,
      evaluation: beginEvaluation(compiledExpectations, { scenario: name, activatedAt, seenSince }),
      now: () => sandbox.clock.now(),
      begunReading,
    };
    let own = watched.get(sandbox.organization);
    if (own === undefined) watched.set(sandbox.organization, (own = new Map<string, Watched>()));
    own.set(name, one);
  };

  const end: ExpectationWatch['end'] = ({ organization }, scenario) => {
    const own = watched.get(organization);
    own?.delete(scenario);
    if (own?.size === 0) watched.delete(organization);
  };

  const watchedFor = (sandbox: Sandbox, { name, digest }: Expecting, run: Activation): Watched | undefined => {
    const one = watched.get(sandbox.organization)?.get(name);
    return one?.digest === digest && one.activatedAt === run.begunAt ? one : undefined;
  };

  const resume: ExpectationWatch['resume'] = (sandbox, scenario, run) => {
    if (scenario.compiledExpectations.length > 0 && watchedFor(sandbox, scenario, run) === undefined)
      start(sandbox, scenario, run, sandbox.clock.now());
  };

  return {
    begin: (sandbox, scenario, run, { countsOnTheWay = false } = {}) => {
      if (scenario.compiledExpectations.length === 0) end(sandbox, scenario.name);
      else if (countsOnTheWay) start(sandbox, scenario, run, undefined, -Infinity);
      else start(sandbox, scenario, run, undefined);
    },
    resume,
    end,
    forget: (organization) => {
      watched.delete(organization);
      listeners.notify(organization, undefined);
    },
    onExchange: (entry, owner, exchange) => {
      if (watched.size === 0 || exchange === undefined) return;
      const owners = owner !== undefined ? [owner] : sharesUnowned ? [...watched.keys()] : [];
      for (const organization of owners) {
        const own = watched.get(organization);
        if (own === undefined) continue;
        const operationId = entry.operation?.id;
        let summary: ReturnType<typeof summaryOf> | undefined;
        for (const { evaluation, now, begunReading } of own.values()) {
          if (entry.startedAt < begunReading) continue;
          if (evaluation.concerns(operationId))
            evaluation.see({ kind: 'request', at: now(), request: readRequest(entry, exchange, redactor()) });
          else evaluation.passBy((summary ??= summaryOf(entry, redactor())));
        }
        listeners.notify(organization, undefined);
      }
    },
    emitted: ({ organization }, events) => {
      const own = watched.get(organization);
      if (own === undefined) return;
      for (const emitted of events) {
        const event = readEvent(emitted, redactor());
        for (const { evaluation } of own.values()) evaluation.see({ kind: 'event', at: emitted.createdAt, event });
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
        [...(watched.get(organization) ?? [])].map(([name, { evaluation, now }]) => [
          name,
          verdictOf(evaluation.report(now()).expectations),
        ]),
      ),
    listen: listeners.subscribe,
  };
};
