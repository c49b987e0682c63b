import type { Assumption } from '../../generated/assumptions-file.ts';
import {
  alternativesOf,
  type Choices,
  type Register,
  type RequestedChoices,
} from '../../engine/assumptions/register.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';

/** Assumptions of a sandbox where the API description is silent, and their alternatives. */
export const createSwitchboard = ({
  register,
  sandboxes,
}: {
  readonly register: Register;
  readonly sandboxes: Pick<Sandboxes, 'assume'>;
}) => ({
  /** All, or only those that have alternatives or not (`switchable`), and are switched to another one or not. */
  list: (
    { assumed }: Sandbox,
    { switchable, switched }: { readonly switchable?: boolean | undefined; readonly switched?: boolean | undefined },
  ) =>
    register.assumptions
      .map((assumption) => toShown(assumption, assumed.choices[assumption.id]))
      .filter((shown) => switchable === undefined || (shown.current !== null) === switchable)
      .filter((shown) => switched === undefined || (shown.current !== shown.chosen.id) === switched),
  /** Sets the named assumptions. Throws an `AssumptionError`. */
  change: async (sandbox: Sandbox, wishes: RequestedChoices): Promise<Choices> => {
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
