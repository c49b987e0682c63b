import { WORKFLOW } from '../../src/generated/workflow.ts';
import { ORDER_STATUSES, ORDER_STEPS, type Moves, type OrderStep } from '../../src/vat/orders/order-steps.ts';
import type { OrderStatus } from '../../src/vat/orders/order.ts';
import type { Table } from './table.ts';

const steps = Object.entries(ORDER_STEPS);

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

/** docs/workflow.md: the tables that the code moves orders by, as tables and as diagrams. */
export const workflow = (table: Table): string => `# The workflow and the verdict

Made by "npm run generate" from spec/workflow.yaml, spec/verdict.yaml, spec/vat-law.yaml and spec/words.yaml: edit those.

The published text of the API does not define the transitions of an order: it lists the statuses and the effects of some of
them. This page documents what the stub does; see [order-status-moves](assumptions.md#order-status-moves),
[vin-compliance-moves](assumptions.md#vin-compliance-moves), [invoice-status-moves](assumptions.md#invoice-status-moves)
and [compliance-rules](assumptions.md#compliance-rules).

To see which of these moves one order can make now, and to bring it to a status or verdict, open it in the
[console](console.md#orders), or call [\`next\` and \`goto\`](control-api.md#what-an-order-can-do-next).

## Orders

${orderDiagram()}

The effect of each call on an order, by its status. \`409 not reached\` is the problem type \`milestone-not-reached\`,
\`409 already set\` is \`milestone-already-set\`; both name the status of the order in \`orderStatus\`, and change nothing.

${orderTable(table)}

After a first verdict, \`cancelOrder\` always returns \`409 already set\`, even if an archived document has withdrawn the verdict
and the order is \`TRANSPORT_COMPLETED\` again ([cancel-after-verdict](assumptions.md#cancel-after-verdict)).

While the VIES result of the buyer is \`INVALID\`, or the service has blocked the buyer, \`createOrder\`, \`submitInvoice\`,
\`submitPayment\` and \`confirmPickup\` are 409 \`buyer-blocked\` for orders without a verdict. A VIES check that succeeds lifts
it ([vies-failure-blocks](assumptions.md#vies-failure-blocks)).

No call requests the verdict. It is reached as soon as nothing is missing: with the last delivery, a document, an invoice or
a VIES result. So the call that confirms the last delivery may return an order that already has its verdict, and an order
whose last document is missing stays in \`TRANSPORT_COMPLETED\`. Corrected data after a verdict (another invoice, another
document, an archived one) recomputes it from the data at that time, with a new \`compliance.decision_made\` and a new
generation of the Export File. Nothing else changes a verdict, neither a later VIES result nor a block
([verdict-recomputation](assumptions.md#verdict-recomputation)).

## The compliance rollup

${movesDiagram(WORKFLOW.rollupMoves, 'INCOMPLETE')}

What each status requires, and when VAT is due, is [how the verdict is reached](#how-the-verdict-is-reached).

## Vehicles

${movesDiagram(WORKFLOW.vinMoves, 'PENDING')}

${movesTable(table, WORKFLOW.vinMoves)}

## Invoices

${movesTable(table, WORKFLOW.invoiceMoves)}
`;
