import { GIVEN_SETS } from '../../src/edges/files/given-fixtures.ts';
import { type Casting, castings, fixtureSet } from '../../src/edges/files/load-fixtures.ts';
import type { Fixture, InvitationFixture, OrderFixture } from '../../src/vat/fixtures/fixture.ts';
import type { Table } from './table.ts';

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

const fixedId = (id: string | undefined): string => (id === undefined ? 'drawn' : code(id));

const castingRow = (sandbox: string, { set, ids = 'drawn' }: Casting): readonly string[] =>
  set === 'none' ? [sandbox, 'nothing', ''] : [sandbox, `[${set}](#the-set-${set})`, ids];

interface FixtureSet {
  readonly buyers: readonly Extract<Fixture, { readonly kind: 'buyer' }>[];
  readonly orders: readonly OrderFixture[];
  readonly invitations: readonly InvitationFixture[];
}

const readSet = async (name: string): Promise<FixtureSet> => {
  const fixtures = await fixtureSet(name);
  return {
    buyers: fixtures.filter((one) => one.kind === 'buyer'),
    orders: fixtures.filter((one) => one.kind === 'order'),
    invitations: fixtures.filter((one) => one.kind === 'invitation'),
  };
};

const buyersOf = ({ buyers }: FixtureSet, table: Table): string =>
  table(
    ['Buyer', 'Name', 'VAT number', 'Seller', 'Purpose', 'Id'],
    buyers.map(({ companyName, name, vatNumber, seller, about, id }) => [
      companyName,
      code(name),
      code(vatNumber),
      seller,
      about,
      fixedId(id),
    ]),
  );

const ordersOf = ({ orders, buyers }: FixtureSet, table: Table): string =>
  table(
    ['Order', 'Name', 'Status', 'Seller, buyer', 'Purpose', 'Id'],
    orders.map(({ externalOrderId, name, status, decision, seller, buyer, about, id }) => [
      code(externalOrderId),
      code(name),
      [code(status), ...(decision === undefined ? [] : [code(decision)])].join('<br>'),
      `${seller}, ${buyers.find((known) => known.name === buyer)?.companyName ?? buyer}`,
      about,
      fixedId(id),
    ]),
  );

/** "A vehicle may appear in several orders over time." */
const sharedVehiclesOf = ({ orders }: FixtureSet): string => {
  const ordersByVin = new Map<string, OrderFixture[]>();
  for (const order of orders)
    for (const { vin } of order.vins) ordersByVin.set(vin, [...(ordersByVin.get(vin) ?? []), order]);
  const shared = [...ordersByVin].filter(([, sharing]) => sharing.length > 1);
  const lines = shared.map(
    ([vin, sharing]) => `- ${code(vin)}: ${sharing.map(({ externalOrderId }) => code(externalOrderId)).join(', ')}`,
  );
  return lines.length === 0 ? '' : `Vehicles in several orders:\n\n${lines.join('\n')}\n`;
};

const whoUsed = ({ history: [use] = [] }: InvitationFixture): string => {
  if (use?.submitSelfServiceKyc !== undefined) return use.submitSelfServiceKyc.companyName;
  if (use?.submitSelfServiceProspect === undefined) return '';
  const { companyName, firstName, lastName } = use.submitSelfServiceProspect;
  return `${companyName ?? `${firstName} ${lastName}`}<br>${fixedId(use.as?.uuid)}`;
};

const linksOf = ({ invitations }: FixtureSet, table: Table): string =>
  table(
    ['Link of', 'Purpose', 'Secret at its end', 'Used by, with the id of the prospect'],
    invitations.map((invitation) => [
      code(invitation.buyer === undefined ? 'PROSPECT' : 'KYC'),
      invitation.about,
      fixedId(invitation.secret),
      whoUsed(invitation),
    ]),
  );

const setPage = (name: string, set: FixtureSet, table: Table): string =>
  [
    `## The set ${name}`,
    buyersOf(set, table),
    set.orders.length === 0 ? '' : ordersOf(set, table),
    sharedVehiclesOf(set),
    set.invitations.length === 0 ? '' : linksOf(set, table),
  ].join('\n\n');

const givenPage = ({ buyers, orders }: FixtureSet, table: Table): string => `## For scenarios

A scenario lists the fixtures it needs (\`given: [{ fixture: order-ready }]\`): any of these, which no sandbox starts with, or
any named fixture of the [set demo](#the-set-demo). Each activation creates new ones;
[scenarios.md](scenarios.md#what-a-scenario-is-given) explains how.

${table(
  ['Fixture', 'Purpose', 'Leads to'],
  [
    ...orders.map(({ name, about, status }) => [code(name), about, code(status)]),
    ...buyers.map(({ name, about }) => [code(name), about, '']),
  ],
)}`;

/** docs/fixtures.md: what the sandboxes start with. */
export const fixtures = async (table: Table): Promise<string> => {
  const { sandboxes, otherwise } = await castings();
  const sets = [...Object.values(sandboxes), otherwise].map(({ set }) => set);
  const names = [...new Set(sets.filter((set) => set !== 'none'))];
  const pages = await Promise.all(names.map(async (name) => setPage(name, await readSet(name), table)));
  const forScenarios = GIVEN_SETS.filter((name) => !names.includes(name));
  const given = await Promise.all(forScenarios.map(async (name) => givenPage(await readSet(name), table)));
  return `# Fixtures

Made by "npm run generate" from the files in fixtures/: edit those.

A new sandbox is not empty, so your first GET returns data. It starts with a set of fixtures, a folder of YAML files below
[\`fixtures/\`](../fixtures); [\`sets.yaml\`](../fixtures/sets.yaml) assigns the sets to sandboxes. \`POST /__admin/reset\`
restores the set, with all times relative to the reset.

${table(
  ['Sandbox', 'Starts with', 'Ids'],
  [
    ...Object.entries(sandboxes).map(([sandbox, casting]) => castingRow(`\`${sandbox}\``, casting)),
    castingRow('every other sandbox', otherwise),
  ],
)}

Where ids are fixed, you can use the identifiers of the API description's examples as they are: order, buyer, documents,
checks, prospects and links. Elsewhere, ids are generated from the sandbox's seed, and so are two sellers, in the
Netherlands and in Belgium as in the demo, so that the verdicts are the same; a seller that you name yourself may turn a
sale abroad into a domestic one. An organization without the capability for several VINs or for Mode A gets none of the
fixtures that need it.

## How fixtures are created

Fixture files do not contain records. They list calls of the API (\`submitInvoice\`, \`confirmPickup\`) and how long before the
sandbox was created they were made (\`ago: P12DT3H\`), with the members of the body that differ from a usual sale. The stub plays
them in chronological order with the code that serves API calls, so every fixture is in a state that the workflow can reach. \`status\` is the
expected final status, and is checked.

- Past events are neither delivered nor stored.
- The VIES result depends on the VAT number, as for every buyer. Daily re-checks of open orders have happened and continue.
- Processes in progress continue: open links expire, and the verification in progress in the demo ends 40 seconds
  after the sandbox was created.
- On a frozen clock, the same seed produces the same bytes.
- There are no webhook endpoints, because the stub would send to them.

The first line of each file names its JSON Schema, so editors can complete and explain the keys.

${pages.join('\n\n')}

${given.join('\n\n')}
`;
};
