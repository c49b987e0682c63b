import type { DeliveryRule, ScenarioFile, TimelineEntry } from '../../generated/scenario-file.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { faultOfDuration, parseDuration, toIsoDuration } from '../../kernel/duration.ts';
import type { Path } from '../../kernel/path.ts';
import { checkName, suggest } from '../matching/nearest.ts';
import { LONGEST_DELAY } from './scenario.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import type { Operation } from '../contract/contract.ts';
import { checkPointer, onlyOf, operationsOn } from './check-values.ts';
import { fixturesIn } from './given.ts';
import { GIVEN, type Scope, spotsIn, templateDiagnostics } from './template.ts';

/** What a name in a file refers to, with the beginning of the message about an unknown one. */
const UNKNOWN = {
  operation: 'the description has no operation',
  event: 'there is no event',
  events: 'there are no events',
  simulator: 'there is no simulator',
  fixture: 'there is no fixture',
  problem: 'there is no problem type',
  capability: 'there is no capability',
  tier: 'there is no tier',
} as const;

type Kind = keyof typeof UNKNOWN;

/** Where a file names something; `*` stands for each entry of a list, and for the name of each member of an object. */
const NAMES: readonly (readonly [place: string, kind: Kind, any?: '*'])[] = [
  ['steps.*.on', 'operation', '*'],
  ['steps.*.meanwhile.call', 'operation'],
  ['steps.*.reply.problem', 'problem'],
  ['steps.*.reply.problem.type', 'problem'],
  ['timeline.*.emit', 'event'],
  ['timeline.*.simulate', 'simulator'],
  ['deliveries.*.events.*', 'events'],
  ['expect.*.request', 'operation', '*'],
  ['expect.*.event', 'event'],
  ['given.*.fixture', 'fixture'],
  ...['organization', 'steps.*.meanwhile.organization', 'timeline.*.organization'].flatMap((organization) => [
    [`${organization}.capabilities.*`, 'capability'] as const,
    [`${organization}.rateLimitTier`, 'tier'] as const,
  ]),
];

/** A year: sandboxes do not live that long. Milliseconds, as are all. */
const LONGEST_WAIT = 366 * 86_400_000;

/** Deliveries are given up long before. */
const LONGEST_DOWN = 31 * 86_400_000;

/** Where a file has a duration, with its bounds. */
const DURATIONS: readonly (readonly [place: string, most: number, least: number])[] = [
  ['steps.*.delay', LONGEST_DELAY, 0],
  ['steps.*.delay.fixed', LONGEST_DELAY, 0],
  ['steps.*.delay.uniform.lower', LONGEST_DELAY, 0],
  ['steps.*.delay.uniform.upper', LONGEST_DELAY, 0],
  ['steps.*.delay.lognormal.median', LONGEST_DELAY, 1],
  ['steps.*.delay.lognormal.atMost', LONGEST_DELAY, 0],
  ['steps.*.fault.slowBody.over', LONGEST_DELAY, 1],
  ['timeline.*.at', LONGEST_WAIT, 0],
  ['deliveries.*.downFor', LONGEST_DOWN, 1],
  ['deliveries.*.delay', LONGEST_DOWN, 1],
  ['deliveries.*.slowBody.over', LONGEST_DELAY, 1],
  ['expect.*.within', LONGEST_WAIT, 1],
];

/** The names that a file may use; where those of a kind are not known, any is accepted. */
type KnownNames = Readonly<Partial<Record<Kind, Iterable<string> | undefined>>>;

/** Validates every name and every duration of a file. */
export const checkReferences = async (
  file: ScenarioFile,
  { contract, simulators, fixtures }: ScenarioSchema,
  diagnostics: DiagnosticList,
): Promise<void> => {
  const { operations, events, problems, rateLimits } = contract;
  const eventTypes = [...events.keys()];
  const known: KnownNames = {
    operation: operations.map(({ id }) => id),
    event: eventTypes,
    events: withFamilies(eventTypes),
    simulator: simulators && [...simulators.keys()],
    fixture: file.given === undefined ? undefined : await fixtures?.names(),
    problem: [...problems.keys()],
    capability: new Set(
      operations.flatMap(({ requiredCapabilities }) => requiredCapabilities.map(({ capability }) => capability)),
    ),
    tier: [...rateLimits.tiers.keys()],
  };
  checkPlaces(file, known, diagnostics);
};

/** Rules of deliveries are in a scenario, or set for an endpoint. */
export const checkRuleReferences = (
  deliveries: readonly DeliveryRule[],
  eventTypes: readonly string[],
  diagnostics: DiagnosticList,
): void => {
  const within = { ...diagnostics, at: (_deliveries: string | number, ...path: Path) => diagnostics.at(...path) };
  checkPlaces({ deliveries }, { events: withFamilies(eventTypes) }, within);
};

