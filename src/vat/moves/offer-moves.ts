import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { callOf } from '../api/behaviour.ts';
import { buyerBehaviours } from '../buyers/buyer-behaviours.ts';
import { documentBehaviours, uploadBehaviours } from '../documents/document-behaviours.ts';
import { invoiceBehaviours, paymentBehaviours } from '../orders/invoice-and-payment-behaviours.ts';
import { kycBehaviours } from '../kyc/kyc-verification.ts';
import { orderBehaviours } from '../orders/order-behaviours.ts';
import { transportBehaviours } from '../transport/transport-behaviours.ts';
import { viesBehaviours } from '../vies/run-check.ts';
import { jobHandlers } from '../behaviours.ts';
import { authorize } from '../policy/authorize.ts';
import { SIMULATORS } from '../simulators/simulators.ts';
import type { ClientMove, Move } from './move.ts';
import { type OrderScene, orderIn } from './order-scene.ts';
import { type Rehearsed, rehearse } from './rehearse.ts';
import { jobs } from '../../engine/sandbox/job.ts';

/** A move that the workflow allows, and what it leads to. */
export interface OfferedMove extends Rehearsed {
  readonly move: Move;
}

interface RefusedMove {
  readonly move: Move;
  readonly refusal: ProblemMembers;
}

/** Tries each move on the scene: the code that will handle it decides whether it is legal. */
export const offerMoves = async (
  scene: OrderScene,
  moves: readonly Move[],
  pause: Pause,
): Promise<{ readonly offered: readonly OfferedMove[]; readonly refused: readonly RefusedMove[] }> => {
  const offered: OfferedMove[] = [];
  const refused: RefusedMove[] = [];
  for (const move of moves) {
    try {
      offered.push({ move, ...(await rehearseMove(scene, move)) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ move, refusal: error.members });
    }
    await pause();
  }
  return { offered, refused };
};

/** Rejects with the refusal if the move is not legal. */
const rehearseMove = (scene: OrderScene, move: Move): Promise<Rehearsed> => {
  switch (move.kind) {
    case 'call':
      return rehearse(scene, (work) => call(work, scene, move));
    case 'simulator':
      return rehearse(scene, (work) => SIMULATORS.get(move.name)?.run(work, move.target));
    case 'clock': {
      const { job, by } = move;
      return rehearse(
        scene,
        async (work) => {
          if (job === undefined) return;
          work.remove(jobs, job);
          await jobHandlers[job.kind]?.(work, job);
        },
        scene.now + by,
      );
    }
  }
};

const BEHAVIOURS = {
  ...buyerBehaviours,
  ...documentBehaviours,
  ...invoiceBehaviours,
  ...kycBehaviours,
  ...orderBehaviours,
  ...paymentBehaviours,
  ...transportBehaviours,
  ...uploadBehaviours,
  ...viesBehaviours,
} as Readonly<Record<string, unknown>>;

const call = async (work: UnitOfWork, scene: OrderScene, move: ClientMove): Promise<void> => {
  const { seller } = orderIn(scene);
  authorize(scene.organization, 'sellerId' in move.path ? seller : undefined);
  const { upload } = move;
  const behaviour = BEHAVIOURS[move.operationId] as (request: unknown) => unknown;
  await behaviour(
    callOf(work, scene, {
      seller,
      path: move.path,
      body: upload === undefined ? move.body : upload.fields,
      files: upload === undefined ? [] : [upload.file],
    }),
  );
};
