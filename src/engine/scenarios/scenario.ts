import type { Pause } from '../../kernel/time-slices.ts';
import { hash } from 'node:crypto';
import type { Failure } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { ENGINE_CATALOGUE, type ProblemCatalogue } from '../problems/problem.ts';
import type { ScriptStage } from '../exchange/exchange.ts';
import { type Condition, toConditions } from '../matching/condition.ts';
import { type CompiledExpectation, compileExpectation } from './expectations/expectation.ts';
import type {
  DelayFile,
  ProblemFile,
  ReplyFile,
  ScenarioFile,
  SlowBodyFile,
  StepFile,
} from '../../generated/scenario-file.ts';
import { parseDuration } from '../../kernel/duration.ts';
import type { Random } from '../../kernel/random.ts';

/** The initial state of every run, as named by WireMock. */
export const STARTED = 'Started';

/** A scenario prepared for playing. */
export interface Scenario {
  readonly name: string;
  readonly file: ScenarioFile;
  /** Where its file is, and its subfolder, such as `webhooks`; undefined for an upload. */
  readonly path?: string | undefined;
  readonly area?: string | null | undefined;
  /** Identifies the version of a file. */
  readonly digest: string;
  readonly steps: readonly Step[];
  /** All states that its steps and its timeline name. */
  readonly states: readonly string[];
  /** The expectations on the client. */
  readonly compiledExpectations: readonly CompiledExpectation[];
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
  /** Whether a member of it counts requests: a retry or replay of one that was counted is not counted again. */
  readonly countsRequests: boolean;
  /**
   * It responds that the Idempotency-Key belongs to another request, and does so again when the request is repeated.
   */
  readonly refusesKey: boolean;
  /** Replaces the usual response; `drop` sends no response at all. */
  readonly action: { readonly kind: 'pass' | 'drop' } | { readonly kind: 'reply'; readonly reply: ReplyFile };
  /** A step for all operations is played for those that describe this status; undefined for any. */
  readonly status: number | undefined;
  readonly delay: ReturnType<typeof toDelay> | undefined;
  readonly failure: Failure | undefined;
}

export const digestOf = (file: ScenarioFile): string => hash('sha256', stringifyJson(file), 'base64url').slice(0, 16);

/** @throws {@link PatternError} and {@link DurationError}; a checked file has none */
export const prepareScenario = async (
  file: ScenarioFile,
  problems: ProblemCatalogue = ENGINE_CATALOGUE,
  { pause, ...place }: Pick<Scenario, 'path' | 'area'> & { readonly pause?: Pause } = {},
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
    ...place,
    digest: digestOf(file),
    steps,
    states: statesOf(file),
    compiledExpectations,
  };
};

/** The steps of scenarios for an operation, without the scenarios that have none. */
export const playsIn = (scenarios: readonly Scenario[], operationId: string, isNamed = false): readonly Play[] =>
  scenarios.flatMap((scenario) => {
    const about = scenario.steps.filter(({ file: { on } }) => on === operationId || on === '*');
    const at = (stage: ScriptStage): Step[] => about.filter((step) => step.stage === stage);
    return about.length === 0 ? [] : { scenario, isNamed, received: at('received'), later: at('later') };
  });

const prepareStep = async (
  file: StepFile,
  index: number,
  problems: ProblemCatalogue,
  pause: Pause | undefined,
): Promise<Step> => {
  const { on, at, when, times, nth, moveTo, count = 'requests', reply, delay, fault } = file;
  const answer = reply === 'pass' ? undefined : reply;
  const problem = answer && problemIn(answer);
  const breaksOff = typeof fault === 'string' && fault !== 'slow-body' && fault !== 'commit-then-reset';
  const action = reply === undefined && breaksOff ? 'drop' : 'pass';
  const status = problem === undefined ? answer?.status : (problems.get(problem.type ?? '')?.status ?? problem.status);
  return {
    number: index + 1,
    file,
    stage: at ?? 'later',
    conditions: await toConditions(when ?? {}, pause),
    countsRequests: count === 'requests' && (times !== undefined || nth !== undefined || moveTo !== undefined),
    refusesKey: problem?.type === 'idempotency-key-reused',
    action: answer === undefined ? { kind: action } : { kind: 'reply', reply: answer },
    status: on === '*' && answer?.offContract !== true ? status : undefined,
    delay: delay === undefined ? undefined : toDelay(delay),
    failure: toFailure(file),
  };
};

/** The problem that a reply consists of, if it is one. */
export const problemIn = ({ problem }: ReplyFile): ProblemFile | undefined =>
  typeof problem === 'string' ? { type: problem } : problem;

const toFailure = ({ fault }: StepFile): Failure | undefined => {
  if (fault === undefined) return undefined;
  if (typeof fault === 'object' || fault === 'slow-body') {
    const usual: SlowBodyFile['slowBody'] = { over: 'PT5S' };
    const { pieces = 10, over } = fault === 'slow-body' ? usual : fault.slowBody;
    return { kind: 'slow-body', pieces, milliseconds: parseDuration(over) };
  }
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

/**
 * Draws the delay of a response, in whole milliseconds.
 *
 * @throws {@link DurationError}
 */
export const toDelay = (written: string | DelayFile): ((random: Random) => number) => {
  const delay: DelayFile = typeof written === 'string' ? { fixed: written } : written;
  const { fixed = 'PT0S', uniform, lognormal } = delay;
  if (uniform !== undefined) {
    const lower = parseDuration(uniform.lower);
    const upper = parseDuration(uniform.upper);
    return (random) => random.integer(lower, upper);
  }
  if (lognormal !== undefined) {
    const { median, sigma, atMost } = lognormal;
    const middle = parseDuration(median);
    const longest = atMost === undefined ? LONGEST_DELAY : parseDuration(atMost);
    return (random) => Math.min(longest, Math.round(middle * Math.exp(sigma * drawNormal(random))));
  }
  const milliseconds = parseDuration(fixed);
  return () => milliseconds;
};

/** Standard normal distribution, by the Box-Muller transform. */
const drawNormal = (random: Random): number => {
  const radius = Math.sqrt(-2 * Math.log(1 - random.uint32() / 0x1_0000_0000));
  return radius * Math.cos((2 * Math.PI * random.uint32()) / 0x1_0000_0000);
};
