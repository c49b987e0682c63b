import type { ValidateFunction } from 'ajv';
import { once } from '../../kernel/caches.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { FixtureWords, InstallFixtures } from '../../engine/scenarios/given.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { type FixtureSet, findDiagnostics } from '../../vat/fixtures/fixture.ts';
import { installFixtures, type GivenOptions, composeGiven, findFixture } from '../../vat/fixtures/install-fixtures.ts';
import type { DrawLinkSecret } from '../../vat/invitations/invitation.ts';
import { fixtureSet, joinSets } from './load-fixtures.ts';
import { fileValidator } from './located-file.ts';
import { packageJson } from './package-files.ts';
import { toShapeFault } from '../../engine/validation/shape-fault.ts';

/** The sets whose fixtures scenarios can use: those of the demo, and those for scenarios only. */
export const GIVEN_SETS = ['demo', 'given'] as const;

/** Members of a fixture that a scenario cannot override. */
const FIXED = ['name', 'about', 'id', 'addressId', 'secret', 'exportFileIds'];

/** Fixtures by name, for scenarios; loaded when the first scenario uses one. */
export const openGivenFixtures = ({
  drawSecret,
  organizationOf,
  sets = GIVEN_SETS,
}: {
  readonly drawSecret: DrawLinkSecret;
  readonly organizationOf: (sandbox: string) => CallerOrganization | undefined;
  readonly sets?: readonly string[];
}): { readonly words: FixtureWords; readonly installFixtures: InstallFixtures } => {
  const load = once(async () => joinSets(await Promise.all(sets.map(fixtureSet))));
  return {
    words: {
      names: async () => namesOf(await load()),
      diagnosticsOf: async (given) => diagnosticsOf(await load(), given),
    },
    installFixtures: async (work, sandbox, wanted) => {
      const fixtures = await load();
      for (const { fixture } of wanted)
        if (findFixture(fixtures, fixture) === undefined)
          throw plainProblem(409, {
            detail: `There is no fixture "${fixture}": ${toSentence(suggest(fixture, namesOf(fixtures)))}`,
          });
      const organization = organizationOf(sandbox);
      if (organization === undefined) throw new Error(`sandbox ${sandbox} belongs to nobody`);
      return installFixtures(work, organization, wanted, { library: fixtures, drawSecret });
    },
  };
};

const namesOf = ({ buyers, orders, invitations }: FixtureSet): readonly string[] =>
  [...orders, ...buyers, ...invitations].map(({ name }) => name);

type Diagnostics = Awaited<ReturnType<FixtureWords['diagnosticsOf']>>;

const diagnosticsOf = (fixtures: FixtureSet, wanted: readonly GivenOptions[]): Diagnostics => {
  const misshapen = wanted.flatMap((one, index) => shapeDiagnosticsOf(fixtures, one, index));
  if (misshapen.length > 0) return misshapen;
  const { set, requested } = composeGiven(fixtures, wanted);
  return requested.flatMap(({ name }, index) => {
    const found = findFixture(set, name);
    const faults = found === undefined ? [] : findDiagnostics(found.fixture, set);
    return faults.map(({ path, message }) => ({ path: [index, 'with', ...path], message }));
  });
};

const shapeDiagnosticsOf = (fixtures: FixtureSet, one: GivenOptions, index: number): Diagnostics => {
  const fixed = Object.keys(one.with ?? {}).filter((member) => FIXED.includes(member));
  if (fixed.length > 0)
    return fixed.map((member) => ({
      path: [index, 'with', member],
      message: `"${member}" of a fixture cannot be changed: leave it out`,
    }));
  const found = findFixture(fixtures, one.fixture);
  if (found === undefined) return [];
  const { kind, fixture } = found;
  const { kind: invited, ...value } = { kind: undefined, ...fixture, ...one.with };
  const definition = kind === 'invitation' ? (invited === 'KYC' ? 'kycInvitation' : 'prospectInvitation') : kind;
  const validate = validatorOf(definition);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => {
      const { path, message } = toShapeFault(error);
      return { path: [index, 'with', ...path], message: message.replace(/^the file /, `the fixture ${one.fixture} `) };
    });
};

const definitions = new Map<string, object>();

const validatorOf = (definition: string): ValidateFunction =>
  fileValidator(
    getOrInsert(definitions, definition, () => {
      const { $defs } = packageJson('fixtures', 'fixtures.schema.json') as { readonly $defs: object };
      return { $defs, $ref: `#/$defs/${definition}` };
    }),
  );
