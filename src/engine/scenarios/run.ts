import { defined } from '../../kernel/defined.ts';
import { drawTraceId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { type GivenFixture, givenFixture } from './given.ts';
import { defineRecords } from '../sandbox/collection.ts';
import {
  type Schema,
  type TypeOf,
  count,
  flag,
  instant,
  label,
  list,
  mapOf,
  object,
  orNull,
  text,
  uuid,
} from '../sandbox/record-schema.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import type { ScenarioFile, StepFile } from '../../generated/scenario-file.ts';
import { type Scenario, STARTED, type Step } from './scenario.ts';

/** Ids kept of an entry's data and target. */
const MOST_NAMED = 20;

const atMost = <T>(maxItems: number, schema: Schema<T>): Schema<T> => ({ ...schema, maxItems });

const timelineResult = object({
  /** Index in the timeline, from 1. */
  entry: count,
  /** Sandbox time. */
  at: instant,
  /** Why it failed; absent if it succeeded. */
  'failure?': text,
  /** The ids that its data and its target name; absent if there are none. */
  'named?': atMost(MOST_NAMED, list(uuid)),
});

type TimelineResult = TypeOf<typeof timelineResult>;

export type Switched = Readonly<Record<string, { readonly before: string | null; readonly set: string | null }>>;

/** Number of counted requests kept: a retry comes soon, or not at all. */
const COUNTED_KEPT = 200;

const RESULTS_KEPT = 200;

/** Exceeds the number of fixtures of any scenario. */
const MOST_GIVEN = 200;

/** By step number. */
const stepCounts: Schema<Counts> = { ...mapOf(count), propertyNames: { pattern: '^[0-9]{1,4}$' } };

type Counts = Readonly<Record<string, number>>;

/**
 * What calls that name the scenario have used: each Idempotency-Key, and each call without one, counts for itself.
 */
const namedCalls = object({
  /** Number of uses of each step, by all of them. */
  uses: stepCounts,
  /** The newest keys. */
  keys: atMost(COUNTED_KEPT, list(object({ key: label, uses: stepCounts, seen: stepCounts }))),
});

/** The progress of one scenario in one sandbox. Stored with the data of the sandbox, and removed with them. */
const schema = object({
  name: label,
  /** Digest of the file that it was started with: another file restarts the run. */
  digest: label,
  /** Whether it applies to every request, or only to those that name it. */
  isActive: flag,
  state: label,
  /** Start of that state and of the run, in sandbox time. */
  enteredAt: instant,
  begunAt: instant,
  /** Seed of its random numbers. */
  chance: text,
  /** Number of uses of each step, by step number. */
  uses: stepCounts,
  /** Number of requests that matched each step with `nth`. */
  seen: stepCounts,
  /** The newest counted requests, by Idempotency-Key: a retry is counted once. */
  counted: atMost(COUNTED_KEPT, list(label)),
  /** Requests refused because their key belongs to another request, with the step that refused them. */
  'keysRefused?': atMost(COUNTED_KEPT, list(object({ key: label, step: count }))),
  'named?': namedCalls,
  /** The fixtures installed for it; absent if there are none. */
  'given?': atMost(MOST_GIVEN, list(givenFixture)),
  /** The switches that it has set, with their values before and after; null for the default. */
  'switched?': mapOf(object({ before: orNull(text), set: orNull(text) })),
  /** The executed timeline entries, oldest first. */
  timelineResults: atMost(RESULTS_KEPT, list(timelineResult)),
});

export type ScenarioRun = TypeOf<typeof schema>;

export const scenarioRuns = defineRecords('scenario-runs', schema, ({ name }) => name);

/** Exceeds the number of scenarios in any sandbox: from files, bundled, and uploaded. */
const ALL = { page: 0, size: 10_000 };

/** All runs of a sandbox, oldest first. */
export const readRuns = (reading: Reading): readonly ScenarioRun[] => reading.page(scenarioRuns, ALL).values;

export interface RunStart {
  readonly isActive: boolean;
  readonly given?: readonly GivenFixture[] | undefined;
}

export const beginRun = (
  { name, digest, file: { seed } }: Scenario,
  {
    random,
    now,
    isActive,
    given,
    switched,
  }: RunStart & { readonly random: Random; readonly now: number; readonly switched?: Switched | undefined },
): ScenarioRun => ({
  name,
  digest,
  isActive,
  state: STARTED,
  enteredAt: now,
  begunAt: now,
  chance: seed === undefined ? drawTraceId(random) : String(seed),
  uses: {},
  seen: {},
  counted: [],
  ...defined({ given, switched }),
  timelineResults: [],
});

/** A request that claims a step. */
interface StepClaim {
  /** Identifies a request across its retries; undefined if every attempt counts as a new request. */
  readonly key: string | undefined;
  /** It already has a stored response: a replay is not a new request, whatever this run knows about it. */
  readonly isReplay: boolean;
  /** Sandbox time. */
  readonly now: number;
}

export interface Claimed {
  readonly run: ScenarioRun;
  /** The step that is used; undefined if none is. */
  readonly step: Step | undefined;
  /** A request that has been counted before. */
  readonly isRetry: boolean;
  /** Why each of the other steps was not used, in the order of the steps. */
  readonly refusals: ReadonlyMap<Step, string>;
}

/**
 * Decides which of the matching steps is used, and counts the use. A pure function: the caller must store the returned
 * run.
 */
export const claimStep = (run: ScenarioRun, steps: readonly Step[], { key, isReplay, now }: StepClaim): Claimed => {
  const refusing = refusingStep(run, steps, key);
  if (refusing !== undefined) return { run, step: refusing, isRetry: true, refusals: new Map() };
  const isRetry = isReplay || (key !== undefined && run.counted.includes(key));
  const refusals = new Map<Step, string>();
  const fitting: Step[] = [];
  for (const step of steps) {
    const { inState } = step.file;
    if (inState === undefined || inState === run.state) fitting.push(step);
    else refusals.set(step, `the scenario is in state ${run.state}, the step waits for ${inState}`);
  }
  const seen: Record<string, number> = { ...run.seen };
  let hasCounted = false;
  for (const { number, file } of fitting) {
    if (file.nth === undefined || (isRetry && file.count !== 'attempts')) continue;
    seen[String(number)] = (seen[String(number)] ?? 0) + 1;
    hasCounted = true;
  }
  const step = fitting.find((candidate) => {
    const refusal = refusalOf(candidate, run.uses, seen, isRetry);
    if (refusal !== undefined) refusals.set(candidate, refusal);
    return refusal === undefined;
  });
  if (step === undefined)
    return { run: hasCounted ? countKey({ ...run, seen }, key, isRetry) : run, step, isRetry, refusals };
  const uses = addUse(run.uses, step);
  const used = noteRefusedKey({ ...run, seen, uses }, step, key);
  const counted = hasCounted || step.countsRequests ? countKey(used, key, isRetry) : used;
  return { run: enterState(counted, nextState(step, uses, run.state), now), step, isRetry, refusals };
};

/** The same for a call that names the scenario, and therefore uses up nothing of other calls. */
export const claimNamedStep = (run: ScenarioRun, steps: readonly Step[], claim: StepClaim): Claimed => {
  const { key } = claim;
  const { uses: all, keys } = run.named ?? { uses: {}, keys: [] };
  const own = keys.find((one) => one.key === key) ?? { uses: {}, seen: {} };
  const claimed = claimStep({ ...run, uses: own.uses, seen: own.seen }, steps, claim);
  const { step, run: after } = claimed;
  if (step === undefined && after.seen === own.seen) return { ...claimed, run };
  const others = keys.filter((one) => one.key !== key);
  const named = {
    uses: step === undefined ? all : addUse(all, step),
    keys: key === undefined ? keys : [...others, { key, uses: after.uses, seen: after.seen }].slice(-COUNTED_KEPT),
  };
  return { ...claimed, run: { ...after, uses: run.uses, seen: run.seen, named } };
};

const addUse = (uses: Counts, { number }: Step): Counts => ({ ...uses, [number]: (uses[String(number)] ?? 0) + 1 });

/** Number of uses of a step, by calls that name the scenario, too. */
export const usesOf = (run: Pick<ScenarioRun, 'uses' | 'named'>, step: number): number =>
  (run.uses[String(step)] ?? 0) + (run.named?.uses[String(step)] ?? 0);

/** A retry of a request whose key was refused is refused every time. */
const refusingStep = ({ keysRefused = [] }: ScenarioRun, steps: readonly Step[], key: string | undefined) => {
  const refused = keysRefused.find((one) => one.key === key);
  return refused === undefined ? undefined : steps.find(({ number }) => number === refused.step);
};

const noteRefusedKey = (run: ScenarioRun, { number, refusesKey }: Step, key: string | undefined): ScenarioRun =>
  !refusesKey || key === undefined
    ? run
    : { ...run, keysRefused: [...(run.keysRefused ?? []), { key, step: number }].slice(-COUNTED_KEPT) };

const refusalOf = ({ number, file, countsRequests }: Step, uses: Counts, seen: Counts, isRetry: boolean) => {
  const { times, nth } = file;
  if (isRetry && countsRequests)
    return 'it is a retry under the same Idempotency-Key, and a retry uses up no second step (count: attempts would)';
  if (nth !== undefined && seen[String(number)] !== nth)
    return `it is request ${seen[String(number)] ?? 0} of those that fit, the step waits for ${nth}`;
  const used = uses[String(number)] ?? 0;
  return times !== undefined && used >= times ? `the step was used ${used} times, which is all` : undefined;
};

const countKey = (run: ScenarioRun, key: string | undefined, isRetry: boolean): ScenarioRun =>
  key === undefined || isRetry ? run : { ...run, counted: [...run.counted, key].slice(-COUNTED_KEPT) };

const nextState = ({ number, file: { moveTo, times = 1 } }: Step, uses: Counts, state: string): string =>
  moveTo !== undefined && (uses[String(number)] ?? 0) >= times ? moveTo : state;

/** Entering the current state has no effect. */
export const enterState = (run: ScenarioRun, state: string, now: number): ScenarioRun =>
  state === run.state ? run : { ...run, state, enteredAt: now };

export const addTimelineResult = (run: ScenarioRun, result: TimelineResult): ScenarioRun => ({
  ...run,
  timelineResults: [...run.timelineResults, result].slice(-RESULTS_KEPT),
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What an executed entry has named, so that it is found by the records that it may have touched. */
export const namedIn = (...members: readonly Readonly<Record<string, unknown>>[]): Pick<TimelineResult, 'named'> => {
  const ids = members.flatMap((each) => Object.values(each)).filter((value) => typeof value === 'string');
  const named = [...new Set(ids.filter((id) => UUID.test(id)).map((id) => id.toLowerCase()))].slice(0, MOST_NAMED);
  return named.length === 0 ? {} : { named };
};

/** The progress of a run, as far as it decides which steps can still be used. */
type Progress = Pick<ScenarioRun, 'state' | 'uses' | 'seen' | 'timelineResults'>;

const NO_PROGRESS: Progress = { state: STARTED, uses: {}, seen: {}, timelineResults: [] };

/** Whether none of these steps can be used again, whatever requests come and time passes. */
export const isExhausted = (
  scenario: Pick<Scenario, 'steps' | 'file'>,
  run: Progress,
  steps = scenario.steps,
): boolean => {
  if (steps.length === 0) return false;
  const ahead = statesAhead(scenario.file, run);
  return !steps.some(({ number, file }) => !isSpent(number, file, run) && ahead.has(file.inState ?? run.state));
};

const isSpent = (number: number, { times, nth }: StepFile, { uses, seen }: Progress): boolean =>
  (times !== undefined && (uses[String(number)] ?? 0) >= times) ||
  (nth !== undefined && (seen[String(number)] ?? 0) >= nth);

/** The current state, and those that steps and timeline may still lead to. */
export const statesAhead = (
  { steps = [], timeline = [] }: ScenarioFile,
  run: Progress = NO_PROGRESS,
): ReadonlySet<string> => {
  const ahead = new Set([run.state]);
  const over = new Set(run.timelineResults.map(({ entry }) => entry));
  // A set that grows during its iteration is iterated to its end.
  for (const state of ahead) {
    for (const [index, step] of steps.entries()) {
      const { inState = state, moveTo } = step;
      if (moveTo !== undefined && inState === state && !isSpent(index + 1, step, run)) ahead.add(moveTo);
    }
    for (const [index, { from, moveTo }] of timeline.entries())
      if (moveTo !== undefined && (from === undefined ? !over.has(index + 1) : from === state)) ahead.add(moveTo);
  }
  return ahead;
};
