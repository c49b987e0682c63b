import { type Json, type JsonObject, toNumbers, isObject } from '../../kernel/json.ts';
import type { Contract, EventDescription } from '../contract/contract.ts';
import type { EmittedEvent, EventScope } from '../message/message.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { CONVENTIONS } from '../../generated/conventions.ts';
import type { Members } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import type { Problem, Violation } from '../../kernel/problem.ts';
import { invalidMember, problem } from '../problems/problem.ts';
import { toViolations } from '../validation/violations.ts';
import { formatPath } from '../../kernel/path.ts';
import { isCalled, letters } from '../matching/names.ts';
import { suggest, suggestFromAll } from '../matching/nearest.ts';
import { unknownMembers } from '../validation/unknown-members.ts';
import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import { partsOf } from '../contract/walk-schema.ts';
import { events } from '../sandbox/event.ts';

/** Facts that a sandbox supplies about the resources named in the data of an event. */
export interface SampleFacts {
  /**
   * Facts about the resources named in the data, and about the current time; they fill in members that the data omit.
   */
  readonly about: (work: Reading, type: string, data: Members) => Members;
  /** The scope of an event with these data. */
  readonly scopeOf: (work: Reading, data: Members) => EventScope;
}

/**
 * A complete event: the facts and the data, overlaid on a sample of the description. Of the samples that give a valid
 * event, the one that agrees with them most is used. Facts are omitted if no sample is valid with them; if still none
 * is, missing members of list elements are filled in.
 */
export const toEvent = (
  { pointer, examples, isBare = false }: EventDescription,
  data: Members,
  { errorsAt }: Pick<ScenarioSchema, 'errorsAt'>,
  facts: Members = {},
): JsonObject => {
  const wanted = overlay(facts, data);
  const likeliest = examples
    .map(({ value }) => value as JsonObject)
    .map((sample) => ({ sample, agreed: agreement(isBare ? sample : sample['data'], wanted) }))
    .sort((a, b) => b.agreed - a.agreed);
  const inBody = (members: Members): Json => (isBare ? members : { data: members });
  const lay = (sample: Json, known: Members, lists?: ListRule): JsonObject =>
    overlay(overlay(sample, inBody(known)), inBody(data), lists) as JsonObject;
  for (const lists of ['whole', 'filled'] as const)
    for (const known of [facts, {}])
      for (const { sample } of likeliest) {
        const event = lay(sample, known, lists);
        if (errorsAt(pointer, toNumbers(event)).length === 0) return event;
      }
  const [first] = likeliest;
  return first === undefined ? (inBody(data) as JsonObject) : lay(first.sample, facts);
};

/** The number of wanted values that a sample has at the same positions. */
const agreement = (sample: Json | undefined, wanted: Json | undefined): number => {
  if (typeof sample !== 'object' || sample === null || typeof wanted !== 'object' || wanted === null)
    return sample !== undefined && sample === wanted ? 1 : 0;
  return Object.entries(wanted as JsonObject).reduce(
    (sum, [key, value]) => sum + agreement((sample as JsonObject)[key], value),
    0,
  );
};

export type SampleMaker = ReturnType<typeof createSampleMaker>;

/** Creates sample events, for scenarios and on request: the only place where samples are created. */
export const createSampleMaker = (
  words: ScenarioSchema,
  { about, scopeOf }: SampleFacts,
  generate: (event: EventDescription, type: string) => Promise<unknown>,
) => {
  /** Of events without a sample in the description. */
  const generated = new Map<string, EventDescription['examples']>();
  const make = (work: Reading, type: string, data: Members): JsonObject => {
    const event = words.contract.events.get(type);
    if (event === undefined) return { data };
    const examples = event.examples.length > 0 ? event.examples : (generated.get(type) ?? []);
    return toEvent({ ...event, examples }, data, words, about(work, type, data));
  };
  return {
    words,
    /** Resolves once there is a sample of this type; undefined if there is. */
    ready: (type: string): Promise<void> | undefined => {
      const event = words.contract.events.get(type);
      if (event === undefined || event.examples.length > 0 || generated.has(type)) return undefined;
      return generate(event, type).then(
        (value) => void generated.set(type, isObject(value) ? [{ name: 'generated', value }] : []),
      );
    },
    /** A complete event with these data, not validated. */
    make,
    fits: (type: string, body: JsonObject): boolean => {
      const { contract, errorsAt } = words;
      return errorsAt(contract.events.get(type)?.pointer ?? '#', toNumbers(body)).length === 0;
    },
    /** Puts an event into the outbox: the data of a sample, overridden by the given members. */
    emit: (work: UnitOfWork, type: string, data: Members): EmittedEvent => {
      const made = make(work, type, data);
      const isBare = words.contract.events.get(type)?.isBare === true;
      const whole = (isBare ? made : made['data']) as Members;
      return work.emit({ type, ...scopeOf(work, whole), data: whole, chosen: Object.keys(data) });
    },
  };
};

/** Maximum number of violations: more would hide the first. */
const MOST_VIOLATIONS = 20;

