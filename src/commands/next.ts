import type { Command } from './command-line/command.ts';
import { SERVER_FLAGS, readServerFlags } from './remote/server-flags.ts';
import type { components } from '../generated/admin-types.ts';
import type { Input } from './command-line/input.ts';
import { findOrder } from './remote/find-order.ts';
import { RemoteError } from './remote/remote-error.ts';
import { createServerAccess } from './remote/server-access.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type OrderMoves = components['schemas']['OrderMoves'];

/** Prints what an order can do next. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const [wanted, ...others] = input.words;
  if (wanted === undefined) throw new UsageError('next needs an order: its UUID or its externalOrderId');
  if (others.length > 0) throw new UsageError(`next takes one order, not ${String(others.length + 1)}`);
  if (input.isSet('json') && input.isSet('curl')) throw new UsageError('use either --json or --curl');
  const server = createServerAccess(readServerFlags(input));
  try {
    const uuid = await findOrder(server, wanted);
    const answer = await server.call('GET', `/orders/${encodeURIComponent(uuid)}/next`);
    const text = await answer.body.text();
    const moves = JSON.parse(text) as OrderMoves;
    if (input.isSet('json')) terminal.print(text);
    else for (const line of input.isSet('curl') ? toCommands(moves) : toTable(moves)) terminal.print(printable(line));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    terminal.complain(`vatmock: ${error.message}`);
    return EXIT.failed;
  } finally {
    await server.close();
  }
};

const toCommands = ({ calls }: OrderMoves): readonly string[] =>
  calls.flatMap(({ title, leadsTo, curl }) => [`# ${title}: ${leadsTo.summary}`, curl]);

const toTable = ({ order, calls, simulators, clock }: OrderMoves): readonly string[] => {
  const { uuid, externalOrderId, status, complianceStatus, decision, blockerCount } = order;
  const blocked = blockerCount === 1 ? '1 blocker' : `${String(blockerCount)} blockers`;
  const sections: readonly (readonly [string, readonly Pick<OrderMoves['calls'][number], 'title' | 'leadsTo'>[]])[] = [
    ['Calls of a client', calls],
    ['Clock', clock === null ? [] : [{ ...clock, title: `${clock.title} (${clock.by})` }]],
    ['Simulators', simulators],
  ];
  const width = Math.max(0, ...sections.flatMap(([, moves]) => moves.map(({ title }) => title.length)));
  const lines = sections.flatMap(([heading, moves]) =>
    moves.length === 0
      ? []
      : ['', heading, ...moves.map(({ title, leadsTo }) => `  ${title.padEnd(width)}  ${leadsTo.summary}`)],
  );
  return [
    `Order ${externalOrderId} (${uuid})`,
    `${status}; the rollup is ${complianceStatus}, ${decision === null ? blocked : `the decision ${decision}`}`,
    ...(lines.length === 0 ? ['', 'Nothing can happen to it any more.'] : lines),
  ];
};

export const next: Command = {
  about: `The list has the calls that a client may send now, the simulators that are possible, and the next job of the order or its
buyer, each with what it leads to. ORDER is the UUID of an order, or its externalOrderId. Nothing is changed.

  vatmock next 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
  vatmock next ORD-2026-0417 --curl`,
  flags: {
    curl: { help: 'print the calls of a client as shell commands, which take an access token from TOKEN' },
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER_FLAGS,
  },
  notes: `Exit codes: 0 success, 1 the order does not exist, or the server refuses or is unreachable,
2 invalid command line.`,
  run,
};
