import type { NextTurn } from '../../kernel/timers.ts';
import type { Notes } from './persistence.ts';

/**
 * Writes what transactions have changed, one flush at a time for all sandboxes: while one is under way, later changes gather in
 * the next (group commit).
 */
interface Committer {
  readonly note: (sandbox: string, notes: Notes) => void;
  /** Settles when the data that was noted of a sandbox is durable, or lost; undefined if there is nothing to wait for. */
  readonly durable: (sandbox: string) => Promise<void> | undefined;
  /** The same for all that was noted, also what nobody else waits for. */
  readonly settled: (sandbox: string) => Promise<void> | undefined;
  /** A content that is not durable yet. */
  readonly contentOf: (sandbox: string, id: string) => Uint8Array | undefined;
  /** Forgets what has gathered of a sandbox; those who wait for it are told why. */
  readonly forget: (sandbox: string, error: unknown) => void;
  /** Resolves when nothing is left to write. */
  readonly idle: () => Promise<void>;
}

interface CommitterParts {
  /** Resolves with the sandboxes of which nothing was written. */
  readonly flush: (notes: ReadonlyMap<string, Notes>) => Promise<readonly string[]>;
  /** Called before those who wait are told: what was noted of a sandbox could not be written. Returns what they are told. */
  readonly lost: (sandbox: string, error: unknown) => unknown;
  readonly nextTurn: NextTurn;
}

class Flush {
  readonly notes = new Map<string, Notes>();
  /** What those are told who wait for these sandboxes. */
  readonly lost = new Map<string, unknown>();
  readonly ended: Promise<void>;
  end = (): void => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  async durable(sandbox: string): Promise<void> {
    await this.ended;
    if (this.lost.has(sandbox)) throw this.lost.get(sandbox);
  }
}

export const createCommitter = ({ flush, lost, nextTurn }: CommitterParts): Committer => {
  let gathering: Flush | undefined;
  let underWay: Flush | undefined;

  /** What has gathered meanwhile may rest on what was lost. */
  const lose = (one: Flush, sandbox: string, error: unknown): void => {
    const reason = lost(sandbox, error);
    one.lost.set(sandbox, reason);
    forget(sandbox, reason);
  };

  const forget = (sandbox: string, error: unknown): void => {
    if (gathering?.notes.delete(sandbox) === true) gathering.lost.set(sandbox, error);
  };

  const begin = (): void => {
    const next = gathering;
    if (next === undefined || underWay !== undefined) return;
    gathering = undefined;
    underWay = next;
    const end = (): void => {
      underWay = undefined;
      next.end();
      begin();
    };
    flush(next.notes).then(
      (without) => {
        for (const sandbox of without) lose(next, sandbox, undefined);
        end();
      },
      (error: unknown) => {
        for (const sandbox of next.notes.keys()) lose(next, sandbox, error);
        end();
      },
    );
  };

  const whenDurable = (sandbox: string, isMeant: (notes: Notes) => boolean): Promise<void> | undefined => {
    const flushing = [gathering, underWay].find((one) => {
      const notes = one?.notes.get(sandbox);
      return notes !== undefined && isMeant(notes);
    });
    const durable = flushing?.durable(sandbox);
    // Those who wait are told; perhaps nobody does.
    durable?.catch(() => undefined);
    return durable;
  };

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
    durable: (sandbox) => whenDurable(sandbox, hasData),
    settled: (sandbox) => whenDurable(sandbox, () => true),
    contentOf: (sandbox, id) =>
      gathering?.notes.get(sandbox)?.contents.get(id) ?? underWay?.notes.get(sandbox)?.contents.get(id),
    forget,
    idle: async () => {
      for (let last; (last = gathering ?? underWay) !== undefined;) await last.ended;
    },
  };
};

const hasData = ({ documents, contents }: Notes): boolean => documents.size > 0 || contents.size > 0;

const addTo = (former: Notes, { documents, positions, contents, due }: Notes): void => {
  for (const [collection, noted] of documents) {
    const all = former.documents.get(collection);
    if (all === undefined) former.documents.set(collection, noted);
    else for (const [id, document] of noted) all.set(id, document);
  }
  for (const [collection, last] of positions) former.positions.set(collection, last);
  for (const [id, bytes] of contents) former.contents.set(id, bytes);
  if (due !== undefined) former.due = due;
};
