import type { Pause } from '../../kernel/time-slices.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { clientMoves } from './client-moves.ts';
import { type Move, clockMoves, simulatorMoves } from './move.ts';
import { type OrderScene, type Rehearsed, rehearse } from './order-scene.ts';

/** What may happen to the order next: calls of a client, what time brings, and what only the service can do. */
export const movesOf = (scene: OrderScene): readonly Move[] =>
  // Nothing affects a cancelled order any more, even if its buyer goes on trading.
  scene.order.status === 'CANCELLED'
    ? clientMoves(scene)
    : [...clientMoves(scene), ...clockMoves(scene), ...simulatorMoves(scene)];

/** A move that the workflow allows, and what it leads to. */
export interface OfferedMove extends Rehearsed {
  readonly move: Move;
}

/** Tries each move on the scene: the code that will handle it decides whether it is legal. */
export const offerMoves = async (scene: OrderScene, moves: readonly Move[], pause: Pause) => {
  const offered: OfferedMove[] = [];
  const refused: { readonly move: Move; readonly refusal: ProblemMembers }[] = [];
  for (const move of moves) {
    try {
      const now = scene.now + (move.kind === 'clock' ? move.by : 0);
      offered.push({ move, ...(await rehearse(scene, move.run, now)) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ move, refusal: error.members });
    }
    await pause();
  }
  return { offered, refused };
};
