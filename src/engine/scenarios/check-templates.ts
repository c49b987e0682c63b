import type { ScenarioFile, TimelineEntry } from '../../generated/scenario-file.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import type { Operation } from '../contract/contract.ts';
import { checkName, suggest } from '../matching/nearest.ts';
import { checkPointer, onlyOf, operationsOn } from './check-values.ts';
import { fixturesIn } from './given.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { GIVEN, type Scope, spotsIn, templateDiagnostics } from './template.ts';

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
