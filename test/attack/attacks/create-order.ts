import type { Stage } from '../attack.ts';
import { type Tenant, call } from '../tenant/create-tenant.ts';
import { toOrder } from '../tenant/order.ts';

let made = 0;

/** An order of the attacker's; its uuid. */
export const createOrder = async (stage: Stage, tenant: Tenant, vins = 1): Promise<string> => {
  const number = ++made;
  const created = await call(stage.server.url, 'POST', `/v1/partners/${tenant.seller}/orders`, {
    token: tenant.token,
    key: `attack-order-${String(number)}`,
    body: toOrder(tenant.buyer, `ATTACK-${String(number)}`, vins, number * 100_000),
  });
  return (created as { uuid: string }).uuid;
};
