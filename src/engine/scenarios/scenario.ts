import type { Pause } from '../../kernel/time-slices.ts';
import { hash } from 'node:crypto';
import type { Failure } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { ENGINE_CATALOGUE, type ProblemCatalogue } from '../problems/catalogue.ts';
import type { ScriptStage } from '../exchange/script-trace.ts';
import { type Condition, toConditions } from '../matching/condition.ts';
import { type CompiledExpectation, compileExpectation } from './expectations/expectation.ts';
import type { DelayFile, ProblemFile, ReplyFile, ScenarioFile, StepFile } from '../../generated/scenario-file.ts';
import { parseDuration } from '../../kernel/duration.ts';
import type { Random } from '../../kernel/random.ts';

/** The initial state of every run, as named by WireMock. */
export const STARTED = 'Started';

/** A scenario prepared for playing. */
export interface Scenario {
  readonly name: string;
  readonly file: ScenarioFile;
  /** Where its file is; undefined for an upload. */
  readonly place?: ScenarioPlace | undefined;
  /** Identifies the version of a file. */
  readonly digest: string;
  readonly steps: readonly Step[];
  /** All states that its steps and its timeline name. */
  readonly states: readonly string[];
  /** The expectations on the client. */
  readonly compiledExpectations: readonly CompiledExpectation[];
}

interface ScenarioPlace {
  /** The subfolder, such as `webhooks`; null for a file that is in none. */
  readonly area: string | null;
  readonly path: string;
}

/** The steps of one scenario for one operation, in order. */
export interface Play {
  readonly scenario: Scenario;
  /** The request names the scenario. */
  readonly isNamed: boolean;
  readonly received: readonly Step[];
  readonly later: readonly Step[];
}

export interface Step {
  /** From 1. */
  readonly number: number;
  readonly file: StepFile;
  readonly stage: ScriptStage;
  readonly conditions: readonly Condition[];
  /** Limited in its uses: a retry of a request that exhausted one step does not use this one. */
  readonly isLimited: boolean;
  /**
   * It responds that the Idempotency-Key belongs to another request, and does so again when the request is repeated.
   */
  readonly refusesKey: boolean;
  readonly action: Action;
  /** A step for all operations is played for those that describe this status; undefined for any. */
  readonly status: number | undefined;
  readonly delay: DrawDelay | undefined;
  readonly failure: Failure | undefined;
}

/** Replaces the usual response; `drop` sends no response at all. */
type Action =
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'reply'; readonly reply: ReplyFile };

export const digestOf = (file: ScenarioFile): string => hash('sha256', stringifyJson(file), 'base64url').slice(0, 16);

/** @throws {@link PatternError} and {@link DurationError}; a checked file has none */
export const prepareScenario = async (
  file: ScenarioFile,
  problems: ProblemCatalogue = ENGINE_CATALOGUE,
  { place, pause }: { readonly place?: ScenarioPlace | undefined; readonly pause?: Pause } = {},
): Promise<Scenario> => {
  // One after the other, since each may have expressions to compile.
  const steps: Step[] = [];
  for (const [index, step] of (file.steps ?? []).entries()) steps.push(await prepareStep(step, index, problems, pause));
  const compiledExpectations: CompiledExpectation[] = [];
  for (const [index, expectation] of (file.expect ?? []).entries())
    compiledExpectations.push(await compileExpectation(expectation, index, pause));
  return {
    name: file.scenario,
    file,
    place,
    digest: digestOf(file),
    steps,
    states: statesOf(file),
    compiledExpectations,
  };
};

/** The steps of a scenario for an operation; undefined if there are none. */
export const playOf = (scenario: Scenario, operationId: string, isNamed = false): Play | undefined => {
  const about = scenario.steps.filter(({ file: { on } }) => on === operationId || on === '*');
  if (about.length === 0) return undefined;
  const at = (stage: ScriptStage): Step[] => about.filter((step) => step.stage === stage);
  return { scenario, isNamed, received: at('received'), later: at('later') };
};

