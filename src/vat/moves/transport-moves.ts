import { toIsoDateTime } from '../../kernel/clock.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import type { VinRecord } from '../orders/order.ts';
import { transportStatusOf } from '../transport/transport.ts';
import { type OrderScene, documentsIn, orderIn } from './order-scene.ts';
import type { ClientMove } from './move.ts';
import { nameVehicles } from './name-vehicles.ts';
import { usualDelivery, usualPickup } from './pace.ts';

/** Pickups and deliveries: of all vehicles that are ready for them, or of one alone. */
export const transportMoves = (scene: OrderScene): readonly ClientMove[] => {
  const order = orderIn(scene);
  const { vins } = order;
  const waiting = vins.filter((vin) => transportStatusOf(vin) === 'NOT_STARTED');
  const travelling = vins.filter((vin) => transportStatusOf(vin) === 'IN_TRANSIT');
  return [
    ...stepsFor(scene, waiting, 'confirmPickup', 'Confirm the pickup of', (chosen) => ({
      pickedUpAt: toIsoDateTime(beforeEvidence(scene, chosen, ['CMR', 'PICKUP_DECLARATION'])),
    })).map((move) => ({ ...move, usuallyAt: usualPickup(order) })),
    ...stepsFor(scene, travelling, 'confirmDelivery', 'Confirm the delivery of', (chosen) => ({
      deliveredAt: toIsoDateTime(
        Math.max(beforeEvidence(scene, chosen, ['DELIVERY_DECLARATION']), ...chosen.map(pickedUpAt)),
      ),
    })).map((move) => ({ ...move, usuallyAt: usualDelivery(travelling) })),
    ...stepsFor(scene, travelling, 'revokePickup', 'Revoke the pickup of', () => ({
      reason: 'The carrier took the wrong vehicle.',
    })),
  ];
};

/** Now, or when the first paper about it was uploaded: what is signed has happened. */
const beforeEvidence = (
  scene: OrderScene,
  chosen: readonly VinRecord[],
  types: readonly ('CMR' | 'PICKUP_DECLARATION' | 'DELIVERY_DECLARATION')[],
): number => {
  const documents = documentsIn(scene);
  const uploads = types.flatMap((type) =>
    chosen.map(({ vin }) => evidenceFor(vin, type, documents)?.createdAt ?? scene.now),
  );
  return Math.min(scene.now, ...uploads);
};

/** Clients state this time, and may state one that is still to come. */
const pickedUpAt = ({ pickup }: VinRecord): number => (pickup === undefined ? 0 : Date.parse(pickup.confirmedAt));

const stepsFor = (
  scene: OrderScene,
  eligible: readonly VinRecord[],
  operationId: 'confirmPickup' | 'confirmDelivery' | 'revokePickup',
  verb: string,
  detailOf: (chosen: readonly VinRecord[]) => object,
): readonly ClientMove[] => {
  const all = orderIn(scene).vins;
  const whole: ClientMove = {
    kind: 'call',
    id: operationId,
    title: `${verb} ${nameVehicles(eligible.length === 0 ? all : eligible, all.length)}`,
    operationId,
    path: {},
    body: { orderUuid: scene.orderUuid, ...detailOf(eligible) },
  };
  const [first, ...others] = eligible;
  if (first === undefined || others.length === 0) return [whole];
  return [
    whole,
    {
      ...whole,
      id: `${operationId}/${first.vin}`,
      title: `${verb} ${first.vin} alone`,
      body: { orderUuid: scene.orderUuid, vins: [first.vin], ...detailOf([first]) },
      isPartial: true,
    },
  ];
};
