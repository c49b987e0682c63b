import type { Pause } from '../../kernel/time-slices.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { clientMoves } from './client-moves.ts';
import { type Goal, awaitsVerification, createDistance, whyNot } from './goal.ts';
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
      offered.push({ move, ...(await rehearse(scene, move.run, scene.now + (move.by ?? 0))) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ move, refusal: error.members });
    }
    await pause();
  }
  return { offered, refused };
};

/** A unit of distance costs more than any preference between moves that lead as far. */
const UNIT = 1000;

/** A call of the client is preferred; a long advance affects everything else in the sandbox. */
const costOf = ({ kind, by = 0 }: Move): number =>
  ({ call: 0, clock: 1 + Math.floor(by / 3_600_000), simulator: 2 })[kind];

/** The move that brings the order closest to the goal; undefined if none brings it closer. */
export const findNextMove = async (scene: OrderScene, goal: Goal, pause: Pause): Promise<OfferedMove | undefined> => {
  const distanceOf = createDistance(scene, goal);
  const left = distanceOf(scene) ?? 0;
  if (left === 0 || whyNot(scene, goal) !== undefined) return undefined;
  const { offered } = await offerMoves(
    scene,
    movesOf(scene).filter(({ isPartial }) => isPartial !== true),
    pause,
  );
  const [best] = offered
    .map((offer) => ({ offer, distance: distanceOf(offer.after) ?? Infinity }))
    .filter(({ distance }) => distance < left)
    .map(({ offer, distance }) => ({ offer, cost: distance * UNIT + costOf(offer.move) }))
    .sort((one, other) => one.cost - other.cost);
  return (
    best?.offer ?? (awaitsVerification(scene, goal) ? offered.find(({ move }) => move.kind === 'clock') : undefined)
  );
};
