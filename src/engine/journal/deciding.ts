import type { JournalEntry } from './journal-entry.ts';
import { type Assumption, type Choices, alternativesOf } from '../assumptions/assumption.ts';
import { type FinishedExchange, concerns } from '../assumptions/concern.ts';
import type { Register } from '../assumptions/register.ts';

/** An assumption that influenced the outcome of an exchange. */
export interface Decider {
  readonly id: string;
  /** The alternative assumed at the time of the exchange. */
  readonly assumed: string;
  readonly isChosen: boolean;
  /** The stage that it affects. */
  readonly stage: string;
}

/** Switchable assumptions only: the others are the same for every client. */
export const decidersOf = ({ assumptions, initial }: Register, entry: JournalEntry, stages: readonly string[]) => {
  const choices = entry.sandbox?.assumed ?? initial.choices;
  const seen = seenIn(entry);
  const stageOf = ({ where }: Assumption): string => where.find((name) => stages.includes(name)) ?? entry.endedAt;
  return assumptions.flatMap((assumption): Decider[] => {
    const { id, chosenId, decides = [] } = assumption;
    if (chosenId === undefined || !decides.some((concern) => concerns(concern, seen))) return [];
    const assumed = choices[id] ?? chosenId;
    return [{ id, assumed, isChosen: assumed === chosenId, stage: stageOf(assumption) }];
  });
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
export const seenIn = (entry: JournalEntry): FinishedExchange => {
  const { operation, method, status, refusal, endedAt, headers, rawHeaders, events } = entry;
  return {
    operation: operation?.id,
    method,
    status,
    problem: refusal?.type,
    fields: (refusal?.errors ?? []).map(({ field }) => field),
    stage: endedAt,
    headers,
    // Alternating names and values.
    sent: (name) => rawHeaders.some((text, index) => index % 2 === 0 && text.toLowerCase() === name),
    events,
  };
};
