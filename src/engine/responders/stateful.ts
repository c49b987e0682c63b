import type { Reply } from '../../kernel/http.ts';
import type { Contract } from '../contract/contract.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { Responder } from '../exchange/responder.ts';

/** Code that answers one operation from state instead of from the description alone. Refusals are thrown. */
export type Behaviour = (exchange: Validated) => Reply | Promise<Reply>;

/** By operationId. */
export type Behaviours = Readonly<Record<string, Behaviour>>;

/** Answers the operations that have a behaviour. A behaviour for an unknown operation stops the start. */
export const createStatefulResponder = (contract: Contract, behaviours: Behaviours): Responder => {
  const known = new Set(contract.operations.map(({ id }) => id));
  const unknown = Object.keys(behaviours).filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Error(`behaviours for operations that ${contract.file} does not have: ${unknown.join(', ')}`);
  return async (exchange) => {
    const { id } = exchange.operation;
    if (!Object.hasOwn(behaviours, id)) return undefined;
    const reply = await behaviours[id]?.(exchange);
    return reply === undefined ? undefined : { reply, source: 'stateful' };
  };
};
