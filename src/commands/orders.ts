import type { components } from '../generated/admin-types.ts';
import type { Input } from './command-line/input.ts';
import { withServer } from './remote/with-server.ts';
import { alignColumns } from './terminal/align-columns.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type OrderList = components['schemas']['OrderSummaryList'];

/** Lists the orders of a sandbox. */
export const orders = async (input: Input, terminal: Terminal): Promise<number> => {
  const [q, ...others] = input.words;
  if (others.length > 0) throw new UsageError('orders takes one text to search for');
  return withServer(input, terminal, async (server, print) => {
    const list = (await server.json('GET', '/orders', { query: { q, limit: input.text('limit') } })) as OrderList;
    if (input.isSet('json')) terminal.print(JSON.stringify(list));
    else if (list.data.length === 0) print('No order.');
    else for (const line of alignColumns(list.data.map(toRow))) print(line);
  });
};

const toRow = ({ externalOrderId, status, decision, blockerCount, buyer, uuid }: OrderList['data'][number]) => [
  externalOrderId,
  status,
  decision ?? (blockerCount === 1 ? '1 blocker' : `${String(blockerCount)} blockers`),
  buyer.companyName,
  uuid,
];
