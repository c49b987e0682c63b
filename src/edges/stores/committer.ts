import type { NextTurn } from '../../kernel/timers.ts';
import { type Notes, type Persistence, hasData } from './persistence.ts';

interface Flush {
  readonly notes: Map<string, Notes>;
  /** What those are told who wait for these sandboxes. */
  readonly lost: Map<string, unknown>;
  readonly ended: PromiseWithResolvers<void>;
}

interface CommitterParts extends Pick<Persistence, 'flush'> {
  /** Called before those who wait are told: what was noted of a sandbox could not be written. Returns what they are told. */
  readonly lost: (sandbox: string, error: unknown) => unknown;
  readonly nextTurn: NextTurn;
}

/**
 * Writes what transactions have changed, one flush at a time for all sandboxes: while one is under way, later changes gather in
 * the next (group commit).
 */
export const createCommitter = ({ flush, lost, nextTurn }: CommitterParts) => {
  let gathering: Flush | undefined;
  let underWay: Flush | undefined;

  /** Forgets what has gathered of a sandbox; those who wait for it are told why. */
  const forget = (sandbox: string, error: unknown): void => {
    if (gathering?.notes.delete(sandbox) === true) gathering.lost.set(sandbox, error);
  };

  const begin = async (): Promise<void> => {
    if (gathering === undefined || underWay !== undefined) return;
    underWay = gathering;
    gathering = undefined;
    const { notes, lost: told, ended } = underWay;
    /** What has gathered meanwhile may rest on what was lost. */
    const lose = (sandbox: string, error?: unknown): void => {
      const reason = lost(sandbox, error);
      told.set(sandbox, reason);
      forget(sandbox, reason);
    };
    try {
      for (const sandbox of await flush(notes)) lose(sandbox);
    } catch (error) {
      for (const sandbox of notes.keys()) lose(sandbox, error);
    }
    underWay = undefined;
    ended.resolve();
    void begin();
  };

  const whenDurable = (sandbox: string, isMeant: (notes: Notes) => boolean): Promise<void> | undefined => {
    const flushing = [gathering, underWay].find((one) => {
      const notes = one?.notes.get(sandbox);
      return notes !== undefined && isMeant(notes);
    });
    const durable = flushing?.ended.promise.then(() => {
      if (flushing.lost.has(sandbox)) throw flushing.lost.get(sandbox);
    });
    // Those who wait are told; perhaps nobody does.
    durable?.catch(() => undefined);
    return durable;
  };

  return {
    note: (sandbox: string, notes: Notes): void => {
      if (gathering === undefined) {
        gathering = { notes: new Map(), lost: new Map(), ended: Promise.withResolvers() };
        nextTurn(() => void begin());
      }
      const former = gathering.notes.get(sandbox);
      if (former === undefined) gathering.notes.set(sandbox, notes);
      else addTo(former, notes);
    },
    /** Settles when the data that was noted of a sandbox is durable, or lost; undefined if there is nothing to wait for. */
    durable: (sandbox: string) => whenDurable(sandbox, hasData),
    /** The same for all that was noted, also what nobody else waits for. */
    settled: (sandbox: string) => whenDurable(sandbox, () => true),
    forget,
    /** Resolves when nothing is left to write. */
    idle: async (): Promise<void> => {
      for (let last; (last = gathering ?? underWay) !== undefined;) await last.ended.promise;
    },
  };
};

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
