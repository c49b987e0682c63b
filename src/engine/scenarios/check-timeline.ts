import { checkBody } from './check-body.ts';
import { checkDuration } from './check-duration.ts';
import { checkOrganization } from './check-organization.ts';
import { toEvent } from './emit-sample.ts';
import type { FlawList } from './flaw.ts';
import { suggest } from '../matching/nearest.ts';
import { type Scope, placeholderFlaws } from './placeholder.ts';
import type { Happening, Members, ScenarioFile } from './scenario-file.ts';
import { unknownMembers } from './unknown-members.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A year: the life of a sandbox is shorter. */
const LONGEST_WAIT = 366 * 86_400_000;

const KINDS = ['emit', 'simulate', 'organization', 'moveTo'] as const;

export const checkTimeline = (file: ScenarioFile, vocabulary: Vocabulary, flaws: FlawList): void => {
  for (const [index, happening] of (file.timeline ?? []).entries()) {
    const at = flaws.at(index);
    const { emit, simulate, organization, data, target } = happening;
    checkDuration(happening.at, { most: LONGEST_WAIT }, at.at('at'));
    const kinds = KINDS.filter((kind) => happening[kind] !== undefined);
    if (kinds.length !== 1)
      at.add(
        kinds.length === 0
          ? 'the entry does nothing: add one of emit, simulate, organization and moveTo'
          : `an entry takes one action: use separate entries for ${kinds.join(' and ')}`,
      );
    if (emit !== undefined) checkEmit(emit, data ?? {}, vocabulary, at);
    else if (data !== undefined) at.at('data').addKey('data requires an event: add emit, or remove data');
    if (simulate !== undefined) checkSimulate(simulate, target ?? {}, vocabulary, at);
    else if (target !== undefined)
      at.at('target').addKey('target requires a simulator: add simulate, or remove target');
    if (organization !== undefined) checkOrganization(organization, vocabulary.contract, at.at('organization'));
    const scope = scopeOf(happening, file);
    for (const member of ['data', 'target'] as const)
      for (const { path, message } of placeholderFlaws(happening[member], scope)) at.at(member, ...path).add(message);
  }
};

/** The request that enters a state is there to be asked where only requests enter it. */
const scopeOf = ({ from }: Happening, { steps = [], timeline = [] }: ScenarioFile): Scope => {
  const entering = steps.filter(({ moveTo }) => moveTo === from);
  const byRequests = from !== undefined && entering.length > 0 && !timeline.some(({ moveTo }) => moveTo === from);
  if (!byRequests) return 'timeline';
  return entering.some(({ at }) => at === 'received') ? 'timeline-of-gate' : 'timeline-of-state';
};

/** The data of an event, checked within the sample that it fits best. */
export const checkEventData = (type: string, data: Members, vocabulary: Vocabulary, flaws: FlawList): void => {
  const event = vocabulary.event(type);
  if (event === undefined) return;
  const { pointer } = event;
  const unknown = unknownMembers(data, { document: vocabulary.contract.document, pointer, within: ['data'] });
  for (const { path, known } of unknown) {
    const name = String(path.at(-1));
    flaws.at(...path).addKey(`the data of ${type} has no "${name}": ${suggest(name, known)}`);
  }
  if (unknown.length > 0) return;
  const checked = { value: toEvent(event, data, vocabulary), schema: { pointer, schema: true }, isPartial: false };
  checkBody({ ...checked, what: `the data of ${type}` }, vocabulary, skipFirst(flaws));
};

/** Places are those of the event, whose member `data` the file holds. */
const skipFirst = (flaws: FlawList): FlawList => ({
  ...flaws,
  at: (first, ...keys) => (first === 'data' ? flaws.at(...keys) : flaws),
});

const checkEmit = (type: string, data: Members, vocabulary: Vocabulary, flaws: FlawList): void => {
  if (vocabulary.event(type) === undefined)
    flaws.at('emit').add(`there is no event "${type}": ${suggest(type, vocabulary.eventTypes)}`);
  else checkEventData(type, data, vocabulary, flaws.at('data'));
};

const checkSimulate = (
  name: string,
  target: Readonly<Record<string, string>>,
  { simulators }: Vocabulary,
  flaws: FlawList,
): void => {
  if (simulators === undefined) return;
  const simulator = simulators.get(name);
  if (simulator === undefined) {
    flaws.at('simulate').add(`there is no simulator "${name}": ${suggest(name, simulators.keys())}`);
    return;
  }
  const { needs, takes } = simulator;
  const known = [...needs, ...takes];
  for (const key of Object.keys(target))
    if (!known.includes(key)) flaws.at('target', key).addKey(`${name} takes no "${key}": ${suggest(key, known)}`);
  for (const key of needs)
    if (target[key] === undefined)
      flaws
        .at('target')
        .add(`${name} needs ${key}: add it to target, for example from the request that enters the state of "from"`);
};
