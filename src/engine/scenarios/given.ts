import type { Json } from '../../kernel/json.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { FlawList, Path } from './flaw.ts';
import { suggest } from './nearest.ts';
import { type Source, fillMembers, spotsIn } from './placeholder.ts';
import type { Given, ScenarioFile } from './scenario-file.ts';
import { NO_SOURCE, sourceOfWork } from './source.ts';

/** What was put into the sandbox for a scenario, and by which ids it is found. */
export interface GivenThing {
  /** The name of the fixture; the second of a name is `ready-2`. */
  readonly fixture: string;
  readonly kind: string;
  /** `orderUuid`, `buyerUuid` ... */
  readonly values: Readonly<Record<string, string>>;
}

/** Puts fixtures into a sandbox, all in one transaction. */
export type Furnish = (work: UnitOfWork, sandbox: string, given: readonly Given[]) => Promise<readonly GivenThing[]>;

/** What scenarios may be given: they are held against it when they are loaded. */
export interface FixtureWords {
  readonly names: () => Promise<readonly string[]>;
  /** What of the members does not fit; paths begin with the place of the fixture in the list. */
  readonly flawsOf: (given: readonly Given[]) => Promise<readonly { readonly path: Path; readonly message: string }[]>;
}

/** `{{given.ready.orderUuid}}` */
const GIVEN = /^given\.([a-z0-9-]+)\.(\w+)$/;

/** The values of what a scenario was given, by the name of their placeholder. */
const namedValues = (things: readonly GivenThing[]): Readonly<Record<string, () => Json>> =>
  Object.fromEntries(
    things.flatMap(({ fixture, values }) =>
      Object.entries(values).map(([member, value]) => [`given.${fixture}.${member}`, () => value]),
    ),
  );

/** A source that knows what its scenario was given, too. */
export const withGiven = (source: Source, { given }: { readonly given?: readonly GivenThing[] }): Source =>
  given === undefined ? source : { ...source, named: { ...source.named, ...namedValues(given) } };

/** Fixtures with the placeholders of their members filled. */
export const fillGiven = (given: readonly Given[], { now }: Pick<UnitOfWork, 'now'>): readonly Given[] =>
  given.map(({ fixture, with: members = {} }) => ({
    fixture,
    with: fillMembers(members, sourceOfWork(NO_SOURCE, { now })),
  }));

/** Names are known, members fit, and what placeholders speak of is there. */
export const checkGiven = async (
  file: ScenarioFile,
  words: FixtureWords | undefined,
  flaws: FlawList,
): Promise<void> => {
  const { given = [] } = file;
  checkMentions(file, flaws);
  if (words === undefined || given.length === 0) return;
  const names = await words.names();
  let allKnown = true;
  for (const [index, { fixture }] of given.entries()) {
    if (names.includes(fixture)) continue;
    allKnown = false;
    flaws.at('given', index, 'fixture').add(`there is no fixture "${fixture}": ${suggest(fixture, names)}`);
  }
  if (!allKnown) return;
  for (const { path, message } of await words.flawsOf(fillGiven(given, { now: 0 })))
    flaws.at('given', ...path).add(message);
};

const checkMentions = ({ given = [], steps = [], timeline = [] }: ScenarioFile, flaws: FlawList): void => {
  const names = given.map(({ fixture }) => fixture);
  for (const { path, names: placeholders } of spotsIn({ steps, timeline }))
    for (const placeholder of placeholders) {
      const fixture = GIVEN.exec(placeholder)?.[1];
      if (fixture === undefined || names.includes(fixture) || names.includes(fixture.replace(/-\d+$/, ''))) continue;
      flaws
        .at(...path)
        .add(`{{${placeholder}}} speaks of a fixture that the scenario is not given: ${suggest(fixture, names)}`);
    }
};
