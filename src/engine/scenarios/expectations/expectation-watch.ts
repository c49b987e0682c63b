import type { Clock } from '../../../kernel/clock.ts';
import { getOrInsert } from '../../../kernel/caches.ts';
import { createKeyedSubscribers } from '../../../kernel/subscribers.ts';
import type { ExpectationVerdict } from '../../../generated/control-schemas.ts';
import type { EmittedEvent } from '../../message/message.ts';
import type { ExchangeObserver } from '../../journal/journal.ts';
import type { Redactor } from '../../journal/redactor.ts';
import type { LiveState } from '../../sandbox/live-state.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Observation, readEvent, readRequest } from './observed.ts';
import { type Evaluation, type ObservedReport, observe, reportOf } from './evaluation.ts';

/** A scenario, reduced to its expectations. */
export interface Expecting {
  readonly name: string;
  readonly digest: string;
  readonly compiledExpectations: Evaluation['expectations'];
}

/** One run of a scenario. */
export interface Activation {
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

/** What was counted, here or by another process. It has no expectations before the scenario is loaded here. */
interface Watched extends Evaluation {
  readonly digest: string;
  /** Wall-clock time: requests that were in progress then do not count. Undefined: they do. */
  readonly begunAt: number | undefined;
  /** Undefined until the scenario is loaded here: what happens here does not count before. */
  readonly sandbox: Sandbox | undefined;
}

export type ExpectationWatch = ReturnType<typeof createExpectationWatch>;

/** Compares the requests of clients with the expectations of active scenarios. */
export const createExpectationWatch = ({
  redactor,
  sharesUnowned,
  clock,
}: {
  readonly redactor: Redactor;
  /** Whether all organizations see exchanges without an owner (401, 404), as in the journal. */
  readonly sharesUnowned: boolean;
  /** Wall-clock time source. */
  readonly clock: Clock;
}) => {
  /** By organization and scenario. */
  const all = new Map<string, Map<string, Watched>>();
  const listeners = createKeyedSubscribers<undefined>();
  const monotonicStart = clock.now() - clock.elapsed();

  const set = (organization: string, one: Watched): void => {
    getOrInsert(all, organization, () => new Map<string, Watched>()).set(one.scenario, one);
  };

  const end = ({ organization }: Sandbox, scenario: string): void => {
    const own = all.get(organization);
    own?.delete(scenario);
    if (own?.size === 0) all.delete(organization);
  };

  const start = (
    sandbox: Sandbox,
    { name, digest, compiledExpectations: expectations }: Expecting,
    { begunAt: activatedAt }: Activation,
    { seenSince, countsOnTheWay = false }: { readonly seenSince?: number; readonly countsOnTheWay?: boolean },
  ): void => {
    const begunAt = countsOnTheWay ? undefined : clock.elapsed() + monotonicStart;
    const run = { scenario: name, activatedAt, seenSince, expectations, counts: [] };
    set(sandbox.organization, { ...run, digest, sandbox, begunAt });
  };

  /** For a run that is already active: goes on counting if it is known, else counts everything from now on. */
  const resume = (sandbox: Sandbox, scenario: Expecting, run: Activation): Evaluation | undefined => {
    const { name, digest, compiledExpectations: expectations } = scenario;
    if (expectations.length === 0) return undefined;
    const find = (): Watched | undefined => all.get(sandbox.organization)?.get(name);
    const one = find();
    if (one?.digest !== digest || one.activatedAt !== run.begunAt)
      start(sandbox, scenario, run, { seenSince: sandbox.clock.now() });
    // It may have been opened anew.
    else if (one.sandbox !== sandbox) set(sandbox.organization, { ...one, sandbox, expectations });
    return find();
  };

  /** Counts what each of an organization's scenarios is to count, if anything, and tells the listeners. */
  const count = (organization: string, observed: (watched: Watched, sandbox: Sandbox) => Observation | undefined) => {
    for (const one of all.get(organization)?.values() ?? []) {
      const seen = one.sandbox === undefined ? undefined : observed(one, one.sandbox);
      if (seen !== undefined) set(organization, observe(one, seen));
    }
  };

  const onExchange: ExchangeObserver = (entry, owner, exchange) => {
    if (all.size === 0 || exchange === undefined) return;
    const request = readRequest(entry, exchange, redactor, monotonicStart);
    for (const organization of owner !== undefined ? [owner] : sharesUnowned ? [...all.keys()] : []) {
      if (!all.has(organization)) continue;
      let seen: Observation | undefined;
      count(organization, ({ begunAt = -Infinity }, sandbox) =>
        request.moment.startedAt < begunAt ? undefined : (seen ??= { ...request, at: sandbox.clock.now() }),
      );
      listeners.notify(organization, undefined);
    }
  };

  const live: LiveState = {
    name: 'expectations',
    save: ({ uuid }) => {
      const own = all.get(uuid);
      if (own === undefined) return undefined;
      return Object.fromEntries(
        [...own].map(([name, { sandbox: _sandbox, expectations: _expectations, ...saved }]) => [name, saved]),
      );
    },
    load: ({ uuid }, saved = {}) => {
      const before = all.get(uuid);
      all.delete(uuid);
      type Saved = Omit<Watched, 'scenario' | 'sandbox' | 'expectations'>;
      for (const [scenario, one] of Object.entries(saved as Readonly<Record<string, Saved>>)) {
        const known = before?.get(scenario);
        const { sandbox, expectations = [] } = known?.digest === one.digest ? known : {};
        set(uuid, { ...one, scenario, sandbox, expectations });
      }
      listeners.notify(uuid, undefined);
    },
  };

  return {
    /**
     * Counts everything from now on; earlier requests and those in progress do not count, unless `countsOnTheWay` is set.
     */
    begin: (
      sandbox: Sandbox,
      scenario: Expecting,
      run: Activation,
      beginning: { readonly countsOnTheWay?: boolean } = {},
    ): void => {
      if (scenario.compiledExpectations.length === 0) end(sandbox, scenario.name);
      else start(sandbox, scenario, run, beginning);
    },
    resume,
    /** Whether another process has counted for scenarios that are not resumed here: what happens here does not count yet. */
    hasUnresumed: (organization: string): boolean =>
      [...(all.get(organization)?.values() ?? [])].some(({ sandbox }) => sandbox === undefined),
    end,
    onExchange,
    emitted: (organization: string, events: readonly EmittedEvent[]): void => {
      if (!all.has(organization)) return;
      for (const emitted of events) {
        const event = readEvent(emitted, redactor);
        count(organization, () => event);
      }
      listeners.notify(organization, undefined);
    },
    /** Empty for a scenario without expectations. */
    reportOf: (sandbox: Sandbox, scenario: Expecting, run: Activation): ObservedReport => {
      const about = { scenario: scenario.name, activatedAt: run.begunAt, seenSince: undefined };
      const nothing = { ...about, expectations: [], counts: [] };
      return reportOf(resume(sandbox, scenario, run) ?? nothing, sandbox.clock.now());
    },
    /** The verdicts of the active scenarios with expectations, by scenario. */
    verdictsIn: (organization: string): ReadonlyMap<string, ExpectationVerdict> =>
      new Map(
        [...(all.get(organization) ?? [])].flatMap(([name, watched]) => {
          const { sandbox } = watched;
          return sandbox === undefined ? [] : [[name, reportOf(watched, sandbox.clock.now()).verdict] as const];
        }),
      ),
    /** Subscribes to requests and events that may have changed a verdict; returns a function that unsubscribes. */
    listen: listeners.subscribe,
    live,
  };
};
