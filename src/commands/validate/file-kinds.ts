import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { READY_SCENARIOS } from '../../edges/files/scenario-files.ts';
import { READY_STORYBOARDS } from '../../edges/files/storyboard-files.ts';
import {
  checkFixtureFile,
  checkFixtureLibrary,
  checkFixtureSet,
  checkOrganizations,
  checkScenarioFile,
  checkScenarioFolder,
  checkStoryboardFile,
  checkStoryboardFolder,
} from './check-files.ts';
import { checkDescription, checkEvents } from './check-descriptions.ts';

/** Returns the faults, a line each, or throws them. */
type Check = (file: string) => Promise<readonly string[] | undefined>;

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
const SCENARIO = { keys: ['scenario'], checkFile: checkScenarioFile, checkFolder: checkScenarioFolder };
const STORYBOARD = { keys: ['storyboard'], checkFile: checkStoryboardFile, checkFolder: checkStoryboardFolder };

const KINDS: readonly FileKind[] = [
  DESCRIPTION,
  { keys: ['asyncapi'], checkFile: checkEvents },
  { keys: ['organizations'], checkFile: checkOrganizations },
  SCENARIO,
  STORYBOARD,
  {
    keys: ['buyers', 'orders', 'kycInvitations', 'prospectInvitations'],
    checkFile: checkFixtureFile,
    checkFolder: checkFixtureSet,
  },
];

/** Maps sandboxes to the fixtures they start with: only a folder of sets has this file. */
const SETS_FILE = 'sets.yaml';

const YAML = /\.ya?ml$/i;

/** Treats anything unknown as an OpenAPI description, whose loader reports what is missing. */
export const checkOf = async (file: string): Promise<Check> => {
  // Regardless of its content: its loader reports what is missing.
  if (path.resolve(file) === path.resolve(READY_SCENARIOS)) return SCENARIO.checkFolder;
  if (path.resolve(file) === path.resolve(READY_STORYBOARDS)) return STORYBOARD.checkFolder;
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
    return checkFixtureLibrary;
  for (const { name, parentPath } of files) {
    const check = (await kindOf(path.join(parentPath, name)))?.checkFolder;
    if (check !== undefined) return check;
  }
  return checkDescription;
};
