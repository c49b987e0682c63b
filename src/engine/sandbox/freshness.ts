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

/** Versions of partitions in a store that several processes use. */
export interface PartitionVersions {
  /** In the same order; a version differs from all earlier ones after each change. */
  readonly versionOf: (partitions: readonly string[]) => Promise<readonly (number | string)[]>;
}

export interface Freshness {
  /** Resolves when what was committed before the call is held. */
  readonly ensure: () => Promise<void>;
}

/**
 * One question to the store serves all who wait. Who comes while a question is under way waits for the next one: the
 * store may have answered the present one before the change that this caller knows of.
 */
export const createFreshness = (store: PartitionVersions, directories: readonly SharedDirectory[]): Freshness => {
  const partitions = [...new Set(directories.map(({ partition }) => partition))];
  const held = new Map<string, number | string | undefined>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const versions = await store.versionOf(partitions);
    for (const [index, partition] of partitions.entries()) {
      if (held.has(partition) && held.get(partition) === versions[index]) continue;
      // In their order: the clients of an organization follow the organization.
      for (const directory of directories) if (directory.partition === partition) await directory.refresh();
      held.set(partition, versions[index]);
    }
  };

  const ensure = (): Promise<void> => {
    if (running === undefined) {
      running = look().finally(() => {
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

  return { ensure };
};
