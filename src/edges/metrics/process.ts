import { Counter, Gauge, type Registry } from 'prom-client';
import type { DelayWatch } from '../system/event-loop-delay.ts';

interface ProcessMetricsParts {
  readonly registry: Registry;
  /** Seconds since the epoch. */
  readonly startedAt: number;
  readonly delays: Pick<DelayWatch, 'read'>;
}

const MICROSECONDS = 1e6;

/**
 * The metrics of the process that dashboards know, by their usual names. Not those of prom-client, which come with an observer of every
 * garbage collection: it costs more than all of ours.
 */
export const createProcessMetrics = ({ registry, startedAt, delays }: ProcessMetricsParts): void => {
  const registers = [registry];
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
  show('process_start_time_seconds', 'When the process started, in seconds since the epoch.', () => startedAt);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / MICROSECONDS);
    },
  });
  show('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  show('nodejs_heap_size_used_bytes', 'Memory of JavaScript values.', () => process.memoryUsage().heapUsed);
  show('nodejs_heap_size_total_bytes', 'Memory reserved for JavaScript values.', () => process.memoryUsage().heapTotal);
  show('nodejs_external_memory_bytes', 'Memory of buffers.', () => process.memoryUsage().external);
  new Gauge({
    name: 'nodejs_eventloop_delay_seconds',
    help: 'How much later than asked for the event loop got to its work since the last scrape: median, 99th percentile and longest.',
    labelNames: ['quantile'],
    registers,
    collect() {
      const { median, percentile99, longest } = delays.read();
      this.set({ quantile: '0.5' }, median);
      this.set({ quantile: '0.99' }, percentile99);
      this.set({ quantile: '1' }, longest);
    },
  });
};
