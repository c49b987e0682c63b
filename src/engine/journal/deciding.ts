import type { Explanation } from '../../generated/control-schemas.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { headerLines } from '../../kernel/http.ts';
import type { JournalEntry } from './journal-entry.ts';
import { type Choices, alternativesOf } from '../assumptions/assumption.ts';
import { type FinishedExchange, concerns, namesRefusals } from '../assumptions/concern.ts';
import type { Register } from '../assumptions/register.ts';

type DecidingAssumption = NonNullable<Explanation['stages'][number]['assumptions']>[number];

/**
 * The assumptions that influenced the outcome of an exchange, by the stage that they affect. Switchable ones only: the
 * others are the same for every client.
 */
export const decidersOf = (
  { assumptions, initial }: Register,
  entry: JournalEntry,
  stages: readonly string[],
): ReadonlyMap<string, readonly DecidingAssumption[]> => {
  const choices = entry.sandbox?.assumed ?? initial.choices;
  const seen = seenIn(entry);
  const deciders = new Map<string, DecidingAssumption[]>();
  for (const { id, chosenId, decides = [], where } of assumptions) {
    const mayDecide = entry.refusal === undefined ? decides : decides.filter(namesRefusals);
    if (chosenId === undefined || !mayDecide.some((concern) => concerns(concern, seen))) continue;
    const assumed = choices[id] ?? chosenId;
    const stage = where.find((name) => stages.includes(name)) ?? entry.endedAt;
    const decider = { id, assumed, isChosen: assumed === chosenId, docs: `docs/assumptions.md#${id}` };
    getOrInsert(deciders, stage, () => []).push(decider);
  }
  return deciders;
};

/** Alternatives that could have changed one of these exchanges or their effects, in the order of the register. */
export const alternativesFor = ({ assumptions }: Register, entries: readonly JournalEntry[]): readonly Choices[] => {
  const seen = entries.map(seenIn);
  return assumptions
    .filter(({ decides = [], bearsOn = [] }) =>
      [...decides, ...bearsOn].some((concern) => seen.some((one) => concerns(concern, one))),
    )
    .flatMap((assumption) => alternativesOf(assumption).map(({ id }) => ({ [assumption.id]: id })));
};

/** The facts of a recorded exchange that assumptions depend on. */
const seenIn = (entry: JournalEntry): FinishedExchange => {
  const { operation, method, status, refusal, endedAt, headers, rawHeaders, events } = entry;
  return {
    operation: operation?.id,
    method,
    status,
    problem: refusal?.type,
    fields: (refusal?.errors ?? []).map(({ field }) => field),
    messages: (refusal?.errors ?? []).map(({ message }) => message),
    stage: endedAt,
    headers,
    sent: (name) => headerLines(rawHeaders, name).length > 0,
    events,
  };
};