const checkPlaces = (file: Partial<ScenarioFile>, known: KnownNames, diagnostics: DiagnosticList): void => {
  for (const [place, kind, any] of NAMES) {
    const names = known[kind];
    if (names === undefined) continue;
    for (const { path, value, isKey } of placesOf(file, place.split('.'))) {
      const { add, addKey } = diagnostics.at(...path);
      if (typeof value === 'string' && value !== any) checkName(UNKNOWN[kind], value, names, isKey ? addKey : add);
    }
  }
  for (const [place, most, least] of DURATIONS)
    for (const { path, value } of placesOf(file, place.split('.')))
      if (typeof value === 'string') checkDuration(value, { most, least }, diagnostics.at(...path));
};

/** `order.*` stands for all events that begin so. */
const withFamilies = (types: readonly string[]): ReadonlySet<string> =>
  new Set([...types, ...types.map((type) => `${type.split('.')[0] ?? ''}.*`)]);

/** What a file has at a place, if it has it. `isKey`: the value is the name of a member. */
const placesOf = function* (
  value: unknown,
  [first, ...rest]: readonly string[],
  path: Path = [],
): Generator<{ readonly path: Path; readonly value: unknown; readonly isKey: boolean }> {
  if (first === undefined) yield { path, value, isKey: false };
  if (first === undefined || typeof value !== 'object' || value === null) return;
  if (first !== '*') {
    if (Object.hasOwn(value, first))
      yield* placesOf((value as Readonly<Record<string, unknown>>)[first], rest, [...path, first]);
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* placesOf(item, rest, [...path, index]);
  else for (const key of Object.keys(value)) yield { path: [...path, key], value: key, isKey: true };
};

const checkDuration = (
  text: string,
  { most, least }: { readonly most: number; readonly least: number },
  diagnostics: DiagnosticList,
): void => {
  const fault = faultOfDuration(text);
  if (fault !== undefined) diagnostics.add(fault);
  else if (parseDuration(text) > most) diagnostics.add(`${text} is too long: the maximum is ${toIsoDuration(most)}`);
  else if (parseDuration(text) < least) diagnostics.add(`${text} is too short: the minimum is ${toIsoDuration(least)}`);
};

/** Every template must be known where it stands, and refer to something that its operation and the scenario have. */
export const checkTemplates = (
  file: ScenarioFile,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const { given = [], steps = [], timeline = [], expect = [] } = file;
  const fixtures = fixturesIn(given).map(({ fixture }) => fixture);
  const moves = timeline.some(({ moveTo }) => moveTo !== undefined);

  const checkMeaning = (name: string, operation: Operation | undefined, { add }: DiagnosticList): void => {
    const fixture = GIVEN.exec(name)?.[1];
    if (fixture !== undefined && !fixtures.includes(fixture) && !fixtures.includes(fixture.replace(/-\d+$/, '')))
      add(`{{${name}}} names a fixture that is not in given: ${suggest(fixture, fixtures)}`);
    if (name === 'state.secondsLeft' && !moves)
      add(
        '{{state.secondsLeft}} counts down to the next moveTo of the timeline, but there is none: add an entry with moveTo, or write a number',
      );
    if (operation === undefined) return;
    const [, place, key = ''] = /^request\.(path|query)\.(.+)$/.exec(name) ?? [];
    const known = operation.parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
    if (place !== undefined) checkName(`{{${name}}}: ${operation.id} has no ${place} parameter`, key, known, add);
    if (name.startsWith('request.body/'))
      checkPointer(name.slice('request.body'.length), [operation], scenarioSchema, add);
  };

  const check = (value: unknown, scope: Scope, at: DiagnosticList, operation?: Operation): void => {
    const unknown = templateDiagnostics(value, scope, scenarioSchema.templates);
    for (const { path, message } of unknown) at.at(...path).add(message);
    if (unknown.length > 0) return;
    for (const { path, names } of spotsIn(value))
      for (const name of names) checkMeaning(name, operation, at.at(...path));
  };

  for (const [index, { with: members }] of given.entries())
    check(members, 'timeline', diagnostics.at('given', index, 'with'));
  for (const [index, { when, data }] of expect.entries())
    check({ when, data }, 'condition', diagnostics.at('expect', index));
  for (const [index, step] of steps.entries()) {
    check(step.when, 'condition', diagnostics.at('steps', index, 'when'));
    for (const member of ['meanwhile', 'reply'] as const) {
      const scope = step.at === 'received' ? 'reply-at-received' : 'reply';
      check(step[member], scope, diagnostics.at('steps', index, member), onlyOf(operationsOn(step.on, scenarioSchema)));
    }
  }
  for (const [index, entry] of timeline.entries())
    for (const member of ['data', 'target'] as const)
      check(entry[member], scopeOf(entry, file), diagnostics.at('timeline', index, member));
};

/** Templates may read the request that entered a state only if nothing but requests enters it. */
const scopeOf = ({ from }: TimelineEntry, { steps = [], timeline = [] }: ScenarioFile): Scope => {
  const entering = steps.filter(({ moveTo }) => moveTo === from);
  const byRequests = from !== undefined && entering.length > 0 && !timeline.some(({ moveTo }) => moveTo === from);
  if (!byRequests) return 'timeline';
  return entering.some(({ at }) => at === 'received') ? 'timeline-of-gate' : 'timeline-of-state';
};
