import { type Simulator, type Target, SIMULATORS } from '../simulators/simulators.ts';
import { viesServices } from '../vies/vies-check.ts';
import { clientMoves } from './client-moves.ts';
import type { Move, ClockMove, SimulatorMove } from './move.ts';
import { type OrderScene, orderIn, buyerIn, jobsIn, recordsIn } from './order-scene.ts';

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
      title: titleOf(scene, job.kind),
      job,
      by: Math.max(0, job.dueAt - scene.now),
    },
  ];
};

const titleOf = (scene: OrderScene, kind: string): string => {
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
