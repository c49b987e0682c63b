import type { AssumptionFilters, Switchboard } from '../../../control/assumptions/switchboard.ts';
import type { Choices } from '../../../engine/assumptions/assumption.ts';
import { AssumptionError, type Wishes } from '../../../engine/assumptions/register.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { toSentence } from '../../../kernel/sentence.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

type Query = ListQuery & AssumptionFilters;

/** The switchboard of a sandbox: what is assumed where the text of the API is silent. */
export const steerAssumptions = (switchboard: Switchboard): Behaviours => {
  const setBy = async (exchange: Validated, set: Switchboard['set']): Promise<Reply> => {
    const wishes = exchange.input.body as Wishes;
    const assumed = await refusing(wishes, () => set(sandboxOf(exchange), wishes));
    return { status: 200, headers: {}, content: jsonContent({ assumed }) };
  };
  return {
    listAssumptions: (exchange) => {
      const { switchable, switched, ...query } = exchange.input.parameters.query as Query;
      const wanted = readWanted(query);
      const found = switchboard.list(sandboxOf(exchange), { switchable, switched });
      const { page, limit } = wanted;
      return toListReply(found.slice(page * limit, (page + 1) * limit), wanted, found.length);
    },
    setAssumptions: (exchange) => setBy(exchange, switchboard.set),
    changeAssumptions: (exchange) => setBy(exchange, switchboard.change),
  };
};

/** What cannot be is said of the member that asks for it. */
const refusing = async (wishes: Wishes, work: () => Promise<Choices>): Promise<Choices> => {
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