const prepareStep = async (
  file: StepFile,
  index: number,
  problems: ProblemCatalogue,
  pause: Pause | undefined,
): Promise<Step> => {
  const { at, when, times, nth, moveTo, count = 'requests', delay } = file;
  return {
    number: index + 1,
    file,
    stage: at ?? 'later',
    conditions: await toConditions(when ?? {}, pause),
    isLimited: count === 'requests' && (times !== undefined || nth !== undefined || moveTo !== undefined),
    refusesKey: problemIn(file.reply)?.type === 'idempotency-key-reused',
    action: toAction(file),
    status: file.on === '*' ? statusOf(file, problems) : undefined,
    delay: delay === undefined ? undefined : toDelay(delay),
    failure: toFailure(file),
  };
};

/** The problem that a reply consists of, if it is one. */
export const problemIn = (reply: StepFile['reply']): ProblemFile | undefined => {
  if (reply === undefined || reply === 'pass') return undefined;
  return typeof reply.problem === 'string' ? { type: reply.problem } : reply.problem;
};

const toAction = ({ reply, fault }: StepFile): Action => {
  if (reply !== undefined && reply !== 'pass') return { kind: 'reply', reply };
  const breaksOff = typeof fault === 'string' && fault !== 'slow-body' && fault !== 'commit-then-reset';
  return reply === undefined && breaksOff ? { kind: 'drop' } : { kind: 'pass' };
};

const statusOf = ({ reply }: StepFile, problems: ProblemCatalogue): number | undefined => {
  if (reply === undefined || reply === 'pass' || reply.offContract === true) return undefined;
  const problem = problemIn(reply);
  return problem === undefined ? reply.status : (problems.get(problem.type ?? '')?.status ?? problem.status);
};

const DEFAULT_PIECES = 10;
const DEFAULT_SLOWNESS = 5000;

const toFailure = ({ fault }: StepFile): Failure | undefined => {
  if (fault === undefined) return undefined;
  if (typeof fault === 'object') {
    const { pieces = DEFAULT_PIECES, over } = fault.slowBody;
    return { kind: 'slow-body', pieces, milliseconds: toBoundedWait(over) };
  }
  if (fault === 'slow-body') return { kind: fault, pieces: DEFAULT_PIECES, milliseconds: DEFAULT_SLOWNESS };
  // For the client both are the same; whether the work is committed is decided earlier.
  return { kind: fault === 'commit-then-reset' ? 'CONNECTION_RESET_BY_PEER' : fault };
};

const statesOf = ({ steps = [], timeline = [] }: ScenarioFile): string[] => {
  const named = [
    STARTED,
    ...steps.flatMap(({ inState, moveTo }) => [inState, moveTo]),
    ...timeline.flatMap(({ from, moveTo }) => [from, moveTo]),
  ];
  return [...new Set(named.filter((state) => state !== undefined))];
};

/**
 * Maximum delay of a response, in milliseconds. Clients do not wait longer, and connections should not
 * stay open longer.
 */
export const LONGEST_DELAY = 600_000;

/** Draws the delay of a response, in whole milliseconds. */
export type DrawDelay = (random: Random) => number;

/** Bounded, since an imported state contains files that were not validated here. */
const toBoundedWait = (duration: string): number => Math.min(LONGEST_DELAY, parseDuration(duration));

/** @throws {@link DurationError} */
export const toDelay = (written: string | DelayFile): DrawDelay => {
  if (typeof written === 'string') return always(written);
  const { fixed, uniform, lognormal } = written;
  if (uniform !== undefined) {
    const lower = toBoundedWait(uniform.lower);
    const upper = toBoundedWait(uniform.upper);
    return (random) => random.integer(lower, upper);
  }
  if (lognormal !== undefined) {
    const { median, sigma, atMost } = lognormal;
    const middle = toBoundedWait(median);
    const longest = atMost === undefined ? LONGEST_DELAY : toBoundedWait(atMost);
    return (random) => Math.min(longest, Math.round(middle * Math.exp(sigma * drawNormal(random))));
  }
  return always(fixed ?? 'PT0S');
};

const always = (duration: string): DrawDelay => {
  const milliseconds = toBoundedWait(duration);
  return () => milliseconds;
};

/** Standard normal distribution, by the Box-Muller transform. */
const drawNormal = (random: Random): number => {
  const radius = Math.sqrt(-2 * Math.log(1 - random.uint32() / 0x1_0000_0000));
  return radius * Math.cos((2 * Math.PI * random.uint32()) / 0x1_0000_0000);
};
