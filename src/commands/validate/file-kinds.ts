import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { storyboardWords } from '../../control/show/storyboard.ts';
import { openGivenFixtures } from '../../edges/files/given-fixtures.ts';
import { createFixtureLibrary } from '../../edges/files/load-fixtures.ts';
import { loadOrganizations } from '../../edges/files/load-organizations.ts';
import { loadAdminContract, loadAssumptions, loadOwnContract } from '../../edges/files/load-own-contract.ts';
import { loadYaml, readNamedText } from '../../edges/files/load-yaml.ts';
import { packageJson } from '../../edges/files/package-files.ts';
import { SCENARIO_FILES } from '../../edges/files/scenario-files.ts';
import { STORYBOARD_FILES } from '../../edges/files/storyboard-files.ts';
import { createRegister } from '../../engine/assumptions/register.ts';
import { createScenarioSchema, type ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { once } from '../../kernel/caches.ts';
import { drawSeededSecret } from '../../vat/invitations/invitation.ts';
import { SCENARIO_TEMPLATES } from '../../vat/scenarios/define-scenario.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';
import { checkDescription, checkEvents } from './check-descriptions.ts';

/** Returns the faults of a file or folder, a line each, or throws them; overlays change OpenAPI descriptions. */
type Check = (file: string, overlays: readonly string[]) => Promise<readonly string[]>;

/** By reading it: the reader throws the faults. */
const byReading =
  (read: (file: string) => Promise<unknown>): Check =>
  async (file) => {
    await read(file);
    return [];
  };

/** A kind of files, and of folders that contain one. */
interface FileKind {
  /** The first of them at the top of a file tells its kind. */
  readonly keys: readonly string[];
  readonly checkFile: Check;
  /** Undefined if a folder of such files is none of its own. */
  readonly checkFolder?: Check;
}

const DESCRIPTION: FileKind = {
  keys: ['openapi', 'swagger'],
  checkFile: checkDescription,
  checkFolder: checkDescription,
};

/** Scenarios apply to the bundled description only. Of fixtures, only names and members matter: none is installed. */
const scenarioWords = once(async (): Promise<ScenarioSchema> => {
  const [contract, assumptions] = await Promise.all([loadOwnContract(), loadAssumptions()]);
  return createScenarioSchema({
    contract,
    simulators: SIMULATORS,
    fixtures: openGivenFixtures({ drawSecret: drawSeededSecret, organizationOf: () => undefined }).words,
    register: createRegister(assumptions),
    templates: SCENARIO_TEMPLATES,
  });
});

/** A file that is named alone may have any name. */
const named = <Words>(
  {
    noun,
    read,
    load,
  }: {
    readonly noun: string;
    readonly read: (text: string, file: string, options: { readonly words: Words }) => Promise<unknown>;
    readonly load: (folder: string, words: Words) => Promise<unknown>;
  },
  words: () => Promise<Words>,
) => ({
  keys: [noun],
  checkFile: byReading(async (file) => read(await readNamedText(file), file, { words: await words() })),
  checkFolder: byReading(async (folder) => load(folder, await words())),
});

const SCENARIO = named(SCENARIO_FILES, scenarioWords);
const STORYBOARD = named(
  STORYBOARD_FILES,
  once(async () => storyboardWords(await loadOwnContract(), await loadAdminContract())),
);

/** All files of a folder: an order may refer to a buyer in another one. */
const readFixtureSet = async (folder: string): Promise<void> => {
  const whole = path.resolve(folder);
  await createFixtureLibrary(path.dirname(whole)).set(path.basename(whole));
};

/** All sets named in `sets.yaml`, and all other sets beside it. */
const readFixtureLibrary = async (folder: string): Promise<void> => {
  const library = createFixtureLibrary(path.resolve(folder));
  const { named, otherwise } = await library.castings();
  const entries = await readdir(folder, { withFileTypes: true });
  const inFolder = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sets = new Set([...named.values(), otherwise].flatMap((casting) => casting?.set ?? []).concat(inFolder));
  for (const set of sets) await library.set(set);
};

const KINDS: readonly FileKind[] = [
  DESCRIPTION,
  { keys: ['asyncapi'], checkFile: checkEvents },
  { keys: ['organizations'], checkFile: byReading(loadOrganizations) },
  SCENARIO,
  STORYBOARD,
  {
    keys: ['buyers', 'orders', 'kycInvitations', 'prospectInvitations'],
    checkFile: byReading(async (file) => {
      await loadYaml(file, packageJson('fixtures', 'fixtures.schema.json'));
      if (path.extname(file) === '.yaml') await readFixtureSet(path.dirname(path.resolve(file)));
    }),
    checkFolder: byReading(readFixtureSet),
  },
];

/** Maps sandboxes to the fixtures they start with: only a folder of sets has this file. */
const SETS_FILE = 'sets.yaml';

const YAML = /\.ya?ml$/i;

/** Treats anything unknown as an OpenAPI description, whose loader reports what is missing. */
export const checkOf = async (file: string): Promise<Check> => {
  // Regardless of its content: its loader reports what is missing.
  if (path.resolve(file) === SCENARIO_FILES.bundled) return SCENARIO.checkFolder;
  if (path.resolve(file) === STORYBOARD_FILES.bundled) return STORYBOARD.checkFolder;
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() === true) return checkOfFolder(file);
  return ((await kindOf(file)) ?? DESCRIPTION).checkFile;
};

const kindOf = async (file: string): Promise<FileKind | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const key of keysAtTop(text)) {
    const kind = KINDS.find(({ keys }) => keys.includes(key));
    if (kind !== undefined) return kind;
  }
  return undefined;
};

/** Top-level keys: those without indentation in YAML; for JSON, as far as it can be parsed. */
const keysAtTop = (text: string): readonly string[] => {
  if (!/^\s*\{/.test(text)) return [...text.matchAll(/^["']?([A-Za-z]+)["']?\s*:/gm)].map(([, key = '']) => key);
  try {
    return Object.keys(JSON.parse(text) as object);
  } catch {
    return [...text.matchAll(/["']?([A-Za-z]+)["']?\s*:/g)].map(([, key = '']) => key);
  }
};

const checkOfFolder = async (folder: string): Promise<Check> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && YAML.test(entry.name));
  if (files.some(({ name, parentPath }) => name === SETS_FILE && path.relative(folder, parentPath) === ''))
    return byReading(readFixtureLibrary);
  for (const { name, parentPath } of files) {
    const check = (await kindOf(path.join(parentPath, name)))?.checkFolder;
    if (check !== undefined) return check;
  }
  return checkDescription;
};
