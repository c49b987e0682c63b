import { expect, test } from '@jest/globals';
import { openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { createCommonStore } from '../../../../src/edges/stores/postgres/common-store.ts';
import { systemClock } from '../../../../src/edges/system/system-clock.ts';
import { NO_PAUSE } from '../../../../src/kernel/time-slices.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';

describePostgres('a lock that one request keeps', (database) => {
  test('is kept alive for five minutes and no longer, so that a request that hangs does not hang all servers', async () => {
    const timers = new Set<() => void>();
    const failures: unknown[] = [];
    const opened = await openPostgres(database.freshUrl(), { poolSize: 4 });
    const store = createCommonStore({
      after: (_milliseconds, task) => {
        timers.add(task);
        return { cancel: () => timers.delete(task) };
      },
      database: opened,
      now: () => systemClock.now(),
      pauses: () => NO_PAUSE,
      copyBytes: 1,
      failed: (error) => failures.push(error),
      committed: () => Promise.resolve(),
    });
    let beats = 0;
    await store.read('$common', async () => {
      await Promise.resolve();
      for (let [beat] = timers; beat !== undefined && beats < 1000; [beat] = timers) {
        timers.delete(beat);
        beat();
        beats++;
      }
    });
    // Every two seconds; the last one reports it.
    expect(beats).toBe((5 * 60) / 2 + 1);
    expect(failures.map(String)).toEqual([expect.stringContaining('one request has kept $common locked')]);
    await store.close();
    await opened.close();
  });
});
