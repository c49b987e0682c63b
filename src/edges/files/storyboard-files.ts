import type { checkStoryboard } from '../../control/show/check-storyboard.ts';
import { LARGEST_STORYBOARD, toStoryboard } from '../../control/show/storyboard.ts';
import type { StoryboardFile } from '../../generated/storyboard-file.ts';
import { namedFiles } from './named-files.ts';

const MAX_STORYBOARD_FILES = 100;

export const STORYBOARD_FILES = namedFiles({
  noun: 'storyboard',
  most: MAX_STORYBOARD_FILES,
  largest: LARGEST_STORYBOARD,
  empty: 'the file is empty: start with "storyboard:" and a name, then add chapters',
  check: async (...parts: Parameters<typeof checkStoryboard>) =>
    (await import('../../control/show/check-storyboard.ts')).checkStoryboard(...parts),
  make: (file: StoryboardFile, path) => toStoryboard(file, path),
});
