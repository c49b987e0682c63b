import { checkStoryboard } from '../../control/storyboards/check-storyboard.ts';
import { LARGEST_STORYBOARD, type StoryboardFile } from '../../control/storyboards/storyboard-file.ts';
import type { StoryboardWords } from '../../control/storyboards/storyboard-words.ts';
import { formatPath } from '../../kernel/path.ts';
import { type LocatedFileOptions, readLocatedFile } from './read-located-file.ts';
import { packageJson } from './package-files.ts';

let schema: object | undefined;

/** The JSON Schema of storyboard files. */
export const storyboardFileSchema = (): object => (schema ??= packageJson('storyboards', 'storyboard.schema.json'));

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
    isReference: (message) => message.includes('{{saved.') || message.startsWith('is '),
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
