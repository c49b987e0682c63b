import { clientMoves } from './client-moves.ts';
import type { Move } from './move.ts';
import { type OrderScene, orderIn } from './order-scene.ts';
import { clockMoves, simulatorMoves } from './service-moves.ts';

/** What may happen to the order next: calls of a client, what time brings, and what only the service can do. */
export const movesOf = (scene: OrderScene): readonly Move[] =>
  // Nothing affects a cancelled order any more, even if its buyer goes on trading.
  orderIn(scene).status === 'CANCELLED'
    ? clientMoves(scene)
    : [...clientMoves(scene), ...clockMoves(scene), ...simulatorMoves(scene)];
