import type { OrderMoves } from '../../../control/moves/order-moves.ts';
import type { Goal } from '../../../vat/moves/goal.ts';
import { type Schemas, defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** What can happen to an order next, and getting it there. */
export const moveBehaviours = (moves: OrderMoves) =>
  defineBehaviours({
    listOrderMoves: async ({ sandbox, path: { uuid }, origin }) => ok(await moves.next(sandbox, uuid, origin)),
    goToStatus: async ({ sandbox, path: { uuid }, body, origin }) =>
      ok(await moves.goTo(sandbox, uuid, toGoal(body), origin)),
  });

/** The description demands exactly one of the two. */
const toGoal = ({ status, verdict }: Schemas['OrderGoal']): Goal => {
  if (status !== undefined) return { status };
  if (verdict !== undefined) return { decision: verdict };
  throw new Error('a goal needs a status or a verdict');
};
