import type { After } from '../../kernel/timers.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import type { SharedAccess } from './shared-access.ts';

export interface FollowWatchedParts {
  readonly shared: Pick<SharedAccess, 'versionsOf' | 'knownVersionOf' | 'apart' | 'hold'>;
  /** Organizations whose changes have listeners here; each at least once. */
  readonly watched: () => readonly string[];
  readonly ownerOf: (organization: string) => SandboxOwner | undefined;
  readonly isOpen: (owner: SandboxOwner) => boolean;
  /** Brings a sandbox up to date; one that another process has replaced is opened anew. */
  readonly open: (owner: SandboxOwner) => Promise<unknown>;
  readonly after: After;
}

/** Milliseconds between two looks. */
const POLL = 200;

/**
 * Brings in what other processes change in sandboxes whose changes have listeners here: one question for all of them. A
 * sandbox that nobody listens to is brought up to date when it is used.
 */
export const followWatchedSandboxes = (parts: FollowWatchedParts): { readonly close: () => void } => {
  const { shared, watched, ownerOf, isOpen, open, after } = parts;
  let isClosed = false;
  let timer: { readonly cancel: () => void } | undefined;

  const look = async (): Promise<void> => {
    const owners = new Map(
      watched()
        .flatMap((organization) => ownerOf(organization) ?? [])
        .map((owner) => [owner.sandbox, owner]),
    );
    if (owners.size === 0) return;
    const versions = await shared.versionsOf([...owners.keys()]);
    for (const [sandbox, version] of versions) {
      const owner = owners.get(sandbox);
      if (isClosed || owner === undefined) continue;
      const isCurrent = version <= (shared.knownVersionOf(sandbox) ?? 0);
      if (!isCurrent || !isOpen(owner)) await shared.hold(() => open(owner));
    }
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
