import { type DiagnosticList, type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import { isInstant } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { suggest } from '../matching/nearest.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import { findResponse } from '../contract/contract.ts';
import { checkConditions } from './check-conditions.ts';
import { checkReferences } from './references.ts';
import { checkStep } from './check-step.ts';
import { checkEventData, checkTimeline } from './check-timeline.ts';
import { checkGiven } from './given.ts';
import type { DeliveryRule, Expectation, ScenarioFile, StepFile } from '../../generated/scenario-file.ts';
import { statesAhead } from './run.ts';
import { problemIn } from './scenario.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { templateDiagnostics, spotsIn } from './template.ts';

/** Maximum number of regular expressions in one scenario: each costs a little on every request that it applies to. */
const MAX_PATTERNS = 20;

/**
 * Checks a scenario against the description that it will be played with. The file has already been validated against
 * its schema; these checks are beyond what a schema can express.
 */
export const checkScenario = async (
  file: ScenarioFile,
  scenarioSchema: ScenarioSchema,
  pause?: Pause,
): Promise<readonly PathDiagnostic[]> => {
  const found: PathDiagnostic[] = [];
  const diagnostics = collectDiagnostics(found);
  const { steps = [], clock, given = [] } = file;
  // Thousands would be compiled to be checked.
  if (hasTooManyPatterns(file, diagnostics)) return found;
  if (clock !== undefined) checkClock(clock, diagnostics.at('clock'));
  for (const [index, one] of given.entries()) {
    const { with: members = {} } = one;
    const at = diagnostics.at('given', index);
    for (const { path, message } of templateDiagnostics(members, 'timeline', scenarioSchema.templates))
      at.at('with', ...path).add(message);
  }
  await checkReferences(file, scenarioSchema, diagnostics);
  await checkGiven(file, scenarioSchema, diagnostics);
  for (const [index, step] of steps.entries()) {
    await checkStep(step, scenarioSchema, diagnostics.at('steps', index), pause);
    await pause?.();
  }
  checkStates(file, diagnostics);
  await pause?.();
  checkTimeline(file, scenarioSchema, diagnostics.at('timeline'));
  checkDeliveries(file.deliveries ?? [], diagnostics.at('deliveries'));
  const scripted = statusesOf(steps, scenarioSchema.contract.problems);
  for (const [index, expectation] of (file.expect ?? []).entries())
    await checkExpectation(expectation, scenarioSchema, scripted, diagnostics.at('expect', index), pause);
  return found;
};

/** Rejects expectations that are impossible, since they would never match; `scripted` are the statuses of the steps. */
const checkExpectation = async (
  { request, event, when, data, answered, sameIdempotencyKey, atLeast = 0, atMost = Infinity }: Expectation,
  scenarioSchema: ScenarioSchema,
  scripted: ReadonlySet<number>,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  const operation = request === undefined ? undefined : scenarioSchema.operation(request);
  if (when !== undefined) {
    const operations = operation === undefined ? scenarioSchema.contract.operations : [operation];
    await checkConditions(when, operations, undefined, scenarioSchema, diagnostics.at('when'), pause);
  }
  if (event !== undefined && data !== undefined) checkEventData(event, data, scenarioSchema, diagnostics.at('data'));
  if (atLeast > atMost)
    diagnostics.at('atLeast').add(`${String(atLeast)} is more than atMost, ${String(atMost)}: swap them`);
  if (operation === undefined) return;
  const { id, responses, parameters } = operation;
  if (answered !== undefined && findResponse(operation, answered) === undefined && !scripted.has(answered))
    diagnostics
      .at('answered')
      .add(
        `${id} never returns ${String(answered)}, neither in the API description nor in a step of this scenario: choose one of ${responses.map(({ status }) => status).join(', ')}`,
      );
  if (sameIdempotencyKey === true && !parameters.some(({ name }) => name === 'idempotency-key'))
    diagnostics.at('sameIdempotencyKey').addKey(`${id} accepts no Idempotency-Key: remove sameIdempotencyKey`);
};

/** The statuses that steps respond with, described or not. */
const statusesOf = (steps: readonly StepFile[], problems: ProblemCatalogue): ReadonlySet<number> =>
  new Set(
    steps.flatMap(({ reply }) => {
      if (reply === undefined || reply === 'pass') return [];
      const { type = '', status } = problemIn(reply) ?? {};
      return [reply.status, status, problems.get(type)?.status].filter((one) => one !== undefined);
    }),
  );

const checkClock = (clock: string, diagnostics: DiagnosticList): void => {
  if (clock === 'frozen' || isInstant(clock)) return;
  diagnostics.add(
    `must be "frozen" or a time with a time zone, but is "${clock}": write, for example, 2030-03-04T09:00:00Z`,
  );
};

const hasTooManyPatterns = ({ steps = [], expect = [] }: ScenarioFile, diagnostics: DiagnosticList): boolean => {
  const conditions = [...steps, ...expect].flatMap(({ when: { params = {}, headers = {}, body = {} } = {} }) =>
    [params, headers, body].flatMap((byName) => Object.values(byName)),
  );
  const patterns = conditions.filter((written) => typeof written === 'object' && written?.matches !== undefined);
  if (patterns.length <= MAX_PATTERNS) return false;
  diagnostics.add(
    `has ${String(patterns.length)} regular expressions, but the maximum is ${String(MAX_PATTERNS)}: use equals or oneOf, or split the scenario`,
  );
  return true;
};

/** Every state that is waited for must be reachable, and every step usable. */
const checkStates = (file: ScenarioFile, diagnostics: DiagnosticList): void => {
  const { steps = [], timeline = [] } = file;
  const reachable = statesAhead(file);
  const check = (state: string | undefined, at: DiagnosticList): void => {
    if (state === undefined || reachable.has(state)) return;
    at.add(
      `the state "${state}" is never reached: ${toSentence(suggest(state, reachable))} Or add moveTo: ${state} to a step`,
    );
  };
  for (const [index, step] of steps.entries()) {
    check(step.inState, diagnostics.at('steps', index, 'inState'));
    const before = steps.slice(0, index).findIndex((earlier) => takesAll(earlier, step));
    if (before >= 0)
      diagnostics
        .at('steps', index)
        .add(
          `can never match: step ${String(before + 1)} matches all the same requests first. Move this step up, or add a condition, times or nth to step ${String(before + 1)}`,
        );
  }
  if (!timeline.some(({ moveTo }) => moveTo !== undefined))
    for (const [index, { reply }] of steps.entries())
      for (const { path, names } of spotsIn(reply))
        if (names.includes('state.secondsLeft'))
          diagnostics
            .at('steps', index, 'reply', ...path)
            .add(
              '{{state.secondsLeft}} counts down to the next moveTo of the timeline, but there is none: add an entry with moveTo, or write a number',
            );
  for (const [index, { from }] of timeline.entries()) check(from, diagnostics.at('timeline', index, 'from'));
};

/** A step at `received` that breaks the connection, so that later steps are never used. */
const breaksOff = ({ at, reply, fault }: StepFile): boolean =>
  at === 'received' && reply === undefined && typeof fault === 'string' && fault !== 'slow-body';

/** Whether an earlier step is used, without limit, for everything that this step could be used for. */
const takesAll = (earlier: StepFile, step: StepFile): boolean => {
  const { on, at, when, inState, times, nth, moveTo } = earlier;
  const isAsWide = when === undefined || stringifyJson(when) === stringifyJson(step.when ?? {});
  const isEndless = isAsWide && times === undefined && nth === undefined;
  const isSamePlace = (on === '*' || on === step.on) && (at === step.at || breaksOff(earlier));
  if (!isEndless || !isSamePlace) return false;
  // A step that changes the state may leave others to later states. A retry is not counted, and skips it.
  return moveTo === undefined && (inState === undefined || inState === step.inState);
};

/** Members that select deliveries, rather than define what happens to them. */
const ABOUT: readonly string[] = ['events', 'share'];

export const checkDeliveries = (rules: readonly DeliveryRule[], diagnostics: DiagnosticList): void => {
  for (const [index, rule] of rules.entries()) {
    const at = diagnostics.at(index);
    const before = rules
      .slice(0, index)
      .findIndex((earlier) => earlier.events === undefined && earlier.share === undefined);
    if (before >= 0)
      at.add(
        `can never match: entry ${String(before + 1)} matches every event. Move this entry up, or add events or share to entry ${String(before + 1)}`,
      );
    if (rule.downFor !== undefined && rule.outcomes !== undefined)
      at.at('outcomes').addKey('downFor already decides every attempt: keep downFor or outcomes');
    if (Object.keys(rule).every((member) => ABOUT.includes(member)))
      at.add('has no effect: add outcomes, downFor, delay, duplicate, reorder, signature or slowBody');
  }
};
