import type { Clock } from '../../../kernel/clock.ts';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { createKeyedSubscribers } from '../../../kernel/subscribers.ts';
import type { ExpectationVerdict } from '../../../generated/control-schemas.ts';
import type { EmittedEvent } from '../../message/event.ts';
import type { ExchangeObserver } from '../../journal/journal.ts';
import type { Redactor } from '../../journal/redactor.ts';
import type { LiveState } from '../../sandbox/live-state.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Observation, readEvent, readRequest } from './observed.ts';
import {
  type Evaluation,
  type ObservedReport,
  type Tally,
  beginEvaluation,
  observe,
  reportOf,
  shiftReadings,
  verdictOf,
} from './evaluation.ts';
import type { CompiledExpectation } from './expectation.ts';

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
  readonly digest: string;
  readonly evaluation: Evaluation;
  readonly sandbox: Sandbox;
  /** Monotonic clock reading: requests that were in progress at that time do not count. */
  readonly begunReading: number;
}

/** The same as JSON, for another process. */
interface Captured {
  readonly digest: string;
  readonly activatedAt: number;
  readonly seenSince?: number | undefined;
  /** Wall-clock time; undefined: what was in progress counts, too. */
  readonly begunAt?: number | undefined;
  readonly counts: readonly Tally[];
}

interface OfOrganization {
  /** By scenario. */
  readonly watched: Map<string, Watched>;
  /** What another process has counted for scenarios that are not loaded here yet. */
  readonly brought: Map<string, Captured>;
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
      brought: new Map<string, Captured>(),
    }));

  const set = (organization: string, one: Watched): void => {
    const own = need(organization);
    own.brought.delete(one.evaluation.scenario);
    own.watched.set(one.evaluation.scenario, one);
  };

  const start = (
    sandbox: Sandbox,
    { name, digest, compiledExpectations: expectations }: Expecting,
    { begunAt: activatedAt }: Activation,
    seenSince: number | undefined,
    begunReading = clock.elapsed(),
  ): void => {
    const evaluation = beginEvaluation({ scenario: name, activatedAt, seenSince, expectations });
    set(sandbox.organization, { digest, evaluation, sandbox, begunReading });
  };

  const toWatched = (
    { name, expectations }: { readonly name: string } & Pick<Evaluation, 'expectations'>,
    sandbox: Sandbox,
    { digest, activatedAt, seenSince, begunAt, counts }: Captured,
  ): Watched => ({
    ...{ digest, sandbox },
    evaluation: beginEvaluation(
      { scenario: name, activatedAt, seenSince, expectations },
      counts.map((tally) => shiftReadings(tally, -offset())),
    ),
    begunReading: begunAt === undefined ? -Infinity : begunAt - offset(),
  });

  const toCaptured = ({
    digest,
    evaluation: { activatedAt, seenSince, tallies },
    begunReading,
  }: Watched): Captured => ({
    ...{ digest, activatedAt, seenSince },
    counts: tallies.map((tally) => shiftReadings(tally, offset())),
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
    return one?.digest === digest && one.evaluation.activatedAt === run.begunAt ? one : undefined;
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
      set(
        sandbox.organization,
        toWatched({ ...scenario, expectations: scenario.compiledExpectations }, sandbox, known),
      );
    else start(sandbox, scenario, run, sandbox.clock.now());
  };

  /** Counts what each of an organization's scenarios is to count, if anything. */
  const count = (organization: string, observed: (watched: Watched) => Observation | undefined): void => {
    const own = all.get(organization);
    if (own === undefined) return;
    for (const [name, one] of own.watched) {
      const seen = observed(one);
      if (seen !== undefined) own.watched.set(name, { ...one, evaluation: observe(one.evaluation, seen) });
    }
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
    onExchange: (entry, owner, exchange) => {
      if (all.size === 0 || exchange === undefined) return;
      const request = readRequest(entry, exchange, redactor());
      for (const organization of owner !== undefined ? [owner] : sharesUnowned ? [...all.keys()] : []) {
        count(organization, ({ sandbox, begunReading }) =>
          entry.startedAt < begunReading ? undefined : { kind: 'request', at: sandbox.clock.now(), request },
        );
        if (all.has(organization)) listeners.notify(organization, undefined);
      }
    },
    emitted: ({ organization }, events) => {
      if (!all.has(organization)) return;
      for (const emitted of events) {
        const event = readEvent(emitted, redactor());
        count(organization, () => ({ kind: 'event', at: emitted.createdAt, event }));
      }
      listeners.notify(organization, undefined);
    },
    reportOf: (sandbox, scenario, run) => {
      resume(sandbox, scenario, run);
      const nothing = { scenario: scenario.name, activatedAt: run.begunAt, seenSince: undefined, expectations: [] };
      const known = watchedFor(sandbox, scenario, run)?.evaluation;
      return reportOf(known ?? beginEvaluation(nothing), sandbox.clock.now());
    },
    verdictsIn: (organization) =>
      new Map(
        [...(all.get(organization)?.watched ?? [])].map(([name, { evaluation, sandbox }]) => [
          name,
          verdictOf(reportOf(evaluation, sandbox.clock.now()).expectations),
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
          for (const [name, one] of Object.entries(saved as Readonly<Record<string, Captured>>)) {
            const known = before?.watched.get(name);
            if (known?.digest === one.digest)
              own.watched.set(name, toWatched({ name, ...known.evaluation }, known.sandbox, one));
            else own.brought.set(name, one);
          }
        }
        listeners.notify(uuid, undefined);
      },
    },
  };
};
