import { suggest } from '../engine/matching/nearest.ts';
import type { OrderGoal, OrderJourney, OrderMoves, OrderStatus, OrderSummary } from '../generated/control-schemas.ts';
import { counted } from '../kernel/sentence.ts';
import { remote } from './remote/remote.ts';
import { RemoteError } from './remote/remote-error.ts';
import type { ServerAccess } from './remote/server-access.ts';
import { printable, alignColumns } from './terminal/lines.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/exit-codes.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Longest text that the list of orders is searched for. */
const LONGEST_SEARCH = 200;

const listOrders = async (server: ServerAccess, q: string | undefined): Promise<readonly OrderSummary[]> => {
  const found = await server.json('GET', '/records/orders', { query: { q, limit: '100' } });
  return (found as { readonly data: readonly OrderSummary[] }).data;
};

/** UUID of the order that a user names by it, or by its externalOrderId. */
const findOrder = async (server: ServerAccess, wanted: string): Promise<string> => {
  if (UUID.test(wanted)) return wanted;
  const listed = await listOrders(server, wanted.slice(0, LONGEST_SEARCH));
  const found = listed.filter(({ externalOrderId }) => externalOrderId === wanted);
  const [first, ...others] = found;
  if (first === undefined)
    throw new RemoteError(
      `there is no order "${wanted}" at ${server.url}: name its UUID or its externalOrderId, and the sandbox with --sandbox if it is not the first`,
    );
  if (others.length > 0)
    throw new RemoteError(
      `several sellers have an order "${wanted}": name its UUID, one of ${found.map(({ uuid }) => uuid).join(', ')}`,
    );
  return first.uuid;
};

const toRow = ({ externalOrderId, status, decision, blockerCount, buyer, uuid }: OrderSummary) => [
  externalOrderId,
  status,
  decision ?? counted(blockerCount, 'blocker'),
  buyer.companyName,
  uuid,
];

/** Lists the orders of a sandbox. */
export const orders = remote(({ words: [q, ...others] }) => {
  if (others.length > 0) throw new UsageError('orders takes one text to search for');
  return async (server, print) => {
    const listed = await listOrders(server, q);
    print(...(listed.length === 0 ? ['No order.'] : alignColumns(listed.map(toRow))));
  };
});

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
export const next = remote(({ words: [wanted, ...others], isSet }) => {
  if (wanted === undefined) throw new UsageError('next needs an order: its UUID or its externalOrderId');
  if (others.length > 0) throw new UsageError(`next takes one order, not ${others.length + 1}`);
  return async (server, print) => {
    const uuid = await findOrder(server, wanted);
    const moves = (await server.json('GET', `/orders/${encodeURIComponent(uuid)}/next`)) as OrderMoves;
    print(...(isSet('curl') ? toCommands(moves) : toTable(moves)));
  };
});

/** Those of the control API, in the order of the workflow: another one there does not compile here. */
const STATUSES = Object.keys({
  CREATED: true,
  INVOICE_SUBMITTED: true,
  PAYMENT_SUBMITTED: true,
  READY_FOR_PICKUP: true,
  TRANSPORT_IN_PROGRESS: true,
  TRANSPORT_COMPLETED: true,
  COMPLIANCE_VALID: true,
  COMPLIANCE_INVALID: true,
  CANCELLED: true,
} satisfies Record<OrderStatus, true>);

/** The decisions of a verdict. */
const VERDICTS = Object.keys({ VALID_EXPORT: true, VAT_APPLICABLE: true } satisfies Record<
  Required<OrderGoal>['verdict'],
  true
>);

/** Where an order can be brought. */
const GOALS = [...STATUSES, ...VERDICTS];

const toReport = ({ order: { externalOrderId, status, decision }, steps }: OrderJourney): readonly string[] => {
  const verdict = decision === null ? '' : ` with the decision ${decision}`;
  const was = steps.length === 0 ? 'is already' : 'is now';
  return [...toLines(steps), `Order ${externalOrderId} ${was} ${status}${verdict}.`];
};

/** One line for each step, with the request id that "vatmock explain" takes. */
const toLines = (steps: OrderJourney['steps']): readonly string[] => {
  const width = Math.max(0, ...steps.map(({ title }) => title.length));
  return steps.map(
    ({ title, kind, status, requestId }) =>
      `${title.padEnd(width)}  ${kind === 'call' ? String(status) : kind}${requestId === null ? '' : `  ${requestId}`}`,
  );
};

const complain = ({ message, body }: RemoteError, terminal: Terminal): void => {
  // The problem lists the steps that were made, and what can be reached instead.
  const { steps = [], reachable = [] } = body as {
    readonly steps?: OrderJourney['steps'];
    readonly reachable?: readonly string[];
  };
  for (const line of toLines(steps)) terminal.print(printable(line));
  terminal.complain(printable(`vatmock: ${message}`));
  if (reachable.length > 0) terminal.complain(`It can be brought to ${reachable.join(', ')}.`);
};

/** Brings an order to a status or a verdict. */
export const goTo = remote(({ words: [wanted, goal, ...others], choice, isSet }) => {
  if (wanted === undefined || goal === undefined)
    throw new UsageError('goto needs an order and a status, such as: goto ORD-2026-0417 TRANSPORT_COMPLETED');
  if (others.length > 0)
    throw new UsageError(`goto takes an order and a status, and nothing else: "${String(others[0])}"`);
  const status = goal.toUpperCase();
  if (!GOALS.includes(status)) throw new UsageError(`"${goal}" is no status: ${suggest(status, GOALS)}`);
  const because = choice('because');
  if (because !== undefined && status !== 'VAT_APPLICABLE')
    throw new UsageError(`--because says why VAT applies: it goes with VAT_APPLICABLE, not with ${status}`);
  const wait = !isSet('no-wait');
  const body = VERDICTS.includes(status) ? { verdict: status, wait, ...(because && { because }) } : { status, wait };
  return async (server, print) => {
    const uuid = await findOrder(server, wanted);
    print(
      ...toReport((await server.json('POST', `/orders/${encodeURIComponent(uuid)}/goto`, { body })) as OrderJourney),
    );
  };
}, complain);
