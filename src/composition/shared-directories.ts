import { createFreshness } from '../engine/sandbox/freshness.ts';
import { repeat } from '../kernel/timers.ts';
import type { Replication } from './open-store.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Milliseconds: streams of what another process has ended go on for so long, if no request comes. */
const LOOK = 500;

/** Milliseconds. */
const BETWEEN_TIDIES = 60_000;

/** What processes of one store hold in memory of the server's own documents, looked at with each request and twice a second. */
export const followDirectories = (
  { after, clock, observer }: RuntimeContext,
  { shared, tidyCounts, replica, hear }: Replication,
  refreshes: readonly (() => Promise<void>)[],
  finishDrops: () => Promise<void>,
) => {
  const freshness = createFreshness(shared, refreshes, () => replica.isNew() || !replica.isSure());
  hear(freshness.changed);
  let tidiedAt = clock.elapsed();
  let hasFailed = false;

  const { cancel } = repeat(after, LOOK, async (isStopped) => {
    try {
      await freshness.look();
      await finishDrops();
      if (clock.elapsed() - tidiedAt >= BETWEEN_TIDIES) {
        tidiedAt = clock.elapsed();
        await tidyCounts();
      }
      hasFailed = false;
    } catch (error) {
      // Once, not twice a second: the database may be away for long.
      if (!hasFailed && !isStopped()) observer.failed(error, '');
      hasFailed = true;
    }
  });

  return { freshness, close: cancel };
};

/** Milliseconds between two looks for what is due. */
const LOOK_FOR_DUE = 1000;

/** Sandboxes of one look. */
const MOST_DUE = 50;

/** Looks after the jobs of sandboxes that have no home: `open` opens one, which then runs what is due. */
export const followDueSandboxes = (
  { after, clock, observer }: RuntimeContext,
  { shared, replica }: Replication,
  open: (sandbox: string) => Promise<void>,
) =>
  repeat(after, LOOK_FOR_DUE, async (isStopped) => {
    if (!replica.takesJobs()) return;
    try {
      for (const id of await shared.dueSandboxes(clock.now(), MOST_DUE)) {
        if (isStopped() || !replica.takesJobs()) return;
        // It may have got a home since it was found.
        if ((await shared.seek(id)) === undefined) await open(id);
      }
    } catch (error) {
      observer.failed(error, '');
    }
  });
