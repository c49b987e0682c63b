import { type Json, type JsonObject, toNumbers } from '../../kernel/json.ts';
import type { EventDescription } from '../contract/contract.ts';
import type { EmittedEvent, EventScope } from '../message/event.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type ListRule, overlay } from './overlay.ts';
import type { Members } from './scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** Facts that a sandbox supplies about the resources named in the data of an event. */
export interface SampleFacts {
  /**
   * Facts about the resources named in the data, and about the current time; they fill in members that the data omit.
   */
  readonly about: (work: Reading, type: string, data: Members) => Members;
  /** The scope of an event with these data. */
  readonly scopeOf: (work: Reading, data: Members) => EventScope;
}

const NO_FACTS: SampleFacts = {
  about: () => ({}),
  scopeOf: () => ({}),
};

type Words = Pick<ScenarioSchema, 'errorsAt' | 'event'>;

/**
 * A complete event: the facts and the data, overlaid on a sample of the description. Of the samples that give a valid
 * event, the one that agrees with them most is used. Facts are omitted if no sample is valid with them; if still none
 * is, missing members of list elements are filled in.
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

/** The number of wanted values that a sample has at the same positions. */
const agreement = (sample: Json | undefined, wanted: Json | undefined): number => {
  if (typeof sample !== 'object' || sample === null || typeof wanted !== 'object' || wanted === null)
    return sample !== undefined && sample === wanted ? 1 : 0;
  return Object.entries(wanted as JsonObject).reduce(
    (sum, [key, value]) => sum + agreement((sample as JsonObject)[key], value),
    0,
  );
};

/** Creates sample events, for scenarios and on request: the only place where samples are created. */
export interface SampleMaker {
  readonly words: () => ScenarioSchema;
  /** A complete event with these data, not validated. */
  readonly make: (work: Reading, type: string, data: Members) => JsonObject;
  /** Puts an event into the outbox: the data of a sample, overridden by the given members. */
  readonly emit: (work: UnitOfWork, type: string, data: Members) => EmittedEvent;
}

export const createSampleMaker = (
  words: () => ScenarioSchema,
  { about, scopeOf }: SampleFacts = NO_FACTS,
): SampleMaker => {
  const make: SampleMaker['make'] = (work, type, data) => {
    const event = words().event(type);
    return event === undefined ? { data } : toEvent(event, data, words(), about(work, type, data));
  };
  return {
    words,
    make,
    emit: (work, type, data) => {
      const { data: whole } = make(work, type, data) as { readonly data: Members };
      return work.emit({ type, ...scopeOf(work, whole), data: whole });
    },
  };
};
