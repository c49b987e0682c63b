import { type Job, jobs, CLAIMED } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store, StoreReader } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import { isDoneWithin } from '../../kernel/wait-until.ts';
import type { Collectors } from './collectors.ts';

/** Of one sandbox, so that reading the queues takes no time of a sandbox in which thousands are due. */
const MOST_COUNTED = 100;

/** How long a scrape waits for the queues: a sandbox that is written for longer must not hide the other metrics. Milliseconds. */
const PATIENCE = 1000;

/** What waits in one sandbox, or in all: `oldest` is the real time, in seconds, for which the oldest has been seen waiting. */
interface Waiting {
  readonly count: number;
  readonly oldest: number;
}

type Queue = 'jobs' | 'deliveries';

const NOTHING: Waiting = { count: 0, oldest: 0 };

/** Shows the queues of the sandboxes in use, as they were when they could last be read. Returns what a scrape awaits first. */
export const createQueueMetrics = (
  { gauges }: Collectors,
  {
    store,
    inUse,
    elapsed,
    pauses,
    after,
  }: {
    readonly store: Pick<Store, 'read'>;
    readonly inUse: () => Iterable<Sandbox>;
    /** Monotonic time in milliseconds: clocks of sandboxes stand still and jump. */
    readonly elapsed: () => number;
    readonly pauses: () => Pause;
    readonly after: After;
  },
): (() => Promise<void>) => {
  let latest: Readonly<Record<Queue, Waiting>> = { jobs: NOTHING, deliveries: NOTHING };
  let reading: Promise<void> | undefined;
  /** Since when the oldest of each queue has been seen. */
  let sightings = new Map<string, { readonly id: string; readonly since: number }>();

  gauges({
    vatmock_jobs_due: [
      'Internal work of all sandboxes in use (checks, timers of scenarios, retries) that is due but not done; of each sandbox at most 100 are counted.',
      () => latest.jobs.count,
    ],
    vatmock_oldest_job_seconds: [
      'Real time for which the oldest due work has been seen waiting, since the first scrape that saw it.',
      () => latest.jobs.oldest,
    ],
    vatmock_deliveries_queued: [
      'Attempts to deliver a webhook that are due: in progress, or waiting for their turn.',
      () => latest.deliveries.count,
    ],
    vatmock_oldest_delivery_seconds: [
      'Real time for which the oldest due attempt has been seen waiting, since the first scrape that saw it.',
      () => latest.deliveries.oldest,
    ],
  });

  const read = async (): Promise<void> => {
    const pause = pauses();
    const seen: typeof sightings = new Map();
    const now = { jobs: NOTHING, deliveries: NOTHING };
    const add = (queue: Queue, sandbox: string, { count, oldestId }: Due): void => {
      const key = `${queue} ${sandbox}`;
      const known = sightings.get(key);
      const since = known?.id === oldestId ? (known?.since ?? elapsed()) : elapsed();
      if (oldestId !== undefined) seen.set(key, { id: oldestId, since });
      const { count: before, oldest } = now[queue];
      now[queue] = {
        count: before + count,
        oldest: oldestId === undefined ? oldest : Math.max(oldest, (elapsed() - since) / 1000),
      };
    };
    for (const { id, clock } of [...inUse()]) {
      await pause();
      const due = await store.read(id, (reader) => ({
        jobs: readOverdue(reader, clock.now()),
        deliveries: readClaimed(reader),
      }));
      add('jobs', id, due.jobs);
      add('deliveries', id, due.deliveries);
    }
    latest = now;
    sightings = seen;
  };

  return async () => {
    reading ??= read()
      // A storage that cannot be read shows in its own metrics.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    await isDoneWithin(after, PATIENCE, reading);
  };
};

interface Due {
  readonly count: number;
  readonly oldestId: string | undefined;
}

const readOverdue = (reader: StoreReader, now: number): Due => {
  const lowest = (limit: number): readonly Job[] =>
    (reader.lowest(jobs.name, 'due', limit) as readonly Job[]).filter(({ dueAt }) => dueAt <= now);
  const [first] = lowest(1);
  return { count: first === undefined ? 0 : lowest(MOST_COUNTED).length, oldestId: first?.id };
};

/** Attempts that are in progress, or wait for their turn. */
const readClaimed = (reader: StoreReader): Due => {
  const page = { keys: [CLAIMED], sortBy: undefined, descending: false, offset: 0, limit: 1 };
  const { values, total } = reader.list(jobs.name, page);
  return { count: total, oldestId: (values as readonly Job[])[0]?.id };
};
