import type { SandboxOwner, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { createTurns } from '../../kernel/turns.ts';
import { type CreatedSandbox, createdSandboxesIn, idOf } from './created-sandbox.ts';
import type { Replica } from '../../engine/sandbox/shared-access.ts';

interface Room {
  readonly most: number;
  /** Throws why there is no room for another one beside those that exist. */
  readonly check: (others: readonly CreatedSandbox[]) => void;
}

interface KnownSandboxesParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  readonly chance: CreatedSandbox['chance'];
  /** This process among those that share the store; undefined if there are none. */
  readonly replica?: Replica | undefined;
  /** Called only after startup. */
  readonly sandboxes: () => Pick<Sandboxes, 'forget' | 'letGo'>;
  /** Called when sandboxes came or changed. */
  readonly changed: () => void;
}

/**
 * The created sandboxes in memory, as they are stored: what is decided is decided on what a transaction reads, as other
 * processes may use the store.
 */
export const openKnownSandboxes = async (parts: KnownSandboxesParts) => {
  const { clients, replica } = parts;
  const directory = createdSandboxesIn(parts.store);
  const known = new Map<string, CreatedSandbox>();

  /** One change or look at a time, so that none applies what another one has replaced. */
  const inTurn = createTurns();

  const exists = ({ chance, dropped }: CreatedSandbox): boolean =>
    !dropped && (parts.chance === 'seeded' || chance === 'real');

  const apply = (created: CreatedSandbox): void => {
    const isNew = !known.has(idOf(created));
    known.set(idOf(created), created);
    if (isNew) clients.add(created.organization, created.clients);
    else clients.setClients(created.organization.uuid, created.clients);
  };

  const takeOut = (created: CreatedSandbox): void => {
    known.delete(idOf(created));
    clients.remove(created.organization.uuid);
  };

  const initial = await directory.all();
  for (const created of initial) if (exists(created)) apply(created);
  const unfinished = new Map<string, CreatedSandbox>();
  /** Whose data is being deleted here. */
  const underWay = new Set<string>();

  const learnDrops = (stored: readonly CreatedSandbox[]): void => {
    unfinished.clear();
    for (const created of stored) if (created.dropped === true) unfinished.set(idOf(created), created);
  };
  learnDrops(initial);

  const deleteData = async (created: CreatedSandbox): Promise<void> => {
    const id = idOf(created);
    underWay.add(id);
    try {
      await parts.sandboxes().forget(ownerOf(created));
      await directory.change(({ remove }) => {
        remove(id);
      });
      unfinished.delete(id);
    } catch (error) {
      unfinished.set(id, created);
      throw error;
    } finally {
      underWay.delete(id);
    }
  };

  /** Others finish a drop only when its process has ended. */
  const mayFinish = async (created: CreatedSandbox): Promise<boolean> => {
    if (underWay.has(idOf(created))) return false;
    if (replica === undefined || created.droppedBy === replica.id) return true;
    if (created.droppedBy !== undefined && replica.isAlive(created.droppedBy)) return false;
    const claimed = await directory.revise(idOf(created), (stored) =>
      stored.dropped === true && stored.droppedBy === created.droppedBy
        ? { ...stored, droppedBy: replica.id }
        : undefined,
    );
    return claimed !== undefined;
  };

  /** Learns what other processes created, changed and dropped. */
  const refresh = async (): Promise<void> => {
    const gone = await inTurn(async () => {
      const all = await directory.all();
      learnDrops(all);
      const stored = new Map(all.filter(exists).map((created) => [idOf(created), created]));
      const dropped = [...known.values()].filter((created) => !stored.has(idOf(created)));
      for (const created of stored.values()) if (known.get(idOf(created)) !== created) apply(created);
      parts.changed();
      dropped.forEach(takeOut);
      return dropped;
    });
    // Not in turn: what opens the sandbox may wait for someone who waits for a turn.
    for (const created of gone) await parts.sandboxes().letGo(ownerOf(created));
  };

  return {
    find: (id: string) => known.get(id),
    all: (): readonly CreatedSandbox[] => [...known.values()],
    /** Adds the sandbox that `make` returns for a number that is never assigned twice; undefined if there are `most`. */
    add: ({ most, check }: Room, make: (position: number, isTaken: (id: string) => boolean) => CreatedSandbox) =>
      inTurn(async () => {
        const created = await directory.change(({ all, add }) => {
          const others = all();
          const existing = others.filter(exists);
          check(existing);
          if (existing.length >= most) return undefined;
          const ids = new Set(others.map(idOf));
          const isTaken = (id: string): boolean => ids.has(id) || clients.findBySandbox(id) !== undefined;
          return add((position) => make(position, isTaken));
        });
        if (created === undefined) return undefined;
        apply(created);
        parts.changed();
        return created;
      }),
    /** False if there is no such sandbox any more. */
    change: (id: string, how: (before: CreatedSandbox) => CreatedSandbox) =>
      inTurn(async () => {
        if (!known.has(id)) return false;
        const after = await directory.revise(id, (before) => (before.dropped ? undefined : how(before)));
        if (after === undefined) return false;
        apply(after);
        parts.changed();
        return true;
      }),
    /** Drops a sandbox with its data; false if it was dropped already, here or elsewhere. */
    drop: async (id: string): Promise<boolean> => {
      // Order: mark, clients, data, record. Nobody opens it again while its data is deleted, and a crash in between leaves
      // the mark, but no orphaned data.
      const found = await inTurn(async () => {
        const created = known.get(id);
        if (created === undefined) return undefined;
        const marked = await directory.revise(id, (before) =>
          before.dropped ? undefined : { ...before, dropped: true, ...(replica && { droppedBy: replica.id }) },
        );
        takeOut(created);
        return { created, marked };
      });
      if (found === undefined) return false;
      const { created, marked } = found;
      if (marked !== undefined) await deleteData(marked);
      else await parts.sandboxes().letGo(ownerOf(created));
      return marked !== undefined;
    },
    /**
     * Deletes the data that drops have left behind: of a server that was stopped in the middle, after a failure, or of
     * another process that has ended.
     */
    finishDrops: async () => {
      for (const created of [...unfinished.values()]) if (await mayFinish(created)) await deleteData(created);
    },
    refresh,
  };
};

const ownerOf = ({ organization: { sandbox, uuid } }: CreatedSandbox): SandboxOwner => ({ sandbox, uuid });
