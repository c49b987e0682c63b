import type { SharedAccess } from './shared-access.ts';

/**
 * Documents beside the sandboxes, such as the list of created ones, are held in memory by every replica. Before a replica
 * answers a request, it looks whether another one has changed them.
 */

/** The partition of the documents of the server as a whole, under a name that no sandbox can have. */
export const DIRECTORY = '$directory';

/** Something held in memory of a partition. */
export interface SharedDirectory {
  readonly partition: string;
  /** Reads the partition, and applies what differs from what is held. */
  readonly refresh: () => Promise<void>;
}

export interface Freshness {
  /** Resolves when what was committed before the call is held. */
  readonly ensure: () => Promise<void>;
  /**
   * The same for an exchange that is about to use a sandbox: the round trip that locks it also asks. The lock is left while
   * what others have changed is read.
   */
  readonly ensureEntering: (sandbox: string) => Promise<void>;
}

/**
 * One question to the store serves all who wait. Who comes while a question is under way waits for the next one: the
 * store may have answered the present one before the change that this caller knows of.
 */
export const createFreshness = (
  store: Pick<SharedAccess, 'versionsOf' | 'enterAsking' | 'release' | 'apart'>,
  directories: readonly SharedDirectory[],
): Freshness => {
  const partitions = [...new Set(directories.map(({ partition }) => partition))];
  const held = new Map<string, number | undefined>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const isHeld = (partition: string, versions: ReadonlyMap<string, number>): boolean =>
    held.has(partition) && held.get(partition) === versions.get(partition);

  const look = async (): Promise<void> => {
    const versions = await store.versionsOf(partitions);
    for (const partition of partitions) {
      if (isHeld(partition, versions)) continue;
      // In their order: the clients of an organization follow the organization.
      for (const directory of directories) if (directory.partition === partition) await directory.refresh();
      held.set(partition, versions.get(partition));
    }
  };

  const ensure = (): Promise<void> => {
    if (running === undefined) {
      running = store.apart(look).finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return ensure();
      });
    return next;
  };

  return {
    ensure,
    ensureEntering: async (sandbox) => {
      const versions = await store.enterAsking(sandbox, partitions);
      if (!partitions.every((partition) => isHeld(partition, versions))) await store.release(ensure);
    },
  };
};
