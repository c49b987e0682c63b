import { type TypeOf, label, mapOf, object, text } from '../sandbox/record-schema.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { GIVEN, NO_SOURCE, type TemplateSource, fillMembers, sourceAt } from './template.ts';
import type { Choices } from '../assumptions/register.ts';
import type { GivenFile } from '../../generated/scenario-file.ts';

/** A fixture installed for a scenario, and the ids that identify it. */
export const givenFixture = object({
  /** Name of the fixture; a second one of the same name is `ready-2`. */
  fixture: label,
  kind: label,
  /** Ids by name. */
  values: mapOf(text),
});

export type GivenFixture = TypeOf<typeof givenFixture>;

/** Installs fixtures in a sandbox, all in one transaction. */
export type InstallFixtures = (
  work: UnitOfWork,
  sandbox: string,
  given: readonly Given[],
) => Promise<readonly GivenFixture[]>;

/** The fixtures that scenarios may name: scenarios are validated against them when they are loaded. */
export interface FixtureWords {
  readonly names: () => Promise<readonly string[]>;
  /** Errors in the members; paths begin with the index of the fixture in the list. */
  readonly diagnosticsOf: (given: readonly Given[]) => Promise<readonly PathDiagnostic[]>;
}

/** A template source that also has the values of the scenario's fixtures. */
export const withGiven = (
  source: TemplateSource,
  { given }: { readonly given?: readonly GivenFixture[] },
): TemplateSource =>
  given === undefined
    ? source
    : (name) => {
        const [, fixture, member = ''] = GIVEN.exec(name) ?? [];
        const values = given.find((one) => one.fixture === fixture)?.values ?? {};
        return Object.hasOwn(values, member) ? values[member] : source(name);
      };

/** A fixture that a scenario starts with; other entries of `given` set switches. */
export type Given = GivenFile & { readonly fixture: string };

export const isFixture = (given: GivenFile): given is Given => given.fixture !== undefined;

export const fixturesIn = (given: readonly GivenFile[]): readonly Given[] => given.filter(isFixture);

/** All switches that a scenario sets; for the same assumption, the last one wins. */
export const switchesIn = (given: readonly GivenFile[]): Choices =>
  Object.assign({}, ...given.map(({ assume }) => assume)) as Choices;

/** Fixtures with the templates in their members expanded. */
export const fillGiven = (given: readonly Given[], now: number): readonly Given[] =>
  given.map(({ fixture, with: members = {} }) => ({
    fixture,
    with: fillMembers(members, sourceAt(NO_SOURCE, now)),
  }));
