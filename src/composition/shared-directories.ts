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
  let isClosed = false;
  let hasFailed = false;
  let tidiedAt = clock.elapsed();

  const look = async (): Promise<void> => {
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
      if (!hasFailed && !isClosed) observer.failed(error, '');
      hasFailed = true;
    }
  };

  const looking = repeat(after, LOOK, look);
  return {
    freshness,
    close: () => {
      isClosed = true;
      looking.cancel();
    },
  };
};
