import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { checkName } from '../../engine/matching/nearest.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Fixture } from '../../engine/resources/begin.ts';
import { once } from '../../kernel/caches.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { Path } from '../../kernel/path.ts';
import type { After } from '../../kernel/timers.ts';
import { readLocatedFile, readYamlHere } from './located-file.ts';
import { readNamedText } from './load-yaml.ts';
import { YAML } from './named-files.ts';
import { createReloadReport, openYamlLibrary } from './yaml-folder.ts';

/** A list of things or, of what exists once, one of them, by the names of their resources. */
type FixtureFile = Readonly<Record<string, Fixture['members'] | readonly Fixture['members'][]>>;

const SCHEMA = {
  type: 'object',
  additionalProperties: { if: { type: 'array' }, then: { items: { type: 'object' } }, else: { type: 'object' } },
};

export interface OwnFixturesParts {
  readonly folder: string;
  readonly after: After;
  readonly observer: Observer;
  /** The names of what is kept. */
  readonly resources: readonly string[];
  /** Why a fixture cannot be kept; `taken` has the keys of those before. */
  readonly faultOf: (fixture: Fixture, taken: Set<string>) => Promise<string | undefined>;
}

/**
 * What new sandboxes of any API begin with: the files of the folder `fixtures` beside its description. They are read at the start,
 * so that a faulty one stops it, and when they change.
 */
export const createOwnFixtures = ({ faultOf, resources, ...parts }: OwnFixturesParts) => {
  const load = async (folder: string): Promise<ReadonlyMap<string, readonly Fixture[]>> => {
    const taken = new Set<string>();
    const read = new Map<string, readonly Fixture[]>();
    const findFaults = async (file: FixtureFile): Promise<readonly PathDiagnostic[]> => {
      const faults: PathDiagnostic[] = [];
      for (const name of Object.keys(file))
        checkName('resource', name, resources, (message) => faults.push({ path: [name], message, isKey: true }));
      for (const { fixture, at } of fixturesIn(file)) {
        const fault = await faultOf(fixture, taken);
        if (fault !== undefined) faults.push({ path: at, message: `${fixture.of}: ${fault}` });
      }
      return faults;
    };
    for (const name of (await readdir(folder)).filter((each) => YAML.test(each)).sort()) {
      const file = path.join(folder, name);
      const kind = {
        schema: SCHEMA,
        empty: 'the file is empty: write the name of a resource and a list of its records, or {}',
        readYaml: (text: string, shown: string) => readYamlHere(text, shown, Infinity),
        check: findFaults,
      };
      const value = await readLocatedFile<FixtureFile>(await readNamedText(file), file, kind);
      read.set(
        name,
        [...fixturesIn(value)].map(({ fixture }) => fixture),
      );
    }
    return read;
  };

  const open = once(() =>
    openYamlLibrary(
      { ...parts, isFlat: true, reloaded: createReloadReport(parts.observer, 'fixtures') },
      { loadBundled: () => Promise.resolve(new Map<string, readonly Fixture[]>()), loadOwn: load },
    ),
  );

  return {
    /** Reads them, if they were not. */
    open: async (): Promise<void> => {
      await open();
    },
    all: async (): Promise<readonly Fixture[]> => [...(await (await open()).load()).values()].flat(),
    close: (): void => {
      void open().then(
        ({ close }) => {
          close();
        },
        () => undefined,
      );
    },
  };
};

/** The things of a file, with their places. */
function* fixturesIn(file: FixtureFile): Generator<{ readonly fixture: Fixture; readonly at: Path }, void> {
  for (const [of, listed] of Object.entries(file)) {
    const things = [listed].flat() as readonly Fixture['members'][];
    for (const [index, members] of things.entries())
      yield { fixture: { of, members }, at: Array.isArray(listed) ? [of, index] : [of] };
  }
}
