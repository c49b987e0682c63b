import type { OrderMoves } from '../../../control/moves/order-moves.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** What can happen to an order next, and getting it there. */
export const moveBehaviours = (moves: OrderMoves) =>
  defineBehaviours({
    listOrderMoves: async ({ sandbox, path: { uuid }, origin }) => ok(await moves.next(sandbox, uuid, origin)),
    goToStatus: async ({ sandbox, path: { uuid }, body, origin }) => ok(await moves.goTo(sandbox, uuid, body, origin)),
  });
