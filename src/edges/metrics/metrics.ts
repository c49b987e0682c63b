import { Gauge, Registry, Counter } from 'prom-client';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import type { Sender } from '../../engine/webhooks/sender.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import type { DelayWatch } from '../system/event-loop-delay.ts';
import { createDeliveryMetrics } from './deliveries.ts';
import { type Durations, createDurations } from './durations.ts';
import { createProcessMetrics } from './process.ts';
import { createQueueReader } from './queue-reading.ts';
import { createQueueMetrics } from './queues.ts';
import { createRequestMetrics } from './requests.ts';

export interface MetricsParts {
  readonly version: string;
  readonly mode: string;
  readonly adminPath: string;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  readonly after: After;
  readonly pauses: () => Pause;
  /** Seconds since the epoch at which the process started. */
  readonly startedAt: number;
  readonly delays: DelayWatch;
}

/** What a server measures of itself, in the words of Prometheus. */
export interface Metrics {
  readonly observer: Pick<Observer, 'finished' | 'failed' | 'breached'>;
  /** The same store, with its use measured. */
  readonly store: (store: Store) => Store;
  /** The same sender, with its attempts counted. */
  readonly sender: (sender: Sender) => Sender;
  /** Called with events once they are committed. */
  readonly emitted: (events: readonly EmittedEvent[]) => void;
  /** Shows the sandboxes from now on. */
  readonly watch: (sandboxes: WatchedSandboxes) => void;
  readonly scrape: () => Promise<Exposition>;
  /** For the documentation. */
  readonly describe: () => readonly DescribedMetric[];
  readonly close: () => void;
}

interface WatchedSandboxes {
  /** Read for the queues, without being measured. */
  readonly store: Pick<Store, 'read'>;
  readonly inUse: ReadonlyMap<string, Sandbox>;
  /** The number of sandboxes that exist, whether or not they were used. */
  readonly count: () => number;
}

interface DescribedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labelNames: readonly string[];
  readonly help: string;
}

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

export const createMetrics = (parts: MetricsParts): Metrics => {
  const { version, mode, adminPath, elapsed, after, pauses, startedAt, delays } = parts;
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'vatmock_info',
    help: 'Always 1; the labels say which version runs in which mode.',
    labelNames: ['version', 'mode', 'node'],
    registers,
  }).set({ version, mode, node: process.versions.node }, 1);
  const observer = createRequestMetrics({ registry, adminPath });
  const store = createStoreMetrics({ registry, elapsed });
  const { sender, emitted } = createDeliveryMetrics(registry);
  createProcessMetrics({ registry, startedAt, delays });
  let readQueues = (): Promise<void> => Promise.resolve();

  return {
    observer,
    store,
    sender,
    emitted,
    watch: (sandboxes) => {
      const show = (name: string, help: string, read: () => number): void => {
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(read());
          },
        });
      };
      show('vatmock_sandboxes', 'Sandboxes that exist.', sandboxes.count);
      show('vatmock_sandboxes_in_use', 'Sandboxes that were used since the start.', () => sandboxes.inUse.size);
      const read = createQueueReader({
        store: sandboxes.store,
        inUse: () => sandboxes.inUse.values(),
        elapsed,
        pauses,
      });
      readQueues = createQueueMetrics({ registry, read, after });
    },
    scrape: async () => {
      await readQueues();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    // All metrics have these members; prom-client declares none.
    describe: () => registry.getMetricsAsArray() as unknown as readonly DescribedMetric[],
    close: delays.stop,
  };
};

interface StoreMetricsParts {
  readonly registry: Registry;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
}

/** Measures each use of a store, from the call to its end. */
const createStoreMetrics = ({ registry, elapsed }: StoreMetricsParts): ((store: Store) => Store) => {
  const durations = createDurations({
    registry,
    name: 'vatmock_store_duration_seconds',
    help: 'Time that a use of the storage takes, by its kind, including the wait for earlier uses of the same sandbox.',
    label: 'kind',
    values: ['read', 'transact', 'dump', 'replace', 'clear'],
  });
  const failures = new Counter({
    name: 'vatmock_store_failures_total',
    help: 'Uses of the storage that failed because of a full disk, a file that cannot be written, or a database that cannot be reached.',
    registers: [registry],
  });
  /** Watched beside: its caller waits for the use itself. */
  const watch = <T>(use: Promise<T>, durationsOfKind: Durations, startedAt: number): Promise<T> => {
    const ended = (): void => {
      durationsOfKind.observe(elapsed() - startedAt);
    };
    use.then(ended, (error: unknown) => {
      ended();
      if (error instanceof StoreError) failures.inc();
    });
    return use;
  };
  return (store) => ({
    ...store,
    transact: (sandbox, work) => {
      const startedAt = elapsed();
      return watch(store.transact(sandbox, work), durations.transact, startedAt);
    },
    read: (sandbox, work) => {
      const startedAt = elapsed();
      return watch(store.read(sandbox, work), durations.read, startedAt);
    },
    dump: (sandbox, pause) => watch(store.dump(sandbox, pause), durations.dump, elapsed()),
    replace: (sandbox, dump, pause) => watch(store.replace(sandbox, dump, pause), durations.replace, elapsed()),
    clear: (sandbox, pause) => watch(store.clear(sandbox, pause), durations.clear, elapsed()),
  });
};
