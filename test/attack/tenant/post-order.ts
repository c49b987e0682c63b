import type { Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';
import type { Tenant } from './create-tenant.ts';
import { toOrder } from './order.ts';

/** Sends an order of so many VINs, from the first one on. */
export const postOrder = (
  { send }: Pick<Stage, 'send'>,
  { token, seller, buyer }: Tenant,
  name: string,
  vins = 1,
  first = 0,
): Promise<Outcome> =>
  send({
    method: 'POST',
    path: `/v1/partners/${seller}/orders`,
    token,
    key: name,
    json: toOrder(buyer, name, vins, first),
  });
