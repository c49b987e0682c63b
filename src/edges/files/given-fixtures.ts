import { once, getOrInsert } from '../../kernel/caches.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { FixtureWords, InstallFixtures } from '../../engine/scenarios/given.ts';
import { type Fixture, findDiagnostics } from '../../vat/fixtures/fixture.ts';
import { installFixtures, type GivenOptions, composeGiven } from '../../vat/fixtures/install-fixtures.ts';
import type { DrawLinkSecret } from '../../vat/invitations/invitation.ts';
import { fixtureSet } from './load-fixtures.ts';
import { findFileFaults } from './located-file.ts';
import { packageJson } from './package-files.ts';

/** The sets whose fixtures scenarios can use: those of the demo, and those for scenarios only. */
export const GIVEN_SETS = ['demo', 'given'] as const;

/** Members of a fixture that a scenario cannot override. */
const FIXED = ['kind', 'name', 'about', 'id', 'addressId', 'secret'];

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
  const load = once(async () => (await Promise.all(sets.map(fixtureSet))).flat());
  return {
    words: {
      names: async () => (await load()).map(({ name }) => name),
      diagnosticsOf: async (given) => diagnosticsOf(await load(), given),
    },
    installFixtures: async (work, sandbox, wanted) => {
      const organization = organizationOf(sandbox);
      if (organization === undefined) throw new Error(`sandbox ${sandbox} belongs to nobody`);
      return installFixtures(work, organization, wanted, { library: await load(), drawSecret });
    },
  };
};

type Diagnostics = Awaited<ReturnType<FixtureWords['diagnosticsOf']>>;

const diagnosticsOf = async (fixtures: readonly Fixture[], wanted: readonly GivenOptions[]): Promise<Diagnostics> => {
  const { all, requested } = composeGiven(fixtures, wanted);
  const found = requested.map(async (fixture, index): Promise<Diagnostics> => {
    const fixed = Object.keys(wanted[index]?.with ?? {}).filter((member) => FIXED.includes(member));
    const { kind, ...value } = fixture;
    const faults =
      fixed.length > 0
        ? fixed.map((member) => ({
            path: [member],
            message: `"${member}" of a fixture cannot be changed: leave it out`,
          }))
        : await findFileFaults(value as never, {
            schema: definitionOf(kind),
            empty: '',
            check: () => Promise.resolve(findDiagnostics(fixture, all)),
          });
    return faults.map(({ path, message }) => ({
      path: [index, 'with', ...path],
      message: message.replace(/^the file /, `the fixture ${fixture.name} `),
    }));
  });
  return (await Promise.all(found)).flat();
};

const definitions = new Map<string, object>();

const definitionOf = (kind: Fixture['kind']): object =>
  getOrInsert(definitions, kind, () => {
    const { $defs } = packageJson('fixtures', 'fixtures.schema.json') as { readonly $defs: object };
    return { $defs, $ref: `#/$defs/${kind}` };
  });
