import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { storyboardWords } from '../../control/show/storyboard.ts';
import { openGivenFixtures } from '../../edges/files/given-fixtures.ts';
import { loadOrganizations } from '../../edges/files/load-organizations.ts';
import { loadAdminContract, loadAssumptions, loadOwnContract } from '../../edges/files/load-own-contract.ts';
import { readNamedText } from '../../edges/files/load-yaml.ts';
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
  readonly checkFile: Check;
  /** Undefined if a folder of such files is none of its own. */
  readonly checkFolder?: Check;
}

const DESCRIPTION: FileKind = { checkFile: checkDescription, checkFolder: checkDescription };

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
    read,
    load,
  }: {
    readonly read: (text: string, file: string, options: { readonly words: Words }) => Promise<unknown>;
    readonly load: (folder: string, words: Words) => Promise<unknown>;
  },
  words: () => Promise<Words>,
) => ({
  checkFile: byReading(async (file) => read(await readNamedText(file), file, { words: await words() })),
  checkFolder: byReading(async (folder) => load(folder, await words())),
});

const SCENARIO = named(SCENARIO_FILES, scenarioWords);
const STORYBOARD = named(
  STORYBOARD_FILES,
  once(async () => storyboardWords(await loadOwnContract(), await loadAdminContract())),
);

/** By the first of these keys at the top of a file. */
const KINDS = new Map<string, FileKind>([
  ['openapi', DESCRIPTION],
  ['swagger', DESCRIPTION],
  ['asyncapi', { checkFile: checkEvents }],
  ['organizations', { checkFile: byReading(loadOrganizations) }],
  ['scenario', SCENARIO],
  ['storyboard', STORYBOARD],
]);

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
  return KINDS.get(keysAtTop(text).find((key) => KINDS.has(key)) ?? '');
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
  for (const { name, parentPath } of files) {
    const check = (await kindOf(path.join(parentPath, name)))?.checkFolder;
    if (check !== undefined) return check;
  }
  return checkDescription;
};
