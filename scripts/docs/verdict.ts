import { VERDICT_RULES } from '../../src/vat/compliance/verdict-rules.ts';
import { VAT_RULES } from '../../src/vat/compliance/vat-rules.ts';
import type { VAT_LAW } from '../../src/generated/vat-law.ts';
import { VERDICT } from '../../src/generated/verdict.ts';
import type { WORDS } from '../../src/generated/words.ts';
import type { Table } from './table.ts';

const vatTable = (table: Table): string =>
  table(
    ['When', 'Article', 'Decision', 'Assumed', 'Fixture'],
    VAT_RULES.map(({ when, article, decision, assumption, fixture }) => [
      when,
      article,
      `\`${decision}\``,
      link(assumption),
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

const link = (assumption: string): string => `[${assumption}](assumptions.md#${assumption})`;

const code = (name: string): string => `\`${name}\``;

const checklist = (table: Table): string =>
  table(
    ['Condition', 'Blocker until it is met', 'Required', 'Assumed'],
    VERDICT_RULES.map(({ sentence, codes, afterArrival, assumption }) => [
      sentence,
      codes.map(code).join(', '),
      afterArrival === true ? 'from the last delivery' : 'always',
      link(assumption),
    ]),
  );

const warnings = (table: Table): string =>
  table(
    ['Warning', 'When', 'Source'],
    Object.entries(VERDICT.warnings).map(([name, { when, source }]) => [code(name), when, source]),
  );

const words = (table: Table, { verdict, orderStatus, decision }: typeof WORDS): string =>
  table(
    ['Order', 'In words', 'Rollup', 'Vehicle', 'Invoice', 'Decision'],
    verdict.map(({ order, rollup, vehicle, invoice, decision: possible }) => [
      code(order),
      orderStatus[order],
      ...[rollup, vehicle, invoice].map(code),
      possible.map((name) => `${code(name)} (${decision[name].word.toLowerCase()})`).join(' or '),
    ]),
  );

const partsOutside = (table: Table, { outsideTheVatArea }: typeof VAT_LAW): string =>
  table(
    ['Part', 'Country of the address', 'Post codes'],
    outsideTheVatArea.map(({ places, country, postCodes }) => [places, code(country), postCodes.map(code).join(', ')]),
  );

const rates = ({ standardRates }: typeof VAT_LAW): string =>
  Object.entries(standardRates)
    .map(([area, percent]) => `${area} ${String(percent)}`)
    .join(', ');

/** The part of docs/workflow.md about the verdict, for a tax adviser to check. */
export const verdict = (
  table: Table,
  law: typeof VAT_LAW,
  named: typeof WORDS,
): string => `## How the verdict is reached

For tax advisers, and for anyone who has to explain a verdict. Articles are those of Directive 2006/112/EC unless another source is
named. The published text of the API names the two decisions and says that they rest on evidence; it does not state the rules. What
follows is the stub's reading of the law. Each rule is an [assumption](assumptions.md), and several have alternatives that you can
switch to.

1. **Is the order compliant?** Every condition of the checklist is met, and nothing rules the order out: the rollup is \`VALID\`.
2. **Is VAT due?** The first matching rule decides: \`VALID_EXPORT\` (exempt) or \`VAT_APPLICABLE\` (taxed).

A domestic sale can be compliant and taxed: nothing is missing, and the final invoice has VAT.

${words(table, named)}

### Is the order compliant?

${checklist(table)}

\`VIES_INVALID\`, \`KYC_REJECTED\` and \`BUYER_BLOCKED\` make the rollup \`INVALID\`: such an order gets its verdict without further
evidence. Every other blocker leaves it \`INCOMPLETE\`. While all vehicles are picked up and one is still on the road, what can only
follow the arrival does not count as missing, so that an order is \`VALID\` in transit. Only \`ACTIVE\` documents count, the latest of a
type; one without a VIN covers all vehicles.

**What the evidence is worth.** Article 45a of Implementing Regulation (EU) 282/2011 presumes that goods have left if the seller has two
documents of the transport (a signed CMR is one), or one with a document of a bank, an insurer or an authority, from parties that
are independent of each other; where the acquirer transports the goods, also its written statement of arrival (here the
delivery declaration). The checklist asks for one CMR. So a compliant order has what the API asks for, which is evidence of the
transport, but not in itself the presumption of Article 45a.

### Is VAT due?

The Export File names the rule that decided. The member state of the seller's VAT number stands for the place where the transport
begins, the address of the buyer for the place where it ends (Article 32): the API asks for neither
([seller-vat-number](assumptions.md#seller-vat-number)).

${vatTable(table)}

An \`INVALID\` order is taxed because nobody confirms that its buyer is registered. The service asks for more than the Directive:
not to have rejected or blocked the buyer; a number that is still valid at the last check, also if the vehicles left before, while the
Directive looks at the supply (Court of Justice, C-273/11); and a registered buyer even for a new means of transport, which would be
exempt without (Article 138(2)(a)).

#### Places

${areaTable(table)}

Outside the area by Article 6, told by the post code:

${partsOutside(table, law)}

### What the final invoice must say

- Its amount is the total of the order, without VAT (\`FINAL_INVOICE_AMOUNT_DIFFERS\`); with VAT, at least ${String(law.leastStandardRate)} % more, which is the least standard rate (Article 97).
- An exempt supply without VAT (\`VAT_ON_EXEMPT_INVOICE\`): VAT that an invoice states is owed, due or not (Article 203).
- A taxed supply with VAT (\`VAT_MISSING_ON_INVOICE\`).
- Under the margin scheme VAT is not stated, and not compared (Article 325). New means of transport are excluded from it (Article 313(2)).

Invoices that the stub proposes use the standard rate of the seller's member state, in percent: ${rates(law)}.

### Warnings

Warnings decide nothing. They are in \`warnings\` of the rollup and in the Export File
([compliance-warnings](assumptions.md#compliance-warnings)).

${warnings(table)}

### What is not looked at

The recapitulative statement that the seller files (Articles 138(1a), 262), chain transactions (36a), call-off stock (17a), small
enterprises (284), when VAT is chargeable (63 to 67), reduced rates, customs documents of an export (146), and whether seller and
buyer are taxable persons acting as such: the API has no data about them.
`;
