import { Counter, Gauge, Registry } from 'prom-client';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import type { Failure } from '../../engine/webhooks/delivery.ts';
import type { SendResult, Sender } from '../../engine/webhooks/sender.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import { STORE_USES, aroundUses } from '../system/around-uses.ts';
import type { DelayWatch } from '../system/event-loop-delay.ts';
import { addGauges, createDurations } from './durations.ts';
import { createQueueMetrics, createQueueReader } from './queues.ts';
import { createRequestMetrics } from './requests.ts';

interface MetricsParts {
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
  readonly watch: (sandboxes: {
    /** Read for the queues, without being measured. */
    readonly store: Pick<Store, 'read'>;
    readonly inUse: ReadonlyMap<string, Sandbox>;
    /** The number of sandboxes that exist, whether or not they were used. */
    readonly count: () => number;
  }) => void;
  readonly scrape: () => Promise<Exposition>;
  /** For the documentation. */
  readonly describe: () => readonly DescribedMetric[];
  readonly close: () => void;
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
  const store = createStoreMetrics(registry, elapsed);
  const { sender, emitted } = createDeliveryMetrics(registry);
  addProcessMetrics(registry, { startedAt, delays });
  let readQueues = (): Promise<void> => Promise.resolve();

  return {
    observer,
    store,
    sender,
    emitted,
    watch: (sandboxes) => {
      addGauges(registry, [
        ['vatmock_sandboxes', 'Sandboxes that exist.', sandboxes.count],
        ['vatmock_sandboxes_in_use', 'Sandboxes that were used since the start.', () => sandboxes.inUse.size],
      ]);
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

/** Measures each use of a store, from the call to its end. */
const createStoreMetrics = (registry: Registry, elapsed: () => number): Metrics['store'] => {
  const durations = createDurations({
    registry,
    name: 'vatmock_store_duration_seconds',
    help: 'Time that a use of the storage takes, by its kind, including the wait for earlier uses of the same sandbox.',
    label: 'kind',
    values: STORE_USES,
  });
  const failures = new Counter({
    name: 'vatmock_store_failures_total',
    help: 'Uses of the storage that failed because of a full disk, a file that cannot be written, or a database that cannot be reached.',
    registers: [registry],
  });
  return (store) =>
    aroundUses(store, (kind, use) => {
      const startedAt = elapsed();
      const result = use();
      const ended = (): void => {
        durations[kind].observe(elapsed() - startedAt);
      };
      // Watched beside: its caller waits for the use itself.
      result.then(ended, (error: unknown) => {
        ended();
        if (error instanceof StoreError) failures.inc();
      });
      return result;
    });
};

/** Descriptions of others may declare any number of events; further types count as "other". */
const MOST_EVENT_TYPES = 30;

const FAILURES = [
  'refused',
  'connect_failed',
  'tls_failed',
  'timeout',
  'answer_broken',
] as const satisfies readonly Failure[];
const OUTCOMES = ['delivered', 'rejected', ...FAILURES] as const;

/** Counts what leaves the server: events, and the attempts to deliver them. */
const createDeliveryMetrics = (registry: Registry): Pick<Metrics, 'sender' | 'emitted'> => {
  const registers = [registry];
  const attempts = new Counter({
    name: 'vatmock_delivery_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome: delivered (2xx), rejected (any other status), or why there was no response (refused: the URL is not allowed).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  const inFlight = new Gauge({
    name: 'vatmock_deliveries_in_flight',
    help: 'Attempts to deliver a webhook that wait for their receiver now.',
    registers,
  });
  const events = new Counter({
    name: 'vatmock_events_total',
    help: `Events, by type, whether or not a webhook endpoint receives them. webhook.delivery_failed_terminal is a delivery that was given up. After ${String(MOST_EVENT_TYPES)} types, further ones count as "other".`,
    labelNames: ['type'],
    registers,
  });
  const types = new Set<string>();
  const typeOf = ({ type }: EmittedEvent): string => {
    if (types.size < MOST_EVENT_TYPES) types.add(type);
    return types.has(type) ? type : 'other';
  };
  return {
    sender: (sender) => ({
      ...sender,
      send: async (post, signal) => {
        inFlight.inc();
        try {
          const result = await sender.send(post, signal);
          attempts.inc({ outcome: outcomeOf(result) });
          return result;
        } finally {
          inFlight.dec();
        }
      },
    }),
    emitted: (emitted) => {
      for (const event of emitted) events.inc({ type: typeOf(event) });
    },
  };
};

const outcomeOf = ({ httpStatus = 0, failure }: SendResult): (typeof OUTCOMES)[number] =>
  failure ?? (httpStatus >= 200 && httpStatus < 300 ? 'delivered' : 'rejected');

const MICROSECONDS = 1e6;

/**
 * The metrics of the process that dashboards know, by their usual names. Not those of prom-client, which come with an observer of every
 * garbage collection: it costs more than all of ours.
 */
const addProcessMetrics = (
  registry: Registry,
  { startedAt, delays }: Pick<MetricsParts, 'startedAt' | 'delays'>,
): void => {
  addGauges(registry, [
    ['process_start_time_seconds', 'When the process started, in seconds since the epoch.', () => startedAt],
    ['process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()],
    ['nodejs_heap_size_used_bytes', 'Memory of JavaScript values.', () => process.memoryUsage().heapUsed],
    ['nodejs_heap_size_total_bytes', 'Memory reserved for JavaScript values.', () => process.memoryUsage().heapTotal],
    ['nodejs_external_memory_bytes', 'Memory of buffers.', () => process.memoryUsage().external],
  ]);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / MICROSECONDS);
    },
  });
  new Gauge({
    name: 'nodejs_eventloop_delay_seconds',
    help: 'How much later than asked for the event loop got to its work since the last scrape: median, 99th percentile and longest.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      const { median, percentile99, longest } = delays.read();
      this.set({ quantile: '0.5' }, median);
      this.set({ quantile: '0.99' }, percentile99);
      this.set({ quantile: '1' }, longest);
    },
  });
};
