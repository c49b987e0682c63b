import { link } from '../../address/address.ts';
import { call } from '../../server/call.ts';

export interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
}

export const find = async (text: string): Promise<readonly Hit[]> => {
  const answer: unknown = await call('GET', '/search' as never, { query: { q: text } } as never);
  return (answer as { readonly data: readonly Hit[] }).data;
};

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
    case 'client':
      return link('traffic', { client: id });
    default:
      return link('traffic', { text: id });
  }
};
