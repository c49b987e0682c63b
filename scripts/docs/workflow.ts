import { ORDER_STATUSES, ORDER_STEPS, type OrderStep } from '../../src/vat/orders/order-steps.ts';
import type { OrderStatus } from '../../src/vat/orders/order.ts';
import { VAT_RULES } from '../../src/vat/compliance/vat-rules.ts';
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

const vatTable = (table: Table): string =>
  table(
    ['When', 'Article', 'Decision', 'Assumed', 'Fixture'],
    VAT_RULES.map(({ when, article, decision, assumption, fixture }) => [
      when,
      article,
      `\`${decision}\``,
      `[${assumption}](assumptions.md#${assumption})`,
      fixture === '' ? 'none: no fixture has such a seller' : `\`${fixture}\``,
    ]),
  );

/** Places that are written in more than one way, or are no member states. */
const areaTable = (table: Table): string =>
  table(
    ['Place', 'VAT number', 'Country of the address', 'Counts as', 'Fixture'],
    [
      ['Greece', '`EL`; VIES refuses `GR`', '`GR`', 'member state', '`invoice-corrected`'],
      [
        'Northern Ireland',
        '`XI`',
        '`GB` with a post code that starts with BT',
        'member state, for goods',
        '`northern-ireland`',
      ],
      ['Great Britain', '`GB`, which VIES refuses', '`GB`', 'third country', '`leaves-the-eu` (another country)'],
      ['Monaco', '`FR`', '`MC`', 'France', 'none'],
      [
        'Canary Islands, Åland and other parts of member states outside the VAT area (Article 6)',
        'that of the member state',
        'that of the member state, identified by the post code',
        'third country',
        '`leaves-the-eu` (another country)',
      ],
      [
        'third countries',
        'any other, which VIES refuses',
        'any other',
        'third country',
        '`third-country-buyer`, `leaves-the-eu`',
      ],
    ],
  );

export type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

/** docs/workflow.md: the tables that the code moves orders by, as tables and as diagrams. */
export const workflow = (table: Table): string => `# The workflow

Made by "npm run generate" from the tables of moves in src/vat/orders: edit those.

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

${movesDiagram(ROLLUP_MOVES, 'INCOMPLETE')}

| Status | When | Blockers |
| --- | --- | --- |
| \`INVALID\` | VIES does not confirm the VAT number, the verification was rejected, or the buyer is blocked | \`VIES_INVALID\`, \`KYC_REJECTED\`, \`BUYER_BLOCKED\` |
| \`INCOMPLETE\` | something is missing | \`VIES_PENDING\`, \`KYC_PENDING\`, \`PRELIMINARY_INVOICE_MISSING\`, \`FINAL_INVOICE_MISSING\`, \`INVOICE_DOCUMENT_MISSING\`, \`PAYMENT_MISSING\`, \`PROOF_OF_PAYMENT_MISSING\`, and per VIN \`PICKUP_MISSING\`, \`PICKUP_DECLARATION_MISSING\`, \`CMR_MISSING\`, \`DELIVERY_MISSING\`, \`DELIVERY_DECLARATION_MISSING\`; of the final invoice \`FINAL_INVOICE_AMOUNT_DIFFERS\`, \`VAT_ON_EXEMPT_INVOICE\`, \`VAT_MISSING_ON_INVOICE\` |
| \`VALID\` | nothing is missing | none |

A verdict requires evidence ([compliance-evidence](assumptions.md#compliance-evidence)): an \`ACTIVE\`
document of each of these types, uploaded before or after the step that it proves. A document without a VIN covers all VINs.

| Document | Subject | Required |
| --- | --- | --- |
| \`INVOICE\` | the current invoice: the preliminary one until there is a final one | from the start |
| \`PROOF_OF_PAYMENT\` | the order, unless its total is 0 | from the start |
| \`PICKUP_DECLARATION\` | each VIN | from the start |
| \`CMR\` | each VIN, signed | from the start |
| \`DELIVERY_DECLARATION\` | each VIN | not while vehicles are in transit |

While all vehicles are picked up and at least one is in transit, the final invoice, the delivery and its declaration do not
count as missing. So an order with all its other documents is \`VALID\` during transport, and a VIES re-check that fails in
transit makes it \`INVALID\`. From the last delivery, everything is required.

## The decision

The first of these rules that applies determines the decision. The articles are those of Directive 2006/112/EC; each rule has
a fixture, and the Export File names the rule that applied. The VAT number that the organization has for the seller
determines its member state, if any ([seller-vat-number](assumptions.md#seller-vat-number)).

What a failed VIES check blocks, the evidence required, what recomputes a verdict, and the rules on domestic sales, the
margin scheme and new means of transport are [switches](switchboard.md): under \`--assume margin-scheme=exempt\`, a sale under
the margin scheme is \`VALID_EXPORT\`.

${vatTable(table)}

${areaTable(table)}

## Vehicles

${movesDiagram(VIN_MOVES, 'PENDING')}

${movesTable(table, VIN_MOVES)}

## Invoices

${movesTable(table, INVOICE_MOVES)}
`;
