import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { OrderRecord } from '../orders/order.ts';
import { overallStatusOf, transportStatusOf } from './milestones.ts';

/** The transport of an order as the API shows it. */
export const toTransport = (order: OrderRecord): Schemas['Transport'] => ({
  orderUuid: order.uuid,
  status: overallStatusOf(order),
  vins: order.vins.map((record) => ({
    vin: record.vin,
    status: transportStatusOf(record),
    ...(record.pickup === undefined ? {} : { pickup: record.pickup }),
    ...(record.delivery === undefined ? {} : { delivery: record.delivery }),
  })),
  revocations: order.transport.revocations.map(({ vins, reason, revokedAt }) => ({
    vins: [...vins],
    reason,
    revokedAt: toIsoDateTime(revokedAt),
  })),
  version: order.transport.version,
  updatedAt: toIsoDateTime(order.transport.updatedAt),
});
