import { Gauge, type Registry } from 'prom-client';
import type { After } from '../../kernel/timers.ts';
import type { QueueReading } from './queue-reading.ts';

interface QueueMetricsParts {
  readonly registry: Registry;
  readonly read: () => Promise<QueueReading>;
  readonly after: After;
}

/** How long a scrape waits for the queues: a sandbox that is written for longer must not hide the other metrics. Milliseconds. */
const PATIENCE = 1000;

const NOTHING: QueueReading = { jobs: { count: 0, oldest: 0 }, deliveries: { count: 0, oldest: 0 } };

/** Shows the queues, as they were when they could last be read. Returns what a scrape awaits first. */
export const createQueueMetrics = ({ registry, read, after }: QueueMetricsParts): (() => Promise<void>) => {
  const registers = [registry];
  let latest = NOTHING;
  let reading: Promise<void> | undefined;
  const show = (name: string, help: string, valueOf: (shown: QueueReading) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(valueOf(latest));
      },
    });
  };
  show(
    'vatmock_jobs_due',
    'Internal work of all sandboxes in use (checks, timers of scenarios, retries) that is due but not done; of each sandbox at most 100 are counted.',
    ({ jobs }) => jobs.count,
  );
  show(
    'vatmock_oldest_job_seconds',
    'Real time for which the oldest due work has been seen waiting, since the first scrape that saw it.',
    ({ jobs }) => jobs.oldest,
  );
  show(
    'vatmock_deliveries_queued',
    'Attempts to deliver a webhook that are due: in progress, or waiting for their turn.',
    ({ deliveries }) => deliveries.count,
  );
  show(
    'vatmock_oldest_delivery_seconds',
    'Real time for which the oldest due attempt has been seen waiting, since the first scrape that saw it.',
    ({ deliveries }) => deliveries.oldest,
  );
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
