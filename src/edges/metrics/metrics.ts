import { Registry } from 'prom-client';
import type { EmittedEvent } from '../../engine/message/message.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import type { Failure } from '../../engine/webhooks/delivery.ts';
import type { SendResult, Sender } from '../../engine/webhooks/sender.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import { STORE_USES, aroundUses } from '../system/around-uses.ts';
import type { DelayWatch } from '../system/event-loop-delay.ts';
import { type Collectors, createCollectors } from './collectors.ts';
import { createQueueMetrics } from './queues.ts';
import { createRequestMetrics } from './requests.ts';

export interface DescribedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labelNames: readonly string[];
  readonly help: string;
}

/** What a server measures of itself, in the words of Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>;

export const createMetrics = ({
  version,
  mode,
  adminPath,
  elapsed,
  after,
  pauses,
  startedAt,
  delays,
}: {
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
}) => {
  const registry = new Registry();
  const collectors = createCollectors(registry);
  collectors.sampled('gauge', 'vatmock_info', 'Always 1; the labels say which version runs in which mode.', {
    labelNames: ['version', 'mode', 'node'],
    read: () => [{ labels: { version, mode, node: process.versions.node }, value: 1 }],
  });
  const observer = createRequestMetrics(collectors, adminPath);
  const store = createStoreMetrics(collectors, elapsed);
  const { sender, emitted } = createDeliveryMetrics(collectors);
  addProcessMetrics(collectors, { startedAt, delays });
  let readQueues = (): Promise<void> => Promise.resolve();

  return {
    observer,
    /** The same store, with its use measured. */
    store,
    /** The same sender, with its attempts counted. */
    sender,
    /** Called with events once they are committed. */
    emitted,
    /** Shows the sandboxes from now on. */
    watch: (sandboxes: {
      /** Read for the queues, without being measured. */
      readonly store: Pick<Store, 'read'>;
      readonly inUse: ReadonlyMap<string, Sandbox>;
      /** The number of sandboxes that exist, whether or not they were used. */
      readonly count: () => number;
    }): void => {
      collectors.gauges({
        vatmock_sandboxes: ['Sandboxes that exist.', sandboxes.count],
        vatmock_sandboxes_in_use: ['Sandboxes that were used since the start.', () => sandboxes.inUse.size],
      });
      const inUse = () => sandboxes.inUse.values();
      readQueues = createQueueMetrics(collectors, { store: sandboxes.store, inUse, elapsed, pauses, after });
    },
    scrape: async () => {
      await readQueues();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    /** For the documentation. All metrics have these members; prom-client declares none. */
    describe: () => registry.getMetricsAsArray() as unknown as readonly DescribedMetric[],
    close: delays.stop,
  };
};

/** Measures each use of a store, from the call to its end. */
const createStoreMetrics = ({ counter, durations }: Collectors, elapsed: () => number): ((store: Store) => Store) => {
  const byKind = durations(
    'vatmock_store_duration_seconds',
    'Time that a use of the storage takes, by its kind, including the wait for earlier uses of the same sandbox.',
    'kind',
    STORE_USES,
  );
  const failures = counter(
    'vatmock_store_failures_total',
    'Uses of the storage that failed because of a full disk, a file that cannot be written, or a database that cannot be reached.',
  );
  return (store) =>
    aroundUses(store, (kind, use) => {
      const startedAt = elapsed();
      const result = use();
      const ended = (): void => {
        byKind[kind].observe(elapsed() - startedAt);
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
const createDeliveryMetrics = ({ counter, gauges }: Collectors) => {
  const attempts = counter(
    'vatmock_delivery_attempts_total',
    'Attempts to deliver a webhook, by outcome: delivered (2xx), rejected (any other status), or why there was no response (refused: the URL is not allowed).',
    ['outcome'],
  );
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  let inFlight = 0;
  gauges({
    vatmock_deliveries_in_flight: ['Attempts to deliver a webhook that wait for their receiver now.', () => inFlight],
  });
  const events = counter(
    'vatmock_events_total',
    `Events, by type, whether or not a webhook endpoint receives them. webhook.delivery_failed_terminal is a delivery that was given up. After ${MOST_EVENT_TYPES} types, further ones count as "other".`,
    ['type'],
  );
  const types = new Set<string>();
  const typeOf = ({ type }: EmittedEvent): string => {
    if (types.size < MOST_EVENT_TYPES) types.add(type);
    return types.has(type) ? type : 'other';
  };
  return {
    sender: (sender: Sender): Sender => ({
      ...sender,
      send: async (post, signal) => {
        inFlight += 1;
        try {
          const result = await sender.send(post, signal);
          attempts.inc({ outcome: outcomeOf(result) });
          return result;
        } finally {
          inFlight -= 1;
        }
      },
    }),
    emitted: (emitted: readonly EmittedEvent[]): void => {
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
  { sampled, gauges }: Collectors,
  { startedAt, delays }: { readonly startedAt: number; readonly delays: DelayWatch },
): void => {
  gauges({
    process_start_time_seconds: ['When the process started, in seconds since the epoch.', () => startedAt],
    process_resident_memory_bytes: ['Memory of the process.', () => process.memoryUsage.rss()],
    nodejs_heap_size_used_bytes: ['Memory of JavaScript values.', () => process.memoryUsage().heapUsed],
    nodejs_heap_size_total_bytes: ['Memory reserved for JavaScript values.', () => process.memoryUsage().heapTotal],
    nodejs_external_memory_bytes: ['Memory of buffers.', () => process.memoryUsage().external],
  });
  sampled('counter', 'process_cpu_seconds_total', 'CPU time of the process.', {
    read: () => {
      const { user, system } = process.cpuUsage();
      return [{ labels: {}, value: (user + system) / MICROSECONDS }];
    },
  });
  sampled(
    'gauge',
    'nodejs_eventloop_delay_seconds',
    'How much later than asked for the event loop got to its work since the last scrape: median, 99th percentile and longest.',
    {
      labelNames: ['quantile'],
      read: () => {
        const { median, percentile99, longest } = delays.read();
        return [
          { labels: { quantile: '0.5' }, value: median },
          { labels: { quantile: '0.99' }, value: percentile99 },
          { labels: { quantile: '1' }, value: longest },
        ];
      },
    },
  );
};
