import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { findOrder } from '../orders/find-order.ts';

/** "Compliance rollup: poll the workflow status per order or subscribe to webhooks." */
export const complianceBehaviours = defineBehaviours({
  getOrderCompliance: ({ path, organization, work }) => {
    const { uuid, compliance } = findOrder(work, organization, path.uuid);
    const { status, decision, blockers, warnings, viesResult, version, updatedAt } = compliance;
    return {
      status: 200,
      body: {
        orderUuid: uuid,
        status,
        decision,
        blockers: [...blockers],
        ...(warnings === undefined ? {} : { warnings: [...warnings] }),
        viesResult,
        version,
        updatedAt: toIsoDateTime(updatedAt),
      },
    };
  },
});
