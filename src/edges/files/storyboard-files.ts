import { checkStoryboard } from '../../control/storyboards/check-storyboard.ts';
import { once } from '../../kernel/caches.ts';
import path from 'node:path';
import {
  LARGEST_STORYBOARD,
  toStoryboard,
  type Storyboard,
  type StoryboardOrigin,
  type StoryboardWords,
} from '../../control/storyboards/storyboard.ts';
import type { StoryboardFile } from '../../generated/storyboard-file.ts';
import { packageFile, packageJson } from './package-files.ts';
import { loadYamlFolder, nameOfFile, readTextFile, type YamlLibraryParts, openYamlLibrary } from './yaml-folder.ts';
import { formatPath } from '../../kernel/path.ts';
import { type LocatedFileOptions, readLocatedFile } from './located-file.ts';
import { readFile } from 'node:fs/promises';
import type { LoadStoryboards } from '../../control/storyboards/storyboard-repository.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type InTurn, atOnce } from '../../kernel/turns.ts';
import type { ReadYaml } from './read-yaml.ts';
import { toYaml } from './scenario-files.ts';

/** The bundled storyboards. */
export const READY_STORYBOARDS = packageFile('storyboards');

const MAX_STORYBOARD_FILES = 100;

/** The storyboards of a folder and its subfolders, by name. */
export type StoryboardSet = ReadonlyMap<string, Storyboard>;

/**
 * Loads every storyboard of a folder and its subfolders. Validates them if there are words; our own files are not
 * validated at every start.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadStoryboards = (folder: string, words?: StoryboardWords): Promise<StoryboardSet> => {
  const origin: StoryboardOrigin = path.resolve(folder) === path.resolve(READY_STORYBOARDS) ? 'bundled' : 'file';
  const kind = { folder, noun: 'storyboard', flag: '--storyboards', most: MAX_STORYBOARD_FILES };
  return loadYamlFolder(kind, async (file) => {
    const text = await readTextFile(file);
    return toStoryboard(await readStoryboard(text, file, { words, name: nameOfFile(file) }), origin, file);
  });
};

/** The JSON Schema of storyboard files. */
const storyboardFileSchema = once(() => packageJson('storyboards', 'storyboard.schema.json'));

interface ReadStoryboardOptions extends LocatedFileOptions {
  /** The descriptions to validate the calls against; omitted for our own files, which tests validate. */
  readonly words?: StoryboardWords | undefined;
  /** Expected name, derived from the file name. */
  readonly name?: string | undefined;
}

/**
 * Parses a storyboard from YAML, or from JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const readStoryboard = (
  text: string,
  file: string,
  { words, name, ...options }: ReadStoryboardOptions = {},
): Promise<StoryboardFile> =>
  readLocatedFile<StoryboardFile>(text, file, {
    ...options,
    largest: LARGEST_STORYBOARD,
    tooLarge: 'split it into several storyboards',
    empty: 'the file is empty: start with "storyboard:" and a name, then add chapters',
    schema: storyboardFileSchema(),
    check: async (storyboard) => {
      const message = `the storyboard is "${storyboard.storyboard}", but its file is ${String(name)}.yaml: rename one of the two`;
      const misnamed = name === undefined || storyboard.storyboard === name ? [] : [{ path: ['storyboard'], message }];
      const found = words === undefined ? [] : await checkStoryboard(storyboard, words, options.pause);
      const placed = found.map((one) => ({
        ...one,
        message: one.path.length === 0 ? one.message : `${formatPath(one.path)}: ${one.message}`,
      }));
      return [...misnamed, ...placed];
    },
  });

export interface OpenedStoryboards {
  /** Those of files: the bundled ones, then the user's. */
  readonly load: LoadStoryboards;
  /** Parses and validates an upload; throws a `FileError` that locates each fault. */
  readonly read: (text: string, inTurn?: InTurn) => Promise<StoryboardFile>;
  /** The text of a storyboard, as YAML. */
  readonly readText: (storyboard: Storyboard) => Promise<string>;
  readonly toText: (file: StoryboardFile) => Promise<string>;
  /** The JSON Schema of storyboard files. */
  readonly schema: () => object;
  readonly words: StoryboardWords;
  readonly close: () => void;
}

interface OpenStoryboardsParts extends YamlLibraryParts {
  readonly words: () => StoryboardWords;
  /** Reads an upload. */
  readonly readYaml: ReadYaml;
  /** The pauses of checking it. */
  readonly pauses: () => Pause;
}

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

export const openStoryboards = async (parts: OpenStoryboardsParts): Promise<OpenedStoryboards> => {
  const { words, pauses } = parts;
  const { load, close } = await openYamlLibrary<Storyboard>(parts, {
    loadBundled: () => loadStoryboards(READY_STORYBOARDS),
    loadOwn: (folder) => loadStoryboards(folder, words()),
  });
  return {
    load,
    read: (text, inTurn = atOnce) =>
      readStoryboard(text, UPLOAD, {
        words: words(),
        pause: pauses(),
        readYaml: (...file) => inTurn(() => parts.readYaml(...file)),
      }),
    readText: async ({ path, file }) => {
      const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
      return text ?? toYaml(file);
    },
    toText: toYaml,
    schema: storyboardFileSchema,
    get words() {
      return words();
    },
    close,
  };
};
