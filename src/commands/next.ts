import { remote } from './remote/remote.ts';
import type { OrderMoves } from '../generated/control-schemas.ts';
import { findOrder } from './remote/find-order.ts';
import { UsageError } from './terminal/usage-error.ts';
import { counted } from '../kernel/sentence.ts';

const toCommands = ({ calls }: OrderMoves): readonly string[] =>
  calls.flatMap(({ title, leadsTo, curl }) => [`# ${title}: ${leadsTo.summary}`, curl]);

const toTable = ({ order, calls, simulators, clock }: OrderMoves): readonly string[] => {
  const { uuid, externalOrderId, status, complianceStatus, decision, blockerCount } = order;
  const blocked = counted(blockerCount, 'blocker');
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

/** Prints what an order can do next. */
export const command = remote(
  {
    about: `The list has the calls that a client may send now, the simulators that are possible, and the next job of the order or its
buyer, each with what it leads to. ORDER is the UUID of an order, or its externalOrderId. Nothing is changed.

  vatmock next 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
  vatmock next ORD-2026-0417 --curl`,
    flags: { curl: { help: 'print the calls of a client as shell commands, which take an access token from TOKEN' } },
    notes: `Exit codes: 0 success, 1 the order does not exist, or the server refuses or is unreachable,
2 invalid command line.`,
  },
  ({ words: [wanted, ...others], isSet }) => {
    if (wanted === undefined) throw new UsageError('next needs an order: its UUID or its externalOrderId');
    if (others.length > 0) throw new UsageError(`next takes one order, not ${String(others.length + 1)}`);
    return async (server, print) => {
      const uuid = await findOrder(server, wanted);
      const moves = (await server.json('GET', `/orders/${encodeURIComponent(uuid)}/next`)) as OrderMoves;
      print(...(isSet('curl') ? toCommands(moves) : toTable(moves)));
    };
  },
);
