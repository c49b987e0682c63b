import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { toStoryboard, type Storyboard, type StoryboardWords } from './storyboard.ts';
import type { StoryboardFile } from '../../generated/storyboard-file.ts';
import type { InTurn } from '../../kernel/turns.ts';

/** The storyboards of files, available to every sandbox: bundled ones first. */
export type LoadStoryboards = () => Promise<ReadonlyMap<string, Storyboard>>;

/** The storyboards that a sandbox can play. Uploads are kept beside its contents: a show resets them. */
export type StoryboardRepository = ReturnType<typeof createStoryboardRepository>;

const MOST_STORYBOARDS = 20;

/** A name that no sandbox can have. */
const partitionOf = (sandbox: string): string => `$storyboards/${sandbox}`;

export const createStoryboardRepository = (store: Store, load: LoadStoryboards) => {
  const uploadsOf = (sandbox: string) =>
    createDirectory<StoryboardFile>(
      store,
      { name: 'storyboards', idOf: ({ storyboard }) => storyboard },
      partitionOf(sandbox),
    );

  const list = async (sandbox: string): Promise<readonly Storyboard[]> => {
    const files = await load();
    const uploads = await uploadsOf(sandbox).all();
    return [
      ...files.values(),
      // A file may have got the name of an upload since.
      ...uploads.filter(({ storyboard }) => !files.has(storyboard)).map((file) => toStoryboard(file, 'uploaded')),
    ];
  };

  const checkOwn = async (name: string): Promise<void> => {
    if ((await load()).has(name))
      throw plainProblem(409, {
        detail: `The storyboard "${name}" is from a file, which uploads do not change: choose another name.`,
      });
  };

  /** Throws 404 with similar names. */
  const need = async (sandbox: string, name: string): Promise<Storyboard> => {
    const all = await list(sandbox);
    const found = all.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = all.map((one) => one.name);
    throw problem('not-found', {
      detail: `Unknown storyboard "${name.slice(0, 64)}": ${toSentence(suggest(name, names))} GET /__admin/storyboards lists them all.`,
    });
  };

  return {
    list,
    need,
    put: async (sandbox: string, file: StoryboardFile): Promise<Storyboard> => {
      await checkOwn(file.storyboard);
      await uploadsOf(sandbox).change(({ all, remove, add }) => {
        remove(file.storyboard);
        const { length } = all();
        if (length >= MOST_STORYBOARDS)
          throw plainProblem(409, {
            detail: `This sandbox has ${String(length)} storyboards of its own, which is the maximum: delete one (DELETE /__admin/storyboards/{name}).`,
          });
        add(() => file);
      });
      return toStoryboard(file, 'uploaded');
    },
    remove: async (sandbox: string, name: string) => {
      await checkOwn(name);
      await need(sandbox, name);
      await uploadsOf(sandbox).change((uploads) => {
        uploads.remove(name);
      });
    },
    /** Deletes the uploads of a dropped sandbox. */
    clear: (sandbox: string) => store.clear(partitionOf(sandbox)),
  };
};

/** The storyboards of each sandbox, and the parser for uploaded ones. */
export interface StoryboardControl extends Pick<StoryboardRepository, 'list' | 'need' | 'put' | 'remove'> {
  /** Parses and validates an upload; throws a `FileError` that locates each fault. */
  readonly read: (text: string, inTurn?: InTurn) => Promise<StoryboardFile>;
  readonly readText: (storyboard: Storyboard) => Promise<string>;
  readonly toText: (file: StoryboardFile) => Promise<string>;
  /** The JSON Schema of storyboard files. */
  readonly schema: () => object;
  readonly words: () => Promise<StoryboardWords>;
}
