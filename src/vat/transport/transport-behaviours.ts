import { findAuthorized } from '../api/find-record.ts';
import { defined } from '../../kernel/defined.ts';
import type { UnitOfWork } from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { violation } from '../policy/problem.ts';
import { isLater } from '../compliance/warnings.ts';
import { checkReference } from '../documents/document.ts';
import { orders, type MilestoneRecord, type OrderRecord } from '../orders/order.ts';
import { ORDER_STEPS, checkStep } from '../orders/order-steps.ts';
import { confirmDelivery, confirmPickup, revokePickup, selectVins, toTransport } from './transport.ts';
import { checkOrderUnblocked } from '../compliance/check-unblocked.ts';
import { settleOrder } from '../compliance/settle-order.ts';

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
    if (chosen.includes(vin) && pickup !== undefined && Date.parse(deliveredAt) < Date.parse(pickup.confirmedAt))
      throw violation('deliveredAt', `is before the pickup of ${vin} at ${pickup.confirmedAt}`, deliveredAt);
};

const toMilestone = (confirmedAt: string, { cmrDocumentId, declarationDocumentId }: Evidence): MilestoneRecord => ({
  confirmedAt,
  ...defined({
    cmrDocumentId: cmrDocumentId?.toLowerCase(),
    declarationDocumentId: declarationDocumentId?.toLowerCase(),
  }),
});
