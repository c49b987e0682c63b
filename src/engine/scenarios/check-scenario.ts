import type {
  DeliveryRule,
  Expectation,
  Members,
  ScenarioFile,
  StepFile,
  TimelineEntry,
} from '../../generated/scenario-file.ts';
import { isInstant } from '../../kernel/clock.ts';
import { type DiagnosticList, type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { AssumptionError } from '../assumptions/register.ts';
import { findResponse, takes } from '../contract/contract.ts';
import { checkName, suggest } from '../matching/nearest.ts';
import type { ProblemCatalogue } from '../problems/problem.ts';
import { checkStep } from './check-step.ts';
import { checkTemplates, checkReferences } from './references.ts';
import { checkBody, checkConditions, operationsOn } from './check-values.ts';
import { fillGiven, isFixture } from './given.ts';
import { statesAhead } from './run.ts';
import { toEvent, unknownInEvent } from './sample-event.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { problemIn } from './scenario.ts';

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
  const { steps = [], timeline = [], deliveries = [], expect = [], clock } = file;
  // Thousands would be compiled to be checked.
  if (hasTooManyPatterns(file, diagnostics)) return found;
  if (clock !== undefined && clock !== 'frozen' && !isInstant(clock))
    diagnostics.add(
      `must be "frozen" or a time with a time zone, but is "${clock}": write, for example, 2030-03-04T09:00:00Z`,
      'clock',
    );
  await checkReferences(file, scenarioSchema, diagnostics);
  await checkGiven(file.given ?? [], scenarioSchema, diagnostics.at('given'));
  for (const [index, step] of steps.entries()) {
    await checkStep(step, scenarioSchema, diagnostics.at('steps', index), pause);
    await pause?.();
  }
  checkStates(file, diagnostics);
  await pause?.();
  checkTemplates(file, scenarioSchema, diagnostics);
  for (const [index, entry] of timeline.entries())
    checkTimelineEntry(entry, scenarioSchema, diagnostics.at('timeline', index));
  checkDeliveries(deliveries, diagnostics.at('deliveries'));
  const scripted = statusesOf(steps, scenarioSchema.contract.problems);
  for (const [index, expectation] of expect.entries())
    await checkExpectation(expectation, scenarioSchema, scripted, diagnostics.at('expect', index), pause);
  return found;
};

/** Checks that switches have the alternatives that a scenario sets, and that the members of fixtures match. */
const checkGiven = async (
  given: NonNullable<ScenarioFile['given']>,
  { fixtures: words, register }: ScenarioSchema,
  diagnostics: DiagnosticList,
): Promise<void> => {
  for (const [index, { assume = {} }] of given.entries())
    for (const [id, alternative] of Object.entries(assume)) {
      try {
        register?.change({}, { [id]: alternative });
      } catch (error) {
        if (!(error instanceof AssumptionError)) throw error;
        const { add, addKey } = diagnostics.at(index, 'assume', id);
        (error.isUnknown ? addKey : add)(error.message);
      }
    }
  const fixtures = [...given.entries()].flatMap(([index, one]) => (isFixture(one) ? [{ index, one }] : []));
  if (words === undefined || fixtures.length === 0) return;
  const names = await words.names();
  if (!fixtures.every(({ one }) => names.includes(one.fixture))) return;
  const filled = fillGiven(
    fixtures.map(({ one }) => one),
    0,
  );
  // Its paths are indexes into the fixtures alone, without the switches.
  for (const {
    path: [place, ...path],
    message,
  } of await words.diagnosticsOf(filled))
    diagnostics.at(fixtures[Number(place)]?.index ?? 0, ...path).add(message);
};

