import { type After, repeat } from '../../kernel/timers.ts';
import type { SharedAccess } from './shared-access.ts';

interface FollowDueSandboxesParts {
  readonly shared: Pick<SharedAccess, 'dueSandboxes'>;
  /** Opens a sandbox, which then runs what is due, if its owner is known here. */
  readonly run: (sandbox: string) => Promise<void>;
  /** Wall-clock time in milliseconds. */
  readonly now: () => number;
  readonly after: After;
  /** False while other processes take the jobs of this one. */
  readonly takesJobs: () => boolean;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds between two looks. */
const LOOK = 1000;

/** Sandboxes of one look. */
const MOST = 50;

/** Looks after the jobs of sandboxes that have no home. */
export const followDueSandboxes = (parts: FollowDueSandboxesParts): { readonly close: () => void } => {
  const { shared, run, now, after, takesJobs, failed } = parts;
  let isClosed = false;

  const look = async (): Promise<void> => {
    if (!takesJobs()) return;
    for (const id of await shared.dueSandboxes(now(), MOST)) {
      if (isClosed || !takesJobs()) return;
      await run(id);
    }
  };

  const looking = repeat(after, LOOK, () => look().catch(failed));
  return {
    close: () => {
      isClosed = true;
      looking.cancel();
    },
  };
};
