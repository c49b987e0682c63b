import { DIRECTORY } from './directory.ts';
import type { SharedAccess } from './shared-access.ts';

/**
 * What every server holds in memory of the directory: it looks, before it answers a request, whether another one has changed it.
 * One question to the store serves all who wait. Who comes while a question is under way waits for the next one: the
 * store may have answered the present one before the change that this caller knows of.
 */
export const createFreshness = (
  store: Pick<SharedAccess, 'versionOf'>,
  /** Each applies what differs from what is held, in their order: the clients of an organization follow the organization. */
  refreshes: readonly (() => Promise<void>)[],
  /** Whether changes may have been made without a word: this server has just begun, or stood still. */
  mayHaveMissed: () => boolean,
) => {
  let isOutdated = true;
  let held: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  /** A look under way that somebody has told to take. */
  let needed: Promise<void> | undefined;

  const lookOnce = async (): Promise<void> => {
    const version = await store.versionOf(DIRECTORY);
    if (version === held) return;
    for (const refresh of refreshes) await refresh();
    held = version;
  };

  /** The same, with a look even if nobody has told of a change. */
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
    /** Resolves when what was committed before the call is held. */
    ensure: (): Promise<void> => (isOutdated || mayHaveMissed() ? look() : (needed ?? Promise.resolve())),
    /** A server has changed something. */
    changed: () => {
      isOutdated = true;
    },
  };
};
