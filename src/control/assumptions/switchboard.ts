import {
  alternativesOf,
  type Assumption,
  type Choices,
  type Register,
  type RequestedChoices,
} from '../../engine/assumptions/register.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';

/** Assumptions of a sandbox where the API description is silent, and their alternatives. */
export interface Switchboard {
  readonly list: (sandbox: Sandbox, filters: AssumptionFilters) => readonly ShownAssumption[];
  /** Sets the named assumptions. Throws an `AssumptionError`. */
  readonly change: (sandbox: Sandbox, wishes: RequestedChoices) => Promise<Choices>;
}

interface AssumptionFilters {
  /** Filter: only assumptions with alternatives, or only those without. */
  readonly switchable?: boolean | undefined;
  /** Filter: only assumptions switched to another alternative, or only those that are not. */
  readonly switched?: boolean | undefined;
}

type ShownAssumption = ReturnType<typeof toShown>;

interface SwitchboardParts {
  readonly register: Register;
  readonly sandboxes: Pick<Sandboxes, 'assume'>;
}

export const createSwitchboard = ({ register, sandboxes }: SwitchboardParts): Switchboard => ({
  list: ({ assumed }, { switchable, switched }) =>
    register.assumptions
      .map((assumption) => toShown(assumption, assumed.choices[assumption.id]))
      .filter((shown) => switchable === undefined || (shown.current !== null) === switchable)
      .filter((shown) => switched === undefined || (shown.current !== shown.chosen.id) === switched),
  change: async (sandbox, wishes) => {
    await sandboxes.assume(sandbox, register.change(sandbox.assumed.choices, wishes));
    return sandbox.assumed.choices;
  },
});

const toShown = (assumption: Assumption, current: string | undefined) => {
  const { id, question, chosen, chosenId = null, alternatives, where, why } = assumption;
  return {
    id,
    question: question.trim(),
    chosen: { id: chosenId, text: chosen.trim() },
    alternatives: alternatives.map((each) =>
      typeof each === 'string' ? { id: null, text: each } : { id: each.id, text: each.text },
    ),
    /** Id of the current alternative; null if there are no alternatives. */
    current: alternativesOf(assumption).length === 0 ? null : (current ?? chosenId),
    where,
    ...(why === undefined ? {} : { whyNot: why.trim() }),
  };
};
