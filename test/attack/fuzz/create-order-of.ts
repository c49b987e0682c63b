import { toOrder } from '../tenant/order.ts';
import type { Place } from './kind.ts';

/** An order of the tenant; its uuid. */
export const createOrderOf = async (
  { send: sendHere, tenant }: Omit<Place, 'order'>,
  name: string,
): Promise<string> => {
  const { text } = await sendHere({
    method: 'POST',
    path: `/v1/partners/${tenant.seller}/orders`,
    token: tenant.token,
    headers: { 'content-type': 'application/json', 'idempotency-key': name },
    body: JSON.stringify(toOrder(tenant.buyer, name)),
  });
  return (JSON.parse(text) as { uuid: string }).uuid;
};
