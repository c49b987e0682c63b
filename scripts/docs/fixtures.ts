import { GIVEN_SETS } from '../../src/edges/files/given-fixtures.ts';
import { type Casting, packageFixtures } from '../../src/edges/files/load-fixtures.ts';
import type { FixtureSet, InvitationFixture, OrderFixture } from '../../src/vat/fixtures/fixture.ts';
import type { Table } from './workflow.ts';

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

const fixedId = (id: string | undefined): string => (id === undefined ? 'drawn' : code(id));

const castingRow = (sandbox: string, casting: Casting | undefined): readonly string[] => [
  sandbox,
  casting === undefined ? 'nothing' : `[${casting.set}](#the-set-${casting.set})`,
  casting === undefined ? '' : casting.fixesIds ? 'fixed' : 'drawn',
];

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

const whoUsed = (invitation: InvitationFixture): string => {
  if (invitation.used === undefined) return '';
  if (invitation.kind === 'KYC') return invitation.used.submission.companyName;
  const { id, submission } = invitation.used;
  const name =
    submission.type === 'COMPANY' ? submission.companyName : `${submission.firstName} ${submission.lastName}`;
  return `${name}<br>${fixedId(id)}`;
};

const linksOf = ({ invitations }: FixtureSet, table: Table): string =>
  table(
    ['Link of', 'Purpose', 'Secret at its end', 'Used by, with the id of the prospect'],
    invitations.map((invitation) => [
      code(invitation.kind),
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

A scenario names what it is given (\`given: [{ fixture: order-ready }]\`): one of these, which no sandbox starts with, or one of
the [set demo](#the-set-demo) by the name that its file gives it. New ones are made each time that it is activated;
[scenarios/README.md](../scenarios/README.md#what-a-scenario-is-given) says how.

${table(
  ['Fixture', 'Purpose', 'Leads to'],
  [
    ...orders.map(({ name, about, status }) => [code(name), about, code(status)]),
    ...buyers.map(({ name, about }) => [code(name), about, '']),
  ],
)}`;

/** docs/fixtures.md: what the sandboxes start with. */
export const fixtures = async (table: Table): Promise<string> => {
  const { named, otherwise } = await packageFixtures.castings();
  const castings = [...named.values(), otherwise].filter((casting) => casting !== undefined);
  const names = [...new Set(castings.map(({ set }) => set))];
  const pages = await Promise.all(names.map(async (name) => setPage(name, await packageFixtures.set(name), table)));
  const forScenarios = GIVEN_SETS.filter((name) => !names.includes(name));
  const given = await Promise.all(forScenarios.map(async (name) => givenPage(await packageFixtures.set(name), table)));
  return `# Fixtures

Made by "npm run generate" from the files in fixtures/: edit those.

A new sandbox is not empty: a first GET already shows something. What it starts with is a set of fixtures, a folder of YAML
files below [\`fixtures/\`](../fixtures); [\`sets.yaml\`](../fixtures/sets.yaml) says who gets which. \`POST /__admin/reset\`
brings a sandbox back to it, with all times counted anew.

${table(
  ['Sandbox', 'Starts with', 'Ids'],
  [
    ...[...named].map(([sandbox, casting]) => castingRow(`\`${sandbox}\``, casting)),
    castingRow('every other sandbox', otherwise),
  ],
)}

Where ids are fixed, the identifiers of the description's examples can be called as they stand: order, buyer, documents,
checks, prospects and links. Elsewhere they are drawn from the seed of the sandbox. An organization that has no capability
for several VINs or for Mode A has none of the fixtures that need it.

## How they come about

Fixtures are not stored as they are written. They say what happened (an order was created, an invoice submitted, a pickup
confirmed) and how long before the sandbox was made ready (\`ago: P12DT3H\`); then all of it happens, in the order of time,
by the same code that answers calls. So nothing stands where the workflow does not lead: a file with a step out of order is
refused with its line and the problem that a client would get. \`status\` is the expected final status, and is checked.

- Past events are neither delivered nor stored.
- The VIES result depends on the VAT number, as for every buyer. Daily re-checks of open orders have happened and continue.
- Processes in progress continue: open links expire, and the verification in progress in the demo ends 40 seconds
  after the sandbox was created.
- On a frozen clock, the same seed produces the same bytes.
- There are no webhook endpoints, because the stub would send to them.

An editor that knows JSON Schema completes the keys and explains them; the first line of each file names its schema.

${pages.join('\n\n')}

${given.join('\n\n')}
`;
};
