import type { Registry } from 'prom-client';
import { type Job, jobs, CLAIMED } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store, StoreReader } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import { addGauges } from './durations.ts';

/** What is due in all sandboxes together. */
export interface QueueReading {
  /** Internal work that should have been done by now. */
  readonly jobs: Waiting;
  /** Attempts to deliver a webhook that are due: in progress, or waiting for their turn. */
  readonly deliveries: Waiting;
}

interface Waiting {
  readonly count: number;
  /** Seconds of real time for which the oldest has been seen waiting. */
  readonly oldest: number;
}

/** Of one sandbox, so that reading the queues takes no time of a sandbox in which thousands are due. */
const MOST_COUNTED = 100;

interface Due {
  readonly count: number;
  readonly oldestId: string | undefined;
}

/** Reads the queues of the sandboxes in use; remembers since when it has seen the oldest job of each. */
export const createQueueReader = ({
  store,
  inUse,
  elapsed,
  pauses,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly inUse: () => Iterable<Sandbox>;
  /** Monotonic time in milliseconds: clocks of sandboxes stand still and jump. */
  readonly elapsed: () => number;
  readonly pauses: () => Pause;
}): (() => Promise<QueueReading>) => {
  const seenJobs = createSightings(elapsed);
  const seenDeliveries = createSightings(elapsed);
  return async () => {
    const pause = pauses();
    const overdue: Waiting[] = [];
    const claimed: Waiting[] = [];
    const sandboxes = [...inUse()];
    for (const { id, clock } of sandboxes) {
      await pause();
      const due = await store.read(id, (reader) => ({
        jobs: readOverdue(reader, clock.now()),
        deliveries: readClaimed(reader),
      }));
      overdue.push(seenJobs.see(id, due.jobs));
      claimed.push(seenDeliveries.see(id, due.deliveries));
    }
    const ids = new Set(sandboxes.map(({ id }) => id));
    seenJobs.keep(ids);
    seenDeliveries.keep(ids);
    return { jobs: inAll(overdue), deliveries: inAll(claimed) };
  };
};

const readOverdue = (reader: StoreReader, now: number): Due => {
  const lowest = (limit: number): readonly Job[] =>
    (reader.lowest(jobs.name, 'due', limit) as readonly Job[]).filter(({ dueAt }) => dueAt <= now);
  const [first] = lowest(1);
  return { count: first === undefined ? 0 : lowest(MOST_COUNTED).length, oldestId: first?.id };
};

const readClaimed = (reader: StoreReader): Due => {
  const { values, total } = reader.list(jobs.name, {
    keys: [CLAIMED],
    sortBy: undefined,
    descending: false,
    offset: 0,
    limit: 1,
  });
  return { count: total, oldestId: (values as readonly Job[])[0]?.id };
};

/** Since when the oldest job of each sandbox has been seen. */
const createSightings = (elapsed: () => number) => {
  const sightings = new Map<string, { readonly id: string; readonly since: number }>();
  return {
    see: (sandbox: string, { count, oldestId }: Due): Waiting => {
      if (oldestId === undefined) {
        sightings.delete(sandbox);
        return { count, oldest: 0 };
      }
      const former = sightings.get(sandbox);
      const sighting = former?.id === oldestId ? former : { id: oldestId, since: elapsed() };
      sightings.set(sandbox, sighting);
      return { count, oldest: (elapsed() - sighting.since) / 1000 };
    },
    /** Forgets all other sandboxes. */
    keep: (sandboxes: ReadonlySet<string>): void => {
      for (const sandbox of sightings.keys()) if (!sandboxes.has(sandbox)) sightings.delete(sandbox);
    },
  };
};

const inAll = (waiting: readonly Waiting[]): Waiting => ({
  count: waiting.reduce((sum, { count }) => sum + count, 0),
  oldest: Math.max(0, ...waiting.map(({ oldest }) => oldest)),
});

/** How long a scrape waits for the queues: a sandbox that is written for longer must not hide the other metrics. Milliseconds. */
const PATIENCE = 1000;

const NOTHING: QueueReading = { jobs: { count: 0, oldest: 0 }, deliveries: { count: 0, oldest: 0 } };

/** Shows the queues, as they were when they could last be read. Returns what a scrape awaits first. */
export const createQueueMetrics = ({
  registry,
  read,
  after,
}: {
  readonly registry: Registry;
  readonly read: () => Promise<QueueReading>;
  readonly after: After;
}): (() => Promise<void>) => {
  let latest = NOTHING;
  let reading: Promise<void> | undefined;
  addGauges(registry, [
    [
      'vatmock_jobs_due',
      'Internal work of all sandboxes in use (checks, timers of scenarios, retries) that is due but not done; of each sandbox at most 100 are counted.',
      () => latest.jobs.count,
    ],
    [
      'vatmock_oldest_job_seconds',
      'Real time for which the oldest due work has been seen waiting, since the first scrape that saw it.',
      () => latest.jobs.oldest,
    ],
    [
      'vatmock_deliveries_queued',
      'Attempts to deliver a webhook that are due: in progress, or waiting for their turn.',
      () => latest.deliveries.count,
    ],
    [
      'vatmock_oldest_delivery_seconds',
      'Real time for which the oldest due attempt has been seen waiting, since the first scrape that saw it.',
      () => latest.deliveries.oldest,
    ],
  ]);
  return async () => {
    reading ??= read()
      .then((now) => {
        latest = now;
      })
      // A storage that cannot be read shows in its own metrics.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    await new Promise<void>((resolve) => {
      const timer = after(PATIENCE, resolve);
      void reading?.then(() => {
        timer.cancel();
        resolve();
      });
    });
  };
};
