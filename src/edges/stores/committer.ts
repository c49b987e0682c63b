import type { NextTurn } from '../../kernel/timers.ts';
import type { Notes } from './persistence.ts';

/**
 * Writes what transactions have changed, one flush at a time for all sandboxes: while one is under way, later changes gather in
 * the next (group commit).
 */
export interface Committer {
  readonly note: (sandbox: string, notes: Notes) => void;
  /** Settles when all that was noted of a sandbox is durable, or lost; undefined if there is nothing to wait for. */
  readonly durable: (sandbox: string) => Promise<void> | undefined;
  /** A content that is not durable yet. */
  readonly contentOf: (sandbox: string, id: string) => Uint8Array | undefined;
  /** Resolves when nothing is left to write. */
  readonly idle: () => Promise<void>;
}

export interface CommitterParts {
  readonly flush: (notes: ReadonlyMap<string, Notes>) => Promise<void>;
  /** Called before those who wait are told: what was noted of a sandbox could not be written. */
  readonly lost: (sandbox: string, error: unknown) => void;
  readonly nextTurn: NextTurn;
}

class Flush {
  readonly notes = new Map<string, Notes>();
  readonly done: Promise<void>;
  succeed = (): void => undefined;
  fail = (_error: unknown): void => undefined;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    // Those who wait are told; perhaps nobody does.
    this.done.catch(() => undefined);
  }
}

export const createCommitter = ({ flush, lost, nextTurn }: CommitterParts): Committer => {
  let gathering: Flush | undefined;
  let underWay: Flush | undefined;

  const begin = (): void => {
    const next = gathering;
    if (next === undefined || underWay !== undefined) return;
    gathering = undefined;
    underWay = next;
    flush(next.notes).then(
      () => {
        underWay = undefined;
        next.succeed();
        begin();
      },
      (error: unknown) => {
        // What has gathered meanwhile may rest on what was lost.
        const failed = gathering === undefined ? [next] : [next, gathering];
        underWay = gathering = undefined;
        for (const { notes } of failed) for (const sandbox of notes.keys()) lost(sandbox, error);
        for (const one of failed) one.fail(error);
      },
    );
  };

  const flushOf = (sandbox: string): Flush | undefined =>
    [gathering, underWay].find((one) => one?.notes.has(sandbox) === true);

  return {
    note: (sandbox, notes) => {
      if (gathering === undefined) {
        gathering = new Flush();
        nextTurn(begin);
      }
      const former = gathering.notes.get(sandbox);
      if (former === undefined) gathering.notes.set(sandbox, notes);
      else addTo(former, notes);
    },
    durable: (sandbox) => flushOf(sandbox)?.done,
    contentOf: (sandbox, id) =>
      gathering?.notes.get(sandbox)?.contents.get(id) ?? underWay?.notes.get(sandbox)?.contents.get(id),
    idle: async () => {
      for (let last; (last = gathering ?? underWay) !== undefined;) await last.done.catch(() => undefined);
    },
  };
};

const addTo = (former: Notes, { documents, positions, contents }: Notes): void => {
  for (const [collection, noted] of documents) {
    const all = former.documents.get(collection);
    if (all === undefined) former.documents.set(collection, noted);
    else for (const [id, document] of noted) all.set(id, document);
  }
  for (const [collection, last] of positions) former.positions.set(collection, last);
  for (const [id, bytes] of contents) former.contents.set(id, bytes);
};
