import type { Stage } from '../attack.ts';
import type { Tenant } from '../tenant/create-tenant.ts';
import { postOrder } from '../tenant/post-order.ts';

let made = 0;

/** An order of the attacker's; its uuid. */
export const createOrder = async (stage: Stage, tenant: Tenant, vins = 1): Promise<string> => {
  const number = ++made;
  const { text } = await postOrder({ send: stage.prepare }, tenant, `ATTACK-${String(number)}`, vins, number * 100_000);
  return (JSON.parse(text) as { uuid: string }).uuid;
};
