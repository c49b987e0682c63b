import type { checkStoryboard } from '../../control/show/check-storyboard.ts';
import type { StoryboardFile } from '../../generated/storyboard-file.ts';
import {
  LARGEST_STORYBOARD,
  type Storyboard,
  type StoryboardWords,
  toStoryboard,
} from '../../control/show/storyboard.ts';
import { once } from '../../kernel/caches.ts';
import { type UploadParts, namedFiles, textOf } from './named-files.ts';
import { packageFile, packageJson } from './package-files.ts';
import { type YamlLibraryParts, openYamlLibrary } from './yaml-folder.ts';

/** The bundled storyboards. */
export const READY_STORYBOARDS = packageFile('storyboards');

const MAX_STORYBOARD_FILES = 100;

const STORYBOARD_FILES = namedFiles({
  noun: 'storyboard',
  flag: '--storyboards',
  most: MAX_STORYBOARD_FILES,
  largest: LARGEST_STORYBOARD,
  empty: 'the file is empty: start with "storyboard:" and a name, then add chapters',
  schema: once(() => packageJson('storyboards', 'storyboard.schema.json')),
  nameIn: ({ storyboard }: StoryboardFile) => storyboard,
  check: async (...parts: Parameters<typeof checkStoryboard>) =>
    (await import('../../control/show/check-storyboard.ts')).checkStoryboard(...parts),
});

/**
 * The storyboards of a folder and its subfolders, by name. Validates them if there are words.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadStoryboards = (folder: string, words?: StoryboardWords): Promise<ReadonlyMap<string, Storyboard>> =>
  STORYBOARD_FILES.load(folder, words, toStoryboard);

/** @throws {@link FileError} with file, line, column and a remedy for each fault */
export const readStoryboard = (text: string, file: string, words?: StoryboardWords): Promise<StoryboardFile> =>
  STORYBOARD_FILES.read(text, file, { words });

export type OpenedStoryboards = Awaited<ReturnType<typeof openStoryboards>>;

export const openStoryboards = async (
  parts: YamlLibraryParts &
    Omit<UploadParts<StoryboardWords>, 'words'> & {
      readonly hasLibrary: boolean;
      readonly words: () => Promise<StoryboardWords>;
    },
) => {
  const { words } = parts;
  const { load, close } = await openYamlLibrary<Storyboard>(parts, {
    loadBundled: () => (parts.hasLibrary ? loadStoryboards(READY_STORYBOARDS) : Promise.resolve(new Map())),
    loadOwn: async (folder) => loadStoryboards(folder, await words()),
  });
  return {
    /** Those of files: the bundled ones, then the user's. */
    load,
    read: STORYBOARD_FILES.readUpload(parts),
    /** The text of a storyboard, as YAML. */
    readText: ({ path: file, file: storyboard }: Storyboard): Promise<string> => textOf(file, storyboard),
    /** The JSON Schema of storyboard files. */
    schema: STORYBOARD_FILES.schema,
    words,
    close,
  };
};
