import { remote } from './remote/remote.ts';
import type { OrderSummary } from '../generated/control-schemas.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { UsageError } from './terminal/usage-error.ts';
import { counted } from '../kernel/sentence.ts';

const toRow = ({ externalOrderId, status, decision, blockerCount, buyer, uuid }: OrderSummary) => [
  externalOrderId,
  status,
  decision ?? counted(blockerCount, 'blocker'),
  buyer.companyName,
  uuid,
];

/** Lists the orders of a sandbox. */
export const command = remote(
  {
    about: `Lists the orders of the sandbox, at most 100, those changed last first: externalOrderId, status, verdict or blockers, buyer, UUID. TEXT selects
those whose UUID, externalOrderId, VINs, buyer or VAT number contain it.

  vatmock orders
  vatmock orders DE100`,
  },
  ({ words: [q, ...others] }) => {
    if (others.length > 0) throw new UsageError('orders takes one text to search for');
    return async (server, print) => {
      const { data } = (await server.json('GET', '/records/orders', {
        query: { q, limit: '100' },
      })) as { readonly data: readonly OrderSummary[] };
      print(...(data.length === 0 ? ['No order.'] : alignColumns(data.map(toRow))));
    };
  },
);
