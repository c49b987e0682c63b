import { ConfigError, type Config } from '../config/config.ts';
import type { Metrics } from '../edges/metrics/metrics.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import { after, nextTurn } from '../edges/system/timers.ts';
import type { EmittedEvent } from '../engine/message/event.ts';
import type { Observer } from '../engine/ports/ports.ts';
import type { Store } from '../engine/sandbox/store.ts';
import type { Sender } from '../engine/webhooks/model/sender.ts';
import { createPauses } from '../kernel/time-slices.ts';
import { ADMIN_PATH } from './admin-path.ts';

/** What an operator sees of a server from outside. Whatever is off is not loaded, and is in nobody's way. */
export interface Telemetry {
  readonly metrics: Metrics | undefined;
  readonly observers: readonly Partial<Observer>[];
  readonly store: (store: Store) => Store;
  readonly sender: (sender: Sender) => Sender;
  /** Called with events once they are committed; undefined if nothing counts them. */
  readonly emitted: ((events: readonly EmittedEvent[]) => void) | undefined;
}

const unchanged = <T>(part: T): T => part;

export const openTelemetry = async (config: Config, version: string): Promise<Telemetry> => {
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics(config, version);
  return {
    metrics,
    observers: metrics === undefined ? [] : [metrics.observer],
    store: metrics?.store ?? unchanged,
    sender: metrics?.sender ?? unchanged,
    emitted: metrics?.emitted,
  };
};

/** Loaded only for servers with metrics. */
const openMetrics = async ({ mode }: Config, version: string): Promise<Metrics> => {
  const { createMetrics } = await import('../edges/metrics/metrics.ts');
  const { watchEventLoopDelay } = await import('../edges/system/event-loop-delay.ts');
  const { elapsed, now } = systemClock;
  return createMetrics({
    ...{ version, mode, adminPath: ADMIN_PATH, elapsed, after },
    pauses: createPauses({ elapsed, nextTurn }),
    startedAt: now() / 1000 - process.uptime(),
    delays: watchEventLoopDelay(),
  });
};

/** The listener of the metrics. */
export interface MetricsDoor {
  /** Undefined without metrics. */
  readonly url: string | undefined;
  readonly close: () => Promise<void>;
}

export const openMetricsDoor = async (
  { metricsPort: port = 0, metricsHost: host }: Config,
  { metrics }: Telemetry,
  { failed }: Pick<Observer, 'failed'>,
): Promise<MetricsDoor> => {
  if (metrics === undefined) return { url: undefined, close: () => Promise.resolve() };
  const { openMetricsServer } = await import('../edges/metrics/metrics-server.ts');
  const { url, close } = await openMetricsServer({
    host,
    port,
    scrape: metrics.scrape,
    failed: (error) => {
      failed(error, '');
    },
  }).catch((error: unknown) => {
    metrics.close();
    throw explain(error, host, port);
  });
  return {
    url,
    close: async () => {
      metrics.close();
      await close();
    },
  };
};

const explain = (error: unknown, host: string, port: number): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `port ${String(port)} on ${host}, for metrics, is in use: stop the other program, or choose a port with --metrics-port (0 picks a free one)`,
      );
    case 'EACCES':
      return new ConfigError(
        `no permission to listen on port ${String(port)} of ${host} for metrics: choose a port above 1023 with --metrics-port`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`--metrics-host ${host} is not an address of this machine`);
    default:
      return error;
  }
};
