import { type Assumption, alternativesOf } from '../../../engine/assumptions/assumption.ts';
import { AssumptionError, type Register, type Wishes } from '../../../engine/assumptions/register.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import type { Sandboxes } from '../../../engine/sandbox/sandboxes.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { toSentence } from '../../../kernel/sentence.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

export interface AssumptionParts {
  readonly register: Register;
  readonly sandboxes: Pick<Sandboxes, 'assume'>;
}

interface Filters extends ListQuery {
  /** Only those that can be switched, or that cannot. */
  readonly switchable?: boolean;
  /** Only those that stand at another alternative than the chosen one. */
  readonly switched?: boolean;
}

/** The switchboard of a sandbox: what is assumed where the text of the API is silent. */
export const steerAssumptions = ({ register, sandboxes }: AssumptionParts): Behaviours => {
  const listAssumptions: Behaviour = (exchange) => {
    const { assumed } = sandboxOf(exchange);
    const { switchable, switched, ...query } = exchange.input.parameters.query as Filters;
    const wanted = readWanted(query);
    const { page, limit } = wanted;
    const found = register.assumptions
      .map((assumption) => toShown(assumption, assumed.choices[assumption.id]))
      .filter((shown) => switchable === undefined || (shown.current !== null) === switchable)
      .filter((shown) => switched === undefined || (shown.current !== shown.chosen.id) === switched);
    return toListReply(found.slice(page * limit, (page + 1) * limit), wanted, found.length);
  };

  const setAll =
    (start: (exchange: Validated) => Readonly<Record<string, string>>): Behaviour =>
    async (exchange) => {
      const sandbox = sandboxOf(exchange);
      const wishes = exchange.input.body as Wishes;
      await sandboxes.assume(
        sandbox,
        refusing(wishes, () => register.change(start(exchange), wishes)),
      );
      return { status: 200, headers: {}, content: jsonContent({ assumed: sandbox.assumed.choices }) };
    };

  return {
    listAssumptions,
    setAssumptions: setAll(() => register.initial.choices),
    changeAssumptions: setAll((exchange) => sandboxOf(exchange).assumed.choices),
  };
};

const toShown = (assumption: Assumption, current: string | undefined) => {
  const { id, question, chosen, chosenId = null, alternatives, where, why } = assumption;
  return {
    id,
    question: question.trim(),
    chosen: { id: chosenId, text: chosen.trim() },
    alternatives: alternatives.map((each) =>
      typeof each === 'string' ? { id: null, text: each } : { id: each.id, text: each.text },
    ),
    /** The name of what is assumed now; null where nothing can be switched to. */
    current: alternativesOf(assumption).length === 0 ? null : (current ?? chosenId),
    where,
    ...(why === undefined ? {} : { whyNot: why.trim() }),
  };
};

/** What cannot be is said of the member that asks for it. */
const refusing = <T>(wishes: Wishes, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AssumptionError)) throw error;
    const { id, message } = error;
    throw problem('validation-error', {
      detail: toSentence(`Nothing was switched: ${message}`),
      errors: [{ field: id, message, rejectedValue: wishes[id] ?? null }],
    });
  }
};