const refuse = (what: string, violations: readonly Violation[]): Problem => {
  const [first] = violations;
  return problem('validation-error', {
    detail: `${what}: ${first?.field ?? ''} ${(first?.message ?? '').replace(/[.?]?$/, (end) => end || '.')}`,
    errors: violations.slice(0, MOST_VIOLATIONS),
  });
};

/** The description of an event; throws 422 with suggestions if there is none. */
export const needEvent = (
  type: string,
  { contract: { events } }: { readonly contract: Pick<Contract, 'events'> },
): EventDescription => {
  const found = events.get(type);
  if (found !== undefined) return found;
  const hint = suggestFromAll(type, events.keys());
  throw invalidMember('type', `is not an event type: ${hint}`, type, `Unknown event "${type.slice(0, 64)}": ${hint}.`);
};

/** The members of its data, at any depth, that an event does not define. */
export const unknownInEvent = (data: Members, { pointer, isBare = false }: EventDescription, { document }: Contract) =>
  unknownMembers(data, { document, pointer, within: isBare ? [] : ['data'] });

/** Throws 422 if the data have members at any depth that the event does not define, with suggestions. */
export const checkMembers = (
  type: string,
  data: Members,
  event: EventDescription,
  { contract }: ScenarioSchema,
): void => {
  const unknown = unknownInEvent(data, event, contract);
  if (unknown.length === 0) return;
  throw refuse(
    `The data does not match ${type}`,
    unknown.map(({ path, value, known }) => ({
      field: formatPath(['data', ...path]),
      message: `is unknown: ${suggest(String(path.at(-1)), known)}`,
      rejectedValue: typeof value === 'object' ? null : value,
    })),
  );
};

/** Throws 422 if an event does not match its description. */
export const checkFits = (
  type: string,
  event: JsonObject,
  { pointer, isBare = false }: EventDescription,
  { errorsAt }: ScenarioSchema,
): void => {
  const errors = errorsAt(pointer, toNumbers(event));
  if (errors.length === 0) return;
  const inCall = ({ field, ...rest }: Violation) => ({ ...rest, field: field === '' ? 'data' : `data.${field}` });
  const violations = toViolations(errors, event);
  throw refuse(`The data does not match ${type}`, isBare ? violations.map(inCall) : violations);
};

/**
 * `whole`: a list replaces the list below it; `filled`: members that its objects omit are filled in from the objects
 * below.
 */
type ListRule = 'whole' | 'filled';

/**
 * Overlays one value on another: objects are merged member by member, lists according to `lists`, anything else is
 * replaced.
 */
export const overlay = (below: Json, above: Json | undefined, lists: ListRule = 'whole'): Json => {
  if (above === undefined) return below;
  if (lists === 'filled' && Array.isArray(above)) return fillElements(below, above as readonly Json[]);
  if (!isObject(below) || !isObject(above)) return above;
  const members = new Map<string, Json>();
  for (const [key, member] of Object.entries(below)) members.set(key, member ?? null);
  for (const [key, member] of Object.entries(above)) members.set(key, overlay(members.get(key) ?? null, member, lists));
  return Object.fromEntries(members);
};

const fillElements = (below: Json, above: readonly Json[]): Json => {
  const samples: readonly Json[] = Array.isArray(below) ? below : [];
  return above.map((element, index) =>
    isObject(element) ? overlay(samples[index] ?? samples.at(-1) ?? null, element, 'filled') : element,
  );
};

/**
 * What a sandbox knows of an event of any API: its id, type and time, if its body has an envelope around the payload. In a body
 * without one, these members are those of the thing itself.
 */
export const anyEventFacts = ({ document, events: described }: Contract) => {
  const shapes = shapesOf(document);
  const { payloads, ids, types: kinds, times } = CONVENTIONS.events.envelope;

  const factOf = (name: string, schema: unknown, work: Reading, type: string): Json | undefined => {
    const types = shapes.typesOf(schema);
    const isText = types.size === 0 || types.has('string');
    if (isCalled(name, times)) return isText ? toIsoDateTime(work.now) : Math.floor(work.now / 1000);
    if (!isText) return undefined;
    if (isCalled(name, kinds)) return shapes.listedIn(schema) === undefined ? type : undefined;
    if (!isCalled(name, ids)) return undefined;
    // As many as there are events before it, so that each has its own, and the same in each run.
    const { total } = work.page(events, { page: 0, size: 1 });
    const random = createRandom(`${type}/${work.now}/${total}`);
    const isUuid = [...partsOf(document, schema)].some(({ format }) => format === 'uuid');
    return isUuid ? drawUuid(random) : drawPrefixedId('evt_', random);
  };

  return {
    about: (work: Reading, type: string): Readonly<Record<string, Json>> => {
      const event = described.get(type);
      const members = event === undefined ? [] : [...shapes.membersOf({ $ref: event.pointer })];
      const showsThing = members.some(([, schema]) => shapes.memberOf(schema, 'id') !== undefined);
      const hasEnvelope = members.some(
        ([name]) => isCalled(name, payloads) || (isCalled(name, kinds) && (letters(name) !== 'type' || showsThing)),
      );
      if (!hasEnvelope) return {};
      return Object.fromEntries(
        members.flatMap(([name, schema]) => {
          const value = factOf(name, schema, work, type);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    },
    scopeOf: () => ({}),
  };
};
