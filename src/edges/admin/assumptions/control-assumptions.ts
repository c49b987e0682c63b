import type { Switchboard } from '../../../control/assumptions/switchboard.ts';
import type { Choices } from '../../../engine/assumptions/assumption.ts';
import { AssumptionError, type RequestedChoices } from '../../../engine/assumptions/register.ts';
import { problem } from '../../../engine/problems/problem.ts';
import { toSentence } from '../../../kernel/sentence.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Operations on the assumptions of a sandbox, where the API description is silent. */
export const controlAssumptions = (switchboard: Switchboard) =>
  defineBehaviours({
    listAssumptions: ({ sandbox, query: { switchable, switched, ...query } }) => {
      const wanted = readWanted(query);
      const found = switchboard.list(sandbox, { switchable, switched });
      const { page, limit } = wanted;
      return toListOutcome(found.slice(page * limit, (page + 1) * limit), wanted, found.length);
    },
    setAssumptions: async ({ sandbox, body }) =>
      ok({ assumed: await refusing(body, () => switchboard.set(sandbox, body)) }),
    changeAssumptions: async ({ sandbox, body }) =>
      ok({ assumed: await refusing(body, () => switchboard.change(sandbox, body)) }),
  });

/** Reports an invalid choice as a violation of the member that contains it. */
const refusing = async (wishes: RequestedChoices, work: () => Promise<Choices>): Promise<Choices> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AssumptionError)) throw error;
    const { id, message } = error;
    throw problem('validation-error', {
      detail: toSentence(`Nothing was switched: ${message}`),
      errors: [{ field: id, message, rejectedValue: wishes[id] ?? null }],
    });
  }
};
