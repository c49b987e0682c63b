import type { UnitOfWork } from '../../engine/sdk.ts';
import { parseDateTime, toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { findAuthorized } from '../api/find-record.ts';
import { show } from '../api/show.ts';
import { checkOrderUnblocked } from '../compliance/judge.ts';
import { settleOrder } from '../compliance/settle-order.ts';
import { isLater } from '../compliance/warnings.ts';
import { checkReference } from '../documents/document.ts';
import { ORDER_STEPS, checkStep, moveOrder } from '../orders/order-steps.ts';
import { type MilestoneRecord, type OrderRecord, type VinRecord, orders } from '../orders/order.ts';
import { problem, violation } from '../policy/problem.ts';

/** Transport status of one vehicle. */
export const transportStatusOf = ({ pickup, delivery }: VinRecord): 'NOT_STARTED' | 'IN_TRANSIT' | 'DELIVERED' =>
  delivery !== undefined ? 'DELIVERED' : pickup !== undefined ? 'IN_TRANSIT' : 'NOT_STARTED';

type TransportStatus = ReturnType<typeof transportStatusOf>;

/**
 * The VINs of a step: those named in the request, which must all have the required status, or all VINs that have it.
 * Throws 422 for a VIN outside the order, 409 for one with another status.
 */
export const selectVins = (
  order: OrderRecord,
  requested: readonly string[] | undefined,
  from: Exclude<TransportStatus, 'DELIVERED'>,
  step: string,
): readonly string[] => {
  const statusOf = (vin: string): TransportStatus | undefined => {
    const found = order.vins.find((record) => record.vin === vin);
    return found === undefined ? undefined : transportStatusOf(found);
  };
  if (requested !== undefined) {
    for (const [index, vin] of requested.entries()) {
      const status = statusOf(vin);
      if (status === undefined) throw violation(`vins[${index}]`, `is not a VIN of order ${order.uuid}`, vin);
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
const toTransport = (order: OrderRecord): Schemas['Transport'] => ({
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

/** "Confirm pickup and delivery with CMR and declarations", per VIN. */
export const transportBehaviours = defineBehaviours({
  confirmPickup: ({ body, organization, work }) => {
    const order = findAuthorized(work, orders, organization, body.orderUuid);
    checkStep('confirmPickup', order);
    checkOrderUnblocked(work, 'confirmPickup', order);
    const vins = selectVins(order, body.vins, 'NOT_STARTED', ORDER_STEPS.confirmPickup.label);
    checkDate(work, 'pickedUpAt', body.pickedUpAt);
    checkEvidence(work, order, body, vins, 'PICKUP_DECLARATION');
    const pickup = toMilestone(body.pickedUpAt, body);
    return { status: 200, body: toTransport(settleOrder(work, order, confirmPickup(order, vins, pickup))) };
  },

  revokePickup: ({ body, organization, work }) => {
    const order = findAuthorized(work, orders, organization, body.orderUuid);
    checkStep('revokePickup', order);
    const vins = selectVins(order, body.vins, 'IN_TRANSIT', ORDER_STEPS.revokePickup.label);
    const revoked = revokePickup(order, vins, { reason: body.reason, now: work.now });
    return { status: 200, body: toTransport(settleOrder(work, order, revoked)) };
  },

  confirmDelivery: ({ body, organization, work }) => {
    const order = findAuthorized(work, orders, organization, body.orderUuid);
    checkStep('confirmDelivery', order);
    const vins = selectVins(order, body.vins, 'IN_TRANSIT', ORDER_STEPS.confirmDelivery.label);
    checkAfterPickup(order, vins, body.deliveredAt);
    checkDate(work, 'deliveredAt', body.deliveredAt);
    checkEvidence(work, order, body, vins, 'DELIVERY_DECLARATION');
    const delivery = toMilestone(body.deliveredAt, body);
    return { status: 200, body: toTransport(settleOrder(work, order, confirmDelivery(order, vins, delivery))) };
  },

  getTransport: ({ path, organization, work }) => ({
    status: 200,
    body: toTransport(findAuthorized(work, orders, organization, path.uuid)),
  }),
});

interface Evidence {
  readonly cmrDocumentId?: string;
  readonly declarationDocumentId?: string;
}

/** "Evidence may follow as an upload and is a blocker until then": checks only the documents that are named. */
const checkEvidence = (
  work: UnitOfWork,
  order: OrderRecord,
  { cmrDocumentId, declarationDocumentId }: Evidence,
  vins: readonly string[],
  declaration: 'PICKUP_DECLARATION' | 'DELIVERY_DECLARATION',
): void => {
  const references = [
    { field: 'cmrDocumentId', id: cmrDocumentId, type: 'CMR' },
    { field: 'declarationDocumentId', id: declarationDocumentId, type: declaration },
  ] as const;
  for (const { field, id, type } of references)
    if (id !== undefined) checkReference(work, order, { field, id, type, vins });
};

/** Assumption: transport-in-future. */
const checkDate = ({ assumed, now }: UnitOfWork, field: string, stated: string): void => {
  if (assumed.has('transport-in-future=refused') && isLater(stated, now))
    throw violation(field, `is later than the present, ${toIsoDateTime(now)} on the clock of the sandbox`, stated);
};

const checkAfterPickup = ({ vins }: OrderRecord, chosen: readonly string[], deliveredAt: string): void => {
  for (const { vin, pickup } of vins)
    if (chosen.includes(vin) && pickup !== undefined && parseDateTime(deliveredAt) < parseDateTime(pickup.confirmedAt))
      throw violation('deliveredAt', `is before the pickup of ${vin} at ${pickup.confirmedAt}`, deliveredAt);
};

const toMilestone = (confirmedAt: string, { cmrDocumentId, declarationDocumentId }: Evidence): MilestoneRecord => ({
  confirmedAt,
  ...defined({
    cmrDocumentId: cmrDocumentId?.toLowerCase(),
    declarationDocumentId: declarationDocumentId?.toLowerCase(),
  }),
});
