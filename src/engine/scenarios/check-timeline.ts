import { checkBody } from './check-body.ts';
import { toEvent, unknownInEvent } from './sample-event.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkName } from '../matching/nearest.ts';
import { type Scope, templateDiagnostics } from './template.ts';
import type { TimelineEntry, Members, ScenarioFile } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

const KINDS = ['emit', 'simulate', 'organization', 'moveTo'] as const;

export const checkTimeline = (
  file: ScenarioFile,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  for (const [index, happening] of (file.timeline ?? []).entries()) {
    const at = diagnostics.at(index);
    const { emit, simulate, data = {}, target = {} } = happening;
    const kinds = KINDS.filter((kind) => happening[kind] !== undefined);
    if (kinds.length > 1) at.add(`an entry takes one action: use separate entries for ${kinds.join(' and ')}`);
    if (emit !== undefined) checkEventData(emit, data, scenarioSchema, at.at('data'));
    if (simulate !== undefined) checkSimulate(simulate, target, scenarioSchema, at);
    const scope = scopeOf(happening, file);
    for (const member of ['data', 'target'] as const)
      for (const { path, message } of templateDiagnostics(happening[member], scope, scenarioSchema.templates))
        at.at(member, ...path).add(message);
  }
};

/** Templates may read the request that entered a state only if nothing but requests enters it. */
const scopeOf = ({ from }: TimelineEntry, { steps = [], timeline = [] }: ScenarioFile): Scope => {
  const entering = steps.filter(({ moveTo }) => moveTo === from);
  const byRequests = from !== undefined && entering.length > 0 && !timeline.some(({ moveTo }) => moveTo === from);
  if (!byRequests) return 'timeline';
  return entering.some(({ at }) => at === 'received') ? 'timeline-of-gate' : 'timeline-of-state';
};

/** Validates the data of an event, within the sample that matches it best. */
export const checkEventData = (
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
  const checked = { value: toEvent(event, data, scenarioSchema), schema: { pointer, schema: true }, isPartial: false };
  checkBody({ ...checked, what: `the data of ${type}` }, scenarioSchema, isBare ? diagnostics : skipFirst(diagnostics));
};

/** Positions are relative to the event, of which the file contains only the member `data`. */
const skipFirst = (diagnostics: DiagnosticList): DiagnosticList => ({
  ...diagnostics,
  at: (first, ...keys) => (first === 'data' ? diagnostics.at(...keys) : diagnostics),
});

const checkSimulate = (
  name: string,
  target: Readonly<Record<string, string>>,
  { simulators }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const simulator = simulators?.get(name);
  if (simulator === undefined) return;
  const { needs, takes } = simulator;
  const known = [...needs, ...takes];
  for (const key of Object.keys(target))
    checkName(`${name} takes no`, key, known, diagnostics.at('target', key).addKey);
  for (const key of needs)
    if (target[key] === undefined)
      diagnostics
        .at('target')
        .add(`${name} needs ${key}: add it to target, for example from the request that enters the state of "from"`);
};
