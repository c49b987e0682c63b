import { type Json, type JsonObject, toNumbers } from '../../kernel/json.ts';
import type { EventDescription } from '../contract/contract.ts';
import type { EmittedEvent, EventScope } from '../message/event.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type ListRule, overlay } from './overlay.ts';
import type { Members } from './scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** What a sandbox can say of the things that the data of an event name. */
export interface SampleFacts {
  /** Members that are true of what the data name, and of the moment; they fill in what the data leave out. */
  readonly about: (work: Reading, type: string, data: Members) => Promise<Members>;
  /** What an event with these data is about. */
  readonly scopeOf: (work: Reading, data: Members) => Promise<EventScope>;
}

const NO_FACTS: SampleFacts = {
  about: () => Promise.resolve({}),
  scopeOf: () => Promise.resolve({}),
};

type Words = Pick<ScenarioSchema, 'errorsAt' | 'event'>;

/**
 * A whole event: the facts and the data laid over a sample of the description, that which agrees with them most of those
 * that they fit into. Where the data do not go with the facts, these are left out; where a list has elements with members
 * missing, they are filled in.
 */
export const toEvent = (
  { pointer, samples }: EventDescription,
  data: Members,
  { errorsAt }: Words,
  facts: Members = {},
): JsonObject => {
  const wanted = overlay(facts, data);
  const likeliest = samples
    .map((sample) => ({ sample: sample as Json, agreed: agreement(sample['data'] as Json, wanted) }))
    .sort((a, b) => b.agreed - a.agreed);
  const lay = (sample: Json, known: Members, lists?: ListRule): JsonObject =>
    overlay(overlay(sample, { data: known }), { data }, lists) as JsonObject;
  for (const lists of ['whole', 'filled'] as const)
    for (const known of [facts, {}])
      for (const { sample } of likeliest) {
        const event = lay(sample, known, lists);
        if (errorsAt(pointer, toNumbers(event)).length === 0) return event;
      }
  const [first] = likeliest;
  return first === undefined ? { data } : lay(first.sample, facts);
};

/** How many of the values that are wanted a sample has in the same places. */
const agreement = (sample: Json | undefined, wanted: Json | undefined): number => {
  if (typeof sample !== 'object' || sample === null || typeof wanted !== 'object' || wanted === null)
    return sample !== undefined && sample === wanted ? 1 : 0;
  return Object.entries(wanted as JsonObject).reduce(
    (sum, [key, value]) => sum + agreement((sample as JsonObject)[key], value),
    0,
  );
};

/** Makes the events of scenarios and of whoever asks for one: there is no other way to make a sample. */
export interface SampleMaker {
  readonly words: () => ScenarioSchema;
  /** A whole event with these data, without validation. */
  readonly make: (work: Reading, type: string, data: Members) => Promise<JsonObject>;
  /** Leaves an event with the data of a sample, and other members where they are given, in the outbox. */
  readonly emit: (work: UnitOfWork, type: string, data: Members) => Promise<EmittedEvent>;
}

export const createSampleMaker = (
  words: () => ScenarioSchema,
  { about, scopeOf }: SampleFacts = NO_FACTS,
): SampleMaker => {
  const make: SampleMaker['make'] = async (work, type, data) => {
    const event = words().event(type);
    return event === undefined ? { data } : toEvent(event, data, words(), await about(work, type, data));
  };
  return {
    words,
    make,
    emit: async (work, type, data) => {
      const { data: whole } = (await make(work, type, data)) as { readonly data: Members };
      return work.emit({ type, ...(await scopeOf(work, whole)), data: whole });
    },
  };
};
