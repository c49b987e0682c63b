import type { Command } from './command-line/command.ts';
import { SERVER_FLAGS } from './remote/server-flags.ts';
import type { components } from '../generated/admin-types.ts';
import type { Input } from './command-line/input.ts';
import { withServer } from './remote/with-server.ts';
import { alignColumns } from './terminal/align-columns.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type OrderList = components['schemas']['OrderSummaryList'];

/** Lists the orders of a sandbox. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const [q, ...others] = input.words;
  if (others.length > 0) throw new UsageError('orders takes one text to search for');
  return withServer(input, terminal, async (server, print) => {
    const list = (await server.json('GET', '/records/orders', {
      query: { q, limit: input.text('limit') },
    })) as OrderList;
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

export const orders: Command = {
  about: `Lists the orders of the sandbox, those changed last first: externalOrderId, status, verdict or blockers, buyer, UUID. TEXT selects
those whose UUID, externalOrderId, VINs, buyer or VAT number contain it.

  vatmock orders
  vatmock orders DE100`,
  flags: {
    limit: { value: 'N', help: 'how many, at most 100', fallback: '50' },
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER_FLAGS,
  },
  notes: 'Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.',
  run,
};
