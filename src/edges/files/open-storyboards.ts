import { readFile } from 'node:fs/promises';
import type { LoadStoryboards } from '../../control/storyboards/storyboard-repository.ts';
import type { StoryboardFile } from '../../control/storyboards/storyboard-file.ts';
import type { StoryboardWords } from '../../control/storyboards/storyboard-words.ts';
import type { Storyboard } from '../../control/storyboards/storyboard.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { atOnce, type InTurn } from '../../kernel/turns.ts';
import type { After } from '../../kernel/timers.ts';
import { READY_STORYBOARDS, type StoryboardSet, loadStoryboards } from './load-storyboards.ts';
import { readStoryboard, storyboardFileSchema } from './read-storyboard.ts';
import type { ReadYaml } from './read-yaml.ts';
import { toYaml } from './scenario-text.ts';
import { watchFolder } from './watch-folder.ts';

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

interface OpenStoryboardsParts {
  /** The user's folder; undefined if there is none. */
  readonly folder: string | undefined;
  readonly words: () => StoryboardWords;
  readonly after: After;
  /** Reads an upload. */
  readonly readYaml: ReadYaml;
  /** The pauses of checking it. */
  readonly pauses: () => Pause;
  /** Called without an error when files were reloaded, otherwise with the reason why the previous versions stay in use. */
  readonly reloaded: (error: unknown) => void;
}

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

/**
 * Opens the bundled storyboards, which are loaded on demand, and those of the user's folder, which are validated at once, so
 * that an invalid one stops the start, and reloaded when they change.
 */
export const openStoryboards = async (parts: OpenStoryboardsParts): Promise<OpenedStoryboards> => {
  const { folder, words, after, pauses, reloaded } = parts;
  let bundled: Promise<StoryboardSet> | undefined;
  let own: StoryboardSet = folder === undefined ? new Map() : await loadStoryboards(folder, words());

  const reload = async (from: string): Promise<void> => {
    try {
      own = await loadStoryboards(from, words());
      reloaded(undefined);
    } catch (error) {
      reloaded(error);
    }
  };
  const watching = watchFolder(folder, { after, changed: () => void reload(folder ?? ''), failed: reloaded });

  return {
    load: async () => {
      bundled ??= loadStoryboards(READY_STORYBOARDS);
      return new Map([...(await bundled), ...own]);
    },
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
    close: watching.close,
  };
};
