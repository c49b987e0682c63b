import path from 'node:path';
import type { StoryboardWords } from '../../control/storyboards/storyboard-words.ts';
import { type Storyboard, type StoryboardOrigin, toStoryboard } from '../../control/storyboards/storyboard.ts';
import { packageFile } from './package-files.ts';
import { readStoryboard } from './read-storyboard.ts';
import { loadYamlFolder, nameOfFile, readTextFile } from './yaml-folder.ts';

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
