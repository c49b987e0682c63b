import { defineCollection } from '../../engine/sandbox/collection.ts';
import type { Replica } from '../../engine/sandbox/replica.ts';
import type { SharedAccess } from '../../engine/sandbox/shared-access.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { After } from '../../kernel/timers.ts';

/** The sandboxes whose shows play by themselves, and which process waits for the next step of each. */
export interface SelfPlayingList {
  /** This process waits. */
  readonly note: (sandbox: string) => Promise<void>;
  /** Looks from now on for those that nobody waits for. */
  readonly follow: (parts: FollowSelfPlayingParts) => void;
  readonly close: () => void;
}

export interface FollowSelfPlayingParts {
  /** Whether this process waits for the next step of the show in a sandbox. */
  readonly waits: (sandbox: string) => boolean;
  /** Goes on if nobody else does. Returns whether the show plays by itself. */
  readonly resume: (sandbox: string) => Promise<boolean>;
}

export interface SelfPlayingListParts {
  readonly store: Pick<Store, 'transact' | 'read'>;
  readonly shared: Pick<SharedAccess, 'versionsOf' | 'isHome'>;
  readonly replica: Replica;
  readonly after: After;
  readonly failed: (error: unknown) => void;
}

interface Waiting {
  readonly sandbox: string;
  /** The process. */
  readonly by: string;
}

const waiting = defineCollection<Waiting>('self-playing', ({ sandbox }) => sandbox);

/** A name that no sandbox can have. */
const PARTITION = '$self-playing';

/** Milliseconds between two looks. */
const LOOK = 1000;

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;

export const createSelfPlayingList = (parts: SelfPlayingListParts): SelfPlayingList => {
  const { store, shared, replica, after, failed } = parts;
  let known: readonly Waiting[] = [];
  let version: number | undefined;
  let timer: { readonly cancel: () => void } | undefined;
  let isClosed = false;
  let hasFailed = false;

  const remove = (sandbox: string): Promise<void> =>
    store.transact(PARTITION, (transaction) => transaction.remove(waiting.name, sandbox, []));

  const look = async ({ waits, resume }: FollowSelfPlayingParts): Promise<void> => {
    const present = (await shared.versionsOf([PARTITION])).get(PARTITION);
    if (present === undefined) return;
    if (present !== version) {
      known = (await store.read(PARTITION, (reader) => reader.list(waiting.name, ALL))).values as readonly Waiting[];
      version = present;
    }
    for (const { sandbox, by } of known) {
      if (isClosed || !replica.takesJobs()) return;
      // A show that came with its sandbox to this home is waited for by the former one as far as the list knows.
      if (shared.isHome(sandbox) || by === replica.id ? waits(sandbox) : replica.isAlive(by)) continue;
      if (!(await resume(sandbox))) await remove(sandbox);
    }
  };

  const wind = (follower: FollowSelfPlayingParts): void => {
    if (isClosed) return;
    timer = after(LOOK, () => {
      look(follower)
        .then(
          () => {
            hasFailed = false;
          },
          (error: unknown) => {
            // Once, not with every look: the database may be away for long.
            if (!hasFailed && !isClosed) failed(error);
            hasFailed = true;
          },
        )
        .finally(() => {
          wind(follower);
        });
    });
  };

  return {
    note: (sandbox) =>
      store.transact(PARTITION, (transaction) => {
        transaction.remove(waiting.name, sandbox, []);
        transaction.insert(waiting.name, () => ({ id: sandbox, value: { sandbox, by: replica.id }, keys: [] }));
      }),
    follow: wind,
    close: () => {
      isClosed = true;
      timer?.cancel();
    },
  };
};
