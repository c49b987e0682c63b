import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { READY_SCENARIOS } from '../../edges/files/scenario-files.ts';
import { READY_STORYBOARDS } from '../../edges/files/storyboard-files.ts';

/** Type of a file or folder. */
export type Kind =
  | 'description'
  | 'asyncapi'
  | 'organizations'
  | 'scenario'
  | 'scenario-folder'
  | 'storyboard'
  | 'storyboard-folder'
  | 'fixtures'
  | 'fixture-set'
  | 'fixture-library';

/** Keyed by the top-level key of a file. */
const KINDS: Readonly<Record<string, Kind>> = {
  openapi: 'description',
  swagger: 'description',
  asyncapi: 'asyncapi',
  organizations: 'organizations',
  scenario: 'scenario',
  storyboard: 'storyboard',
  buyers: 'fixtures',
  orders: 'fixtures',
  kycInvitations: 'fixtures',
  prospectInvitations: 'fixtures',
};

/** Maps sandboxes to the fixtures they start with: only a folder of sets has this file. */
const SETS_FILE = 'sets.yaml';

const YAML = /\.ya?ml$/i;

/** Treats anything unknown as an OpenAPI description, whose loader reports what is missing. */
export const kindOf = async (file: string): Promise<Kind> => {
  // Regardless of its content: its loader reports what is missing.
  if (path.resolve(file) === path.resolve(READY_SCENARIOS)) return 'scenario-folder';
  if (path.resolve(file) === path.resolve(READY_STORYBOARDS)) return 'storyboard-folder';
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() === true) return kindOfFolder(file);
  return (await kindOfFile(file)) ?? 'description';
};

const kindOfFile = async (file: string): Promise<Kind | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const key of keysAtTop(text)) {
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
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

const kindOfFolder = async (folder: string): Promise<Kind> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && YAML.test(entry.name));
  if (files.some(({ name, parentPath }) => name === SETS_FILE && path.relative(folder, parentPath) === ''))
    return 'fixture-library';
  for (const { name, parentPath } of files) {
    const kind = await kindOfFile(path.join(parentPath, name));
    if (kind === 'scenario') return 'scenario-folder';
    if (kind === 'storyboard') return 'storyboard-folder';
    if (kind === 'fixtures') return 'fixture-set';
    if (kind === 'description') return kind;
  }
  return 'description';
};
