import type { components } from '../../../src/generated/admin-types.ts';
import { link } from '../../address/address.ts';
import { call } from '../../server/call.ts';

export type Hit = components['schemas']['SearchHits']['data'][number];

export const find = async (text: string): Promise<readonly Hit[]> =>
  (await call('GET', '/search', { query: { q: text } })).data;

/** Where a hit is shown. */
export const placeOf = ({ kind, id }: Hit): string => {
  switch (kind) {
    case 'order':
      return link('orders', id);
    case 'buyer':
      return link('buyers', id);
    case 'request':
      return link('traffic', id);
    case 'webhook':
      return link('webhooks', 'endpoints', id);
    case 'delivery':
      return link('webhooks', 'deliveries', id);
    default:
      return link('traffic', { text: id });
  }
};
