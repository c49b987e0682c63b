import type { After } from '../../kernel/timers.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { SharedAccess } from './shared-access.ts';

export interface FollowWatchedParts {
  readonly shared: Pick<SharedAccess, 'versionsOf' | 'knownVersionOf' | 'enter' | 'apart'>;
  readonly changes: Pick<ChangeWatch, 'watched'>;
  readonly sandboxOf: (organization: string) => string | undefined;
  /** Other sandboxes that something here waits for. */
  readonly others: () => Iterable<string>;
  readonly after: After;
}

/** Milliseconds between two looks. */
const POLL = 200;

/**
 * Brings in what other processes change in sandboxes whose changes have listeners here: one question for all of them. A
 * sandbox that nobody listens to is brought up to date when it is used.
 */
export const followWatchedSandboxes = (parts: FollowWatchedParts): { readonly close: () => void } => {
  const { shared, changes, sandboxOf, others, after } = parts;
  let isClosed = false;
  let timer: { readonly cancel: () => void } | undefined;

  const look = async (): Promise<void> => {
    const listened = [...changes.watched()].flatMap((organization) => sandboxOf(organization) ?? []);
    const watched = new Set([...listened, ...others()]);
    if (watched.size === 0) return;
    const versions = await shared.versionsOf([...watched]);
    for (const [sandbox, version] of versions)
      if (!isClosed && version > (shared.knownVersionOf(sandbox) ?? 0)) await shared.enter(sandbox);
  };

  const lookSoon = (): void => {
    timer = after(POLL, () => {
      shared
        .apart(look)
        // A database that is away is back at one of the next looks.
        .catch(() => undefined)
        .finally(() => {
          if (!isClosed) lookSoon();
        });
    });
  };
  lookSoon();

  return {
    close: () => {
      isClosed = true;
      timer?.cancel();
    },
  };
};
