import { ORDER_STATUSES, ORDER_STEPS, type OrderStep } from '../../src/vat/orders/order-steps.ts';
import type { OrderStatus } from '../../src/vat/orders/order.ts';
import { INVOICE_MOVES, type Moves, ROLLUP_MOVES, VIN_MOVES } from '../../src/vat/orders/state-moves.ts';

const steps = Object.entries(ORDER_STEPS) as [string, OrderStep][];

const diagram = (lines: readonly string[]): string => ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');

const orderDiagram = (): string => {
  const edges = new Map<string, string[]>();
  for (const [name, { moves }] of steps)
    for (const [from, targets] of Object.entries(moves))
      for (const to of targets) {
        if (from === to) continue;
        const edge = `  ${from} --> ${to}`;
        edges.set(edge, [...(edges.get(edge) ?? []), name]);
      }
  return diagram([
    '  [*] --> CREATED : createOrder',
    ...[...edges].map(([edge, names]) => `${edge} : ${names.join(', ')}`),
  ]);
};

const movesDiagram = (moves: Moves<string>, start: string): string =>
  diagram([
    `  [*] --> ${start}`,
    ...Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => `  ${from} --> ${to}`)),
  ]);

const cellOf = ({ moves, early }: OrderStep, status: OrderStatus): string => {
  const targets = moves[status];
  if (targets !== undefined) return targets.map((to) => (to === status ? 'stays' : `\`${to}\``)).join(' or ');
  return early.includes(status) ? '409 not reached' : '409 already set';
};

const orderTable = (table: Table): string => {
  const calls = steps.filter(([name]) => name !== 'verdict');
  return table(
    ['Order is', ...calls.map(([name]) => `\`${name}\``)],
    ORDER_STATUSES.map((status) => [`\`${status}\``, ...calls.map(([, step]) => cellOf(step, status))]),
  );
};

const movesTable = (table: Table, moves: Moves<string>): string =>
  table(
    ['From', 'To'],
    Object.entries(moves).map(([from, targets]) => [
      `\`${from}\``,
      targets.length === 0 ? 'does not occur' : targets.map((to) => `\`${to}\``).join(', '),
    ]),
  );

export type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

/** docs/workflow.md: the tables that the code moves orders by, as tables and as diagrams. */
export const workflow = (table: Table): string => `# The workflow

Made by "npm run generate" from the tables of moves in src/vat/orders: edit those.

How an order moves is not part of the published text of the API: the text lists the values and says what some of them
lead to. What stands here is what the stub does; see [order-status-moves](assumptions.md#order-status-moves),
[vin-compliance-moves](assumptions.md#vin-compliance-moves), [invoice-status-moves](assumptions.md#invoice-status-moves)
and [compliance-rules](assumptions.md#compliance-rules).

## Orders

${orderDiagram()}

What each call does to an order, by where the order stands. \`409 not reached\` is the problem type \`milestone-not-reached\`,
\`409 already set\` is \`milestone-already-set\`; both name the status of the order in \`orderStatus\`, and change nothing.

${orderTable(table)}

Once there was a verdict, \`cancelOrder\` is \`409 already set\` for good: also where an archived document has taken the verdict
back and the order is \`TRANSPORT_COMPLETED\` again ([cancel-after-verdict](assumptions.md#cancel-after-verdict)).

While VIES refuses the buyer's number, or the service has blocked the buyer, \`createOrder\`, \`submitInvoice\`,
\`submitPayment\` and \`confirmPickup\` are 409 \`buyer-blocked\` for orders without a verdict. A VIES check that succeeds lifts
it ([vies-failure-blocks](assumptions.md#vies-failure-blocks)).

No call passes the verdict. It follows from whatever completes the picture: the last delivery, a document, an invoice, an
answer of VIES. So the call that confirms the last delivery may answer an order that is judged already, and an order whose
last document is missing waits in \`TRANSPORT_COMPLETED\`. Corrected data after a verdict (an invoice submitted again,
another document, an archived one) is judged anew: a new \`compliance.decision_made\`, a new generation of the Export File.

## The compliance rollup

${movesDiagram(ROLLUP_MOVES, 'INCOMPLETE')}

| Status | When | Blockers |
| --- | --- | --- |
| \`INVALID\` | VIES does not confirm the VAT number, the verification was rejected, or the buyer is blocked | \`VIES_INVALID\`, \`KYC_REJECTED\`, \`BUYER_BLOCKED\` |
| \`INCOMPLETE\` | something is missing | \`VIES_PENDING\`, \`KYC_PENDING\`, \`PRELIMINARY_INVOICE_MISSING\`, \`FINAL_INVOICE_MISSING\`, \`PAYMENT_MISSING\`, and per VIN \`PICKUP_MISSING\`, \`CMR_MISSING\`, \`DELIVERY_MISSING\`, \`DELIVERY_DECLARATION_MISSING\` |
| \`VALID\` | nothing is missing | none |

While every vehicle is picked up and one is still on the road, what can only come after the arrival is not missing yet:
the final invoice, the delivery and its declaration. So an order whose papers are in order is \`VALID\` during transport, and
a VIES re-check that fails in transit turns it \`INVALID\`. With the last delivery everything counts.

The decision at the verdict is \`VALID_EXPORT\`, unless the order is \`INVALID\`, its invoice is under the margin scheme, or a
vehicle is a new means of transport (at most 6,000 km, or first registered at most six months before the pickup):
then it is \`VAT_APPLICABLE\`.

## Vehicles

${movesDiagram(VIN_MOVES, 'PENDING')}

${movesTable(table, VIN_MOVES)}

## Invoices

${movesTable(table, INVOICE_MOVES)}
`;
