import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { defineCollection } from '../../engine/sandbox/collection.ts';
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

const uploads = defineCollection<StoryboardFile>('storyboards', ({ storyboard }) => storyboard);

/** A name that no sandbox can have. */
const partitionOf = (sandbox: string): string => `$storyboards/${sandbox}`;

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: MOST_STORYBOARDS } as const;

export const createStoryboardRepository = (store: Store, load: LoadStoryboards) => {
  const uploaded = async (sandbox: string): Promise<readonly Storyboard[]> => {
    const { values } = await store.read(partitionOf(sandbox), (reader) => reader.list(uploads.name, ALL));
    return (values as readonly StoryboardFile[]).map((file) => toStoryboard(file, 'uploaded'));
  };

  const list = async (sandbox: string): Promise<readonly Storyboard[]> => {
    const files = await load();
    // A file may have got the name of an upload since.
    return [...files.values(), ...(await uploaded(sandbox)).filter(({ name }) => !files.has(name))];
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
      await store.transact(partitionOf(sandbox), (transaction) => {
        transaction.remove(uploads.name, file.storyboard);
        const { total } = transaction.list(uploads.name, ALL);
        if (total >= MOST_STORYBOARDS)
          throw plainProblem(409, {
            detail: `This sandbox has ${String(total)} storyboards of its own, which is the maximum: delete one (DELETE /__admin/storyboards/{name}).`,
          });
        transaction.insert(uploads.name, () => ({ id: file.storyboard, value: file }));
      });
      return toStoryboard(file, 'uploaded');
    },
    remove: async (sandbox: string, name: string) => {
      await checkOwn(name);
      await need(sandbox, name);
      await store.transact(partitionOf(sandbox), (transaction) => transaction.remove(uploads.name, name));
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
