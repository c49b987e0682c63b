import type { Choice } from '../../generated/assumption-choices.ts';
import type { Amendment } from './amendment.ts';
import { type Assumption, type Choices, alternativesOf } from './assumption.ts';
import type { EventAmendment } from './event-amendment.ts';

/**
 * The assumptions of one sandbox where they differ from the defaults. Precomputed when they are set, so that a check is
 * a single lookup.
 */
export interface Assumed {
  readonly choices: Choices;
  readonly has: (choice: Choice) => boolean;
  /** In the order of the register. */
  readonly amendments: readonly Amendment[];
  /** Amendments to the bodies of deliveries. */
  readonly eventAmendments: readonly EventAmendment[];
  /** Merge patches to the description, by pointer. */
  readonly patches: readonly (readonly [pointer: string, patch: unknown])[];
  /** Identifies the set of patches; empty if there are none. */
  readonly variant: string;
}

/** Compared by identity, so that the default case has no cost. */
export const NOTHING_ASSUMED: Assumed = {
  choices: {},
  has: () => false,
  amendments: [],
  eventAmendments: [],
  patches: [],
  variant: '',
};

/** Values that apply instead of the usual one where a choice is assumed; the first that matches. */
export type Alternatives<T> = readonly (readonly [Choice, T])[];

export const alternativeIn = <T>(assumed: Assumed, alternatives: Alternatives<T>, usual: T): T =>
  alternatives.find(([choice]) => assumed.has(choice))?.[1] ?? usual;

export const toAssumed = (assumptions: readonly Assumption[], choices: Choices): Assumed => {
  const chosen = assumptions.flatMap((assumption) => {
    const id = choices[assumption.id];
    const alternative = alternativesOf(assumption).find((each) => each.id === id);
    return alternative === undefined ? [] : [{ key: `${assumption.id}=${alternative.id}`, ...alternative }];
  });
  if (chosen.length === 0) return NOTHING_ASSUMED;
  const keys = new Set(chosen.map(({ key }) => key));
  const patched = chosen.filter(({ description }) => description !== undefined);
  return {
    choices: Object.fromEntries([...keys].map((key) => key.split('=') as [string, string])),
    has: (choice) => keys.has(choice),
    amendments: chosen.flatMap(({ answers = [] }) => answers),
    eventAmendments: chosen.flatMap(({ events = [] }) => events),
    patches: patched.flatMap(({ description = {} }) => Object.entries(description)),
    variant: patched.map(({ key }) => key).join(),
  };
};
