import { ConfigError, type Config, parseMetricsPort } from '../config/config.ts';
import type { Metrics } from '../edges/metrics/metrics.ts';
import { explainListening } from '../edges/system/explain-listening.ts';
import { readOtelSettings } from '../edges/traces/otel-settings.ts';
import { after, longWork, systemClock } from '../edges/system/time.ts';
import type { EmittedEvent } from '../engine/message/message.ts';
import type { Observer } from '../engine/ports/ports.ts';
import type { Store } from '../engine/sandbox/store.ts';
import type { Sender } from '../engine/webhooks/sender.ts';
import { isDoneWithin } from '../kernel/wait-until.ts';
import { ADMIN_PATH } from './address.ts';
import type { Handle } from '../kernel/http.ts';

interface TelemetryParts {
  readonly version: string;
  /** Variables of OpenTelemetry. */
  readonly environment: NodeJS.ProcessEnv | undefined;
  readonly observer: Partial<Observer> | undefined;
}

/** What an operator sees of a server from outside. Whatever is off is not loaded, and is in nobody's way. */
export const openServerTelemetry = async (config: Config, parts: TelemetryParts) => {
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics(config, parts.version);
  const traces = await openTraces(config, parts);
  const watchers = [metrics, traces].filter((watcher) => watcher !== undefined);
  return {
    metrics,
    observers: watchers.map(({ observer }): Partial<Observer> => observer),
    /** Undefined if requests are not followed. */
    tracing: traces,
    door: (handle: Handle): Handle => traces?.door(handle) ?? handle,
    store: (store: Store): Store => watchers.reduce((watched, watcher) => watcher.store(watched), store),
    sender: (sender: Sender): Sender => watchers.reduce((watched, watcher) => watcher.sender(watched), sender),
    /** Called with events once they are committed. */
    emitted: (events: readonly EmittedEvent[]): void => {
      for (const watcher of watchers) watcher.emitted(events);
    },
    /** Sends what is left of the traces. */
    close: async () => traces?.close(),
  };
};

/** How long a server that stops waits for its last spans to be sent. Milliseconds. */
const PATIENCE = 3000;

/** A collector that is away is told once a minute. Milliseconds. */
const BETWEEN_NOTICES = 60_000;

/** Loaded only for servers with traces. */
const openTraces = async ({ mode }: Config, { version, environment, observer }: TelemetryParts) => {
  const settings = environment === undefined ? undefined : readOtelSettings(environment);
  if (settings === undefined) return undefined;
  const { openProvider, createTraces } = await import('../edges/traces/traces.ts');
  let noticedAt = -Infinity;
  const provider = await openProvider({
    settings,
    version,
    mode,
    failed: (message) => {
      const now = systemClock.elapsed();
      if (now - noticedAt < BETWEEN_NOTICES) return;
      noticedAt = now;
      observer?.noticed?.({
        level: 'warn',
        message: `traces cannot be sent to ${new URL(settings.url).origin} (OTEL_EXPORTER_OTLP_ENDPOINT), and are lost meanwhile: ${message}`,
      });
    },
  });
  return {
    ...createTraces(provider.getTracer('vatmock', version)),
    close: async () => {
      // By itself, shutdown waits for no other span once one was refused.
      const flushed = provider.forceFlush().catch(() => undefined);
      const shutdown = flushed.then(() => provider.shutdown()).catch(() => undefined);
      await isDoneWithin(after, PATIENCE, shutdown);
    },
  };
};

/** Loaded only for servers with metrics. */
const openMetrics = async ({ mode }: Config, version: string): Promise<Metrics> => {
  const { createMetrics } = await import('../edges/metrics/metrics.ts');
  const { watchEventLoopDelay } = await import('../edges/system/event-loop-delay.ts');
  const { elapsed, now } = systemClock;
  return createMetrics({
    version,
    mode,
    adminPath: ADMIN_PATH,
    elapsed,
    after,
    pauses: longWork.slices('metrics').pauses,
    startedAt: now() / 1000 - process.uptime(),
    delays: watchEventLoopDelay(),
  });
};

/** The listener of the metrics; its URL is undefined without metrics. */
export const openMetricsDoor = async (
  { metricsPort = '0' }: Config,
  { metrics }: Awaited<ReturnType<typeof openServerTelemetry>>,
  { failed }: Observer,
) => {
  if (metrics === undefined) return { url: undefined, close: () => Promise.resolve() };
  const { openMetricsServer } = await import('../edges/metrics/metrics-server.ts');
  const { url, close } = await openMetricsServer({
    ...parseMetricsPort(metricsPort),
    scrape: metrics.scrape,
    failed: (error) => {
      failed(error, '');
    },
  }).catch((error: unknown) => {
    metrics.close();
    const reason = explainListening(error, 'metrics');
    throw reason === undefined ? error : new ConfigError(reason);
  });
  return {
    url,
    close: async () => {
      metrics.close();
      await close();
    },
  };
};
