import { expect, test } from '@jest/globals';
import { openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { createPostgresStore } from '../../../../src/edges/stores/postgres/postgres-store.ts';
import { systemClock } from '../../../../src/edges/system/system-clock.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';

describePostgres('a lock that one request keeps', (database) => {
  test('is kept alive for five minutes and no longer, so that a request that hangs does not hang all servers', async () => {
    const timers = new Set<() => void>();
    const failures: unknown[] = [];
    const { shared, close } = createPostgresStore({
      after: (_milliseconds, task) => {
        timers.add(task);
        return { cancel: () => timers.delete(task) };
      },
      database: await openPostgres(database.freshUrl(), { poolSize: 4 }),
      now: () => systemClock.now(),
      failed: (error) => failures.push(error),
    });
    let beats = 0;
    await shared.hold(async () => {
      await shared.enter('sandbox');
      for (let [beat] = timers; beat !== undefined && beats < 1000; [beat] = timers) {
        timers.delete(beat);
        beat();
        beats++;
      }
    });
    // Every two seconds; the last one reports it.
    expect(beats).toBe((5 * 60) / 2 + 1);
    expect(failures.map(String)).toEqual([expect.stringContaining('one request has kept the sandbox sandbox locked')]);
    await close();
  });
});