/** Rejects expectations that are impossible, since they would never match; `scripted` are the statuses of the steps. */
const checkExpectation = async (
  { request = '', event, when, data, answered, sameIdempotencyKey, atLeast = 0, atMost = Infinity }: Expectation,
  scenarioSchema: ScenarioSchema,
  scripted: ReadonlySet<number>,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  const operation = scenarioSchema.operation(request);
  // With an unknown one, names are looked for in all.
  const operations = operationsOn(operation === undefined ? '*' : request, scenarioSchema);
  await checkConditions(when ?? {}, operations, undefined, scenarioSchema, diagnostics.at('when'), pause);
  if (event !== undefined && data !== undefined) checkEventData(event, data, scenarioSchema, diagnostics.at('data'));
  if (atLeast > atMost) diagnostics.add(`${atLeast} is more than atMost, ${atMost}: swap them`, 'atLeast');
  if (operation === undefined) return;
  const { id, responses } = operation;
  if (answered !== undefined && findResponse(operation, answered) === undefined && !scripted.has(answered))
    diagnostics.add(
      `${id} never returns ${answered}, neither in the API description nor in a step of this scenario: choose one of ${responses.map(({ status }) => status).join(', ')}`,
      'answered',
    );
  if (sameIdempotencyKey === true && !takes(operation, 'header', 'idempotency-key'))
    diagnostics.addKey(`${id} accepts no Idempotency-Key: remove sameIdempotencyKey`, 'sameIdempotencyKey');
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

const hasTooManyPatterns = ({ steps = [], expect = [] }: ScenarioFile, diagnostics: DiagnosticList): boolean => {
  const conditions = [...steps, ...expect].flatMap(({ when: { params = {}, headers = {}, body = {} } = {} }) =>
    [params, headers, body].flatMap((byName) => Object.values(byName)),
  );
  const patterns = conditions.filter((written) => typeof written === 'object' && written?.matches !== undefined);
  if (patterns.length <= MAX_PATTERNS) return false;
  diagnostics.add(
    `has ${patterns.length} regular expressions, but the maximum is ${MAX_PATTERNS}: use equals or oneOf, or split the scenario`,
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
    const before = String(steps.slice(0, index).findIndex((earlier) => takesAll(earlier, step)) + 1);
    if (before !== '0')
      diagnostics.add(
        `can never match: step ${before} matches all the same requests first. Move this step up, or add a condition, times or nth to step ${before}`,
        'steps',
        index,
      );
  }
  for (const [index, { from }] of timeline.entries()) check(from, diagnostics.at('timeline', index, 'from'));
};

/** A step at `received` that breaks the connection, so that later steps are never used. */
const breaksOff = ({ at, reply, fault }: StepFile): boolean =>
  at === 'received' && reply === undefined && typeof fault === 'string' && fault !== 'slow-body';

/** Whether an earlier step is used, without limit, for everything that this step could be used for. */
const takesAll = (earlier: StepFile, step: StepFile): boolean => {
  const { on, at, when, inState, times, nth, moveTo, reply = 'pass' } = earlier;
  const isAsWide = when === undefined || stringifyJson(when) === stringifyJson(step.when ?? {});
  const isEndless = isAsWide && times === undefined && nth === undefined;
  // A reply to all operations is only for those that declare its status.
  const isSameOperation = on === step.on || (on === '*' && reply === 'pass');
  const isSamePlace = isSameOperation && (at === step.at || breaksOff(earlier));
  if (!isEndless || !isSamePlace) return false;
  // A step that changes the state may leave others to later states. A retry is not counted, and skips it.
  return moveTo === undefined && (inState === undefined || inState === step.inState);
};

const KINDS = ['emit', 'simulate', 'organization', 'moveTo'] as const;

const checkTimelineEntry = (
  entry: TimelineEntry,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const { emit, simulate = '', data = {}, target = {} } = entry;
  const kinds = KINDS.filter((kind) => entry[kind] !== undefined);
  if (kinds.length > 1) diagnostics.add(`an entry takes one action: use separate entries for ${kinds.join(' and ')}`);
  if (emit !== undefined) checkEventData(emit, data, scenarioSchema, diagnostics.at('data'));
  const { needs, takes } = scenarioSchema.simulators?.get(simulate) ?? {};
  if (needs === undefined || takes === undefined) return;
  const at = diagnostics.at('target');
  for (const key of Object.keys(target))
    checkName(`${simulate} takes no`, key, [...needs, ...takes], at.at(key).addKey);
  for (const key of needs)
    if (target[key] === undefined)
      at.add(
        `${simulate} needs ${key}: add it to target, for example from the request that enters the state of "from"`,
      );
};

/** Validates the data of an event, within the sample that matches it best. */
const checkEventData = (
  type: string,
  data: Members,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const event = scenarioSchema.contract.events.get(type);
  if (event === undefined) return;
  const { pointer, examples, isBare = false } = event;
  const unknown = unknownInEvent(data, event, scenarioSchema.contract);
  for (const { path, known } of unknown)
    checkName(`the data of ${type} has no`, String(path.at(-1)), known, diagnostics.at(...path).addKey);
  // What a generated sample will have is not known yet.
  if (unknown.length > 0 || (isBare && examples.length === 0)) return;
  const checked = { value: toEvent(event, data, scenarioSchema), pointer, what: `the data of ${type}` };
  checkBody(checked, scenarioSchema, isBare ? diagnostics : skipFirst(diagnostics));
};

/** Positions are relative to the event, of which the file contains only the member `data`. */
const skipFirst = (diagnostics: DiagnosticList): DiagnosticList => ({
  ...diagnostics,
  at: (first, ...keys) => (first === 'data' ? diagnostics.at(...keys) : diagnostics),
});

/** Members that select deliveries, rather than define what happens to them. */
const ABOUT: readonly string[] = ['events', 'share'];

export const checkDeliveries = (rules: readonly DeliveryRule[], diagnostics: DiagnosticList): void => {
  for (const [index, rule] of rules.entries()) {
    const at = diagnostics.at(index);
    const before = String(rules.slice(0, index).findIndex(({ events, share }) => (events ?? share) === undefined) + 1);
    if (before !== '0')
      at.add(
        `can never match: entry ${before} matches every event. Move this entry up, or add events or share to entry ${before}`,
      );
    if (rule.downFor !== undefined && rule.outcomes !== undefined)
      at.addKey('downFor already decides every attempt: keep downFor or outcomes', 'outcomes');
    if (Object.keys(rule).every((member) => ABOUT.includes(member)))
      at.add('has no effect: add outcomes, downFor, delay, duplicate, reorder, signature or slowBody');
  }
};
