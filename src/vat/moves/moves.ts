import type { ClientMove, ClockMove, Move, SimulatorMove } from './move.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import { type Target, type Simulator, SIMULATORS } from '../simulators/simulators.ts';
import { viesServices } from '../vies/vies-check.ts';
import { clientMoves } from './client-moves.ts';
import { type OrderScene, orderIn, buyerIn, jobsIn, recordsIn, type Rehearsed, rehearse } from './order-scene.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { Problem, type ProblemMembers } from '../../kernel/problem.ts';
import { callNamedOperation, jobHandlers } from '../behaviours.ts';
import { authorize } from '../policy/authorize.ts';

/** What may happen to the order next: calls of a client, what time brings, and what only the service can do. */
export const movesOf = (scene: OrderScene): readonly Move[] =>
  // Nothing affects a cancelled order any more, even if its buyer goes on trading.
  orderIn(scene).status === 'CANCELLED'
    ? clientMoves(scene)
    : [...clientMoves(scene), ...clockMoves(scene), ...simulatorMoves(scene)];

/** The simulators that concern the order or its buyer. */
const simulatorMoves = (scene: OrderScene): readonly SimulatorMove[] =>
  [...SIMULATORS.values()]
    .filter(({ name }) => isSensible(name, scene))
    .map((simulator) => ({
      kind: 'simulator',
      id: `simulator/${simulator.name}`,
      title: simulator.title,
      name: simulator.name,
      target: targetOf(simulator, scene),
    }));

const targetOf = ({ needs, takes }: Simulator, scene: OrderScene): Target => {
  const { uuid, buyerId } = orderIn(scene);
  return {
    ...(needs.includes('orderUuid') ? { orderUuid: uuid } : {}),
    ...(needs.includes('buyerUuid') ? { buyerUuid: buyerId } : {}),
    ...(takes.includes('country') ? { country: countryOf(scene) } : {}),
  };
};

const countryOf = (scene: OrderScene): string => buyerIn(scene).vatNumber.slice(0, 2);

/** An outage is always possible, but one is enough. */
const isSensible = (name: string, scene: OrderScene): boolean => {
  if (name !== 'vies_outage' && name !== 'vies_recovery') return true;
  const own = countryOf(scene);
  const isDown = recordsIn(scene, viesServices).some(({ outages }) =>
    outages.some(({ country, until = Infinity }) => country === own && until > scene.now),
  );
  return isDown === (name === 'vies_recovery');
};

/** The clock advances to what is due next to the order or its buyer; none if nothing is. */
const clockMoves = (scene: OrderScene): readonly ClockMove[] => {
  const [job] = jobsIn(scene);
  if (job === undefined) return [];
  return [
    {
      kind: 'clock',
      id: `clock/${job.kind}`,
      title: clockTitle(scene, job.kind),
      job,
      by: Math.max(0, job.dueAt - scene.now),
    },
  ];
};

const clockTitle = (scene: OrderScene, kind: string): string => {
  const { companyName, vatNumber } = buyerIn(scene);
  switch (kind) {
    case 'vies-check':
      return `Let VIES answer the check of ${vatNumber}`;
    case 'vies-repeat':
      return `Let the check of ${vatNumber} be repeated`;
    case 'vies-recheck':
      return `Let the daily VIES check of ${vatNumber} begin`;
    default:
      return `Let the verification of ${companyName} end`;
  }
};

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

const call = async (
  work: UnitOfWork,
  scene: OrderScene,
  { operationId, path, body, upload }: ClientMove,
): Promise<void> => {
  const { seller } = orderIn(scene);
  authorize(scene.organization, 'sellerId' in path ? seller : undefined);
  const sent = upload === undefined ? { body, files: [] } : { body: upload.fields, files: [upload.file] };
  await callNamedOperation(work, scene, operationId, { seller, path, ...sent });
};
