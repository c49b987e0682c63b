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
  /** The same, with a look even if nobody has told of a change. */
  readonly look: () => Promise<void>;
  /** A server has changed something. */
  readonly changed: () => void;
}

/**
 * One question to the store serves all who wait. Who comes while a question is under way waits for the next one: the
 * store may have answered the present one before the change that this caller knows of.
 */
export const createFreshness = (
  store: Pick<SharedAccess, 'versionsOf'>,
  directories: readonly SharedDirectory[],
  /** Whether changes may have been made without a word: this server has just begun, or stood still. */
  mayHaveMissed: () => boolean,
): Freshness => {
  const partitions = [...new Set(directories.map(({ partition }) => partition))];
  let isOutdated = true;
  const held = new Map<string, number | undefined>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  /** A look under way that somebody has told to take. */
  let needed: Promise<void> | undefined;

  const isHeld = (partition: string, versions: ReadonlyMap<string, number>): boolean =>
    held.has(partition) && held.get(partition) === versions.get(partition);

  const lookOnce = async (): Promise<void> => {
    const versions = await store.versionsOf(partitions);
    for (const partition of partitions) {
      if (isHeld(partition, versions)) continue;
      // In their order: the clients of an organization follow the organization.
      for (const directory of directories) if (directory.partition === partition) await directory.refresh();
      held.set(partition, versions.get(partition));
    }
  };

  const look = (): Promise<void> => {
    if (running === undefined) {
      const wasOutdated = isOutdated;
      isOutdated = false;
      running = lookOnce()
        .catch((error: unknown) => {
          isOutdated ||= wasOutdated;
          throw error;
        })
        .finally(() => {
          running = needed = undefined;
        });
      if (wasOutdated) needed = running;
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return look();
      });
    return next;
  };

  return {
    look,
    ensure: () => (isOutdated || mayHaveMissed() ? look() : (needed ?? Promise.resolve())),
    changed: () => {
      isOutdated = true;
    },
  };
};
