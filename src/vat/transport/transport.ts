import { violation, problem } from '../policy/problem.ts';
import { moveOrder } from '../orders/order-steps.ts';
import type { MilestoneRecord, OrderRecord, VinRecord } from '../orders/order.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { show } from '../api/show.ts';

/** Transport status of one vehicle. */
export const transportStatusOf = ({ pickup, delivery }: VinRecord): 'NOT_STARTED' | 'IN_TRANSIT' | 'DELIVERED' =>
  delivery !== undefined ? 'DELIVERED' : pickup !== undefined ? 'IN_TRANSIT' : 'NOT_STARTED';

type TransportStatus = ReturnType<typeof transportStatusOf>;

/** Transport statuses from which a step is possible. */
type StartStatus = Exclude<TransportStatus, 'DELIVERED'>;

/**
 * The VINs of a step: those named in the request, which must all have the required status, or all VINs that have it.
 * Throws 422 for a VIN outside the order, 409 for one with another status.
 */
export const selectVins = (
  order: OrderRecord,
  requested: readonly string[] | undefined,
  from: StartStatus,
  step: string,
): readonly string[] => {
  const statusOf = (vin: string): TransportStatus | undefined => {
    const found = order.vins.find((record) => record.vin === vin);
    return found === undefined ? undefined : transportStatusOf(found);
  };
  if (requested !== undefined) {
    for (const [index, vin] of requested.entries()) {
      const status = statusOf(vin);
      if (status === undefined) throw violation(`vins[${String(index)}]`, `is not a VIN of order ${order.uuid}`, vin);
      if (status !== from) throw wrongTransportStatus(vin, status, step);
    }
    return [...new Set(requested)];
  }
  const eligible = order.vins.filter((record) => transportStatusOf(record) === from).map(({ vin }) => vin);
  if (eligible.length > 0) return [...new Set(eligible)];
  const [first] = order.vins;
  if (first === undefined) throw new Error(`order ${order.uuid} has no VIN`);
  throw wrongTransportStatus(first.vin, transportStatusOf(first), step);
};

/** The vehicle's transport status does not allow the step: NOT_STARTED is too early, any other too late. */
const wrongTransportStatus = (vin: string, status: TransportStatus, step: string): Error => {
  const isEarly = status === 'NOT_STARTED';
  return problem(isEarly ? 'milestone-not-reached' : 'milestone-already-set', {
    detail: `${step}: ${vin} is ${isEarly ? `${status} and must be picked up first` : `already ${status}`}.`,
    extensions: { vin, transportStatus: status },
  });
};

const withVins = (
  order: OrderRecord,
  chosen: readonly string[],
  change: (vin: VinRecord) => VinRecord,
): OrderRecord => ({
  ...order,
  vins: order.vins.map((record) => (chosen.includes(record.vin) ? change(record) : record)),
});

export const confirmPickup = (order: OrderRecord, vins: readonly string[], pickup: MilestoneRecord): OrderRecord =>
  withVins(moveOrder('confirmPickup', order, 'TRANSPORT_IN_PROGRESS'), vins, (record) =>
    record.pickup === undefined ? { ...record, pickup } : record,
  );

/** "Pickup can be re-confirmed with corrected data; revocation is audited." */
export const revokePickup = (
  order: OrderRecord,
  vins: readonly string[],
  { reason, now }: { readonly reason: string; readonly now: number },
): OrderRecord => {
  const revoked = withVins(order, vins, (record) => {
    if (record.delivery !== undefined) return record;
    const { pickup: _pickup, ...rest } = record;
    return rest;
  });
  const { transport } = order;
  const isAnyPickedUp = revoked.vins.some(({ pickup }) => pickup !== undefined);
  return {
    ...moveOrder('revokePickup', revoked, isAnyPickedUp ? 'TRANSPORT_IN_PROGRESS' : 'READY_FOR_PICKUP'),
    transport: { ...transport, revocations: [...transport.revocations, { vins, reason, revokedAt: now }] },
  };
};

export const confirmDelivery = (
  order: OrderRecord,
  vins: readonly string[],
  delivery: MilestoneRecord,
): OrderRecord => {
  const delivered = withVins(order, vins, (record) =>
    record.delivery === undefined && record.pickup !== undefined ? { ...record, delivery } : record,
  );
  const isAllDelivered = delivered.vins.every((record) => record.delivery !== undefined);
  return moveOrder('confirmDelivery', delivered, isAllDelivered ? 'TRANSPORT_COMPLETED' : 'TRANSPORT_IN_PROGRESS');
};

/** "Some VINs delivered while others in transit: overall transport status `PARTIAL`." Assumption: transport-shape. */
export const overallStatusOf = ({ vins }: OrderRecord): 'NOT_STARTED' | 'IN_TRANSIT' | 'PARTIAL' | 'DELIVERED' => {
  const statuses = vins.map(transportStatusOf);
  if (statuses.every((status) => status === 'DELIVERED')) return 'DELIVERED';
  if (statuses.includes('DELIVERED')) return 'PARTIAL';
  return statuses.includes('IN_TRANSIT') ? 'IN_TRANSIT' : 'NOT_STARTED';
};

/** The transport of an order as the API shows it. */
export const toTransport = (order: OrderRecord): Schemas['Transport'] => ({
  orderUuid: order.uuid,
  status: overallStatusOf(order),
  vins: order.vins.map((record) => ({
    vin: record.vin,
    status: transportStatusOf(record),
    ...show(record, 'pickup', 'delivery'),
  })),
  revocations: order.transport.revocations.map(({ vins, reason, revokedAt }) => ({
    vins: [...vins],
    reason,
    revokedAt: toIsoDateTime(revokedAt),
  })),
  version: order.transport.version,
  updatedAt: toIsoDateTime(order.transport.updatedAt),
});
