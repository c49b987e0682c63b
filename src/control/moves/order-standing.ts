import { type OrderScene, orderIn } from '../../vat/moves/order-scene.ts';

/** Blockers that a summary of an order shows: one of many vehicles has hundreds. */
const MOST_BLOCKERS = 50;

/** Where an order stands. */
export const toStanding = (scene: OrderScene) => {
  const { uuid, externalOrderId, status, compliance } = orderIn(scene);
  return {
    uuid,
    externalOrderId,
    status,
    complianceStatus: compliance.status,
    decision: compliance.decision,
    blockers: compliance.blockers.slice(0, MOST_BLOCKERS),
    blockerCount: compliance.blockers.length,
  };
};

export type OrderStanding = ReturnType<typeof toStanding>;
