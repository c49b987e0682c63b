import { AsyncResource, createHook, executionAsyncId, executionAsyncResource } from 'node:async_hooks';
import { PerformanceObserver } from 'node:perf_hooks';

/** What one callback of the event loop took, with the ticks and microtasks that followed it. */
export interface Callback {
  /** Milliseconds of CPU time, without the collection of garbage. */
  readonly own: number;
  /** The most milliseconds in which garbage was collected in one callback, this or another. */
  readonly collecting: number;
  /** Class of the resource that called back: `HTTPServerAsyncResource`, `Immediate`, `MessagePort` and so on. */
  readonly resource: string;
}

/** CPU time of this thread in milliseconds. */
export const cpuMilliseconds = (): number => {
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
};

/** Shorter callbacks are not remembered. Milliseconds. */
const REMEMBERED = 5;

interface Span {
  readonly cpu: number;
  readonly begin: number;
  readonly end: number;
  readonly resource: string;
}

const NONE: Callback = { own: 0, collecting: 0, resource: '' };

/**
 * Ticks and microtasks are run before the event loop goes on, so that they belong to the callback before them. Their
 * resources are the plain objects of `process.nextTick` and what extends AsyncResource.
 */
const isContinued = (resource: object): boolean => resource.constructor === Object || resource instanceof AsyncResource;

/** Measures every callback from now on. Returns the one that took longest since the last question. */
export const watchCallbacks = (): (() => Callback) => {
  let spans: Span[] = [];
  let pauses: { readonly startTime: number; readonly duration: number }[] = [];
  let current = -1;
  let resourceName = 'start';
  let cpu = cpuMilliseconds();
  let begin = performance.now();
  let idle = performance.nodeTiming.idleTime;

  const next = (id: number, resource: object | undefined): void => {
    const nowCpu = cpuMilliseconds();
    const now = performance.now();
    const taken = nowCpu - cpu;
    if (taken > REMEMBERED) spans.push({ cpu: taken, begin, end: now, resource: resourceName });
    current = id;
    resourceName = resource?.constructor.name ?? '';
    cpu = nowCpu;
    begin = now;
    idle = performance.nodeTiming.idleTime;
  };

  createHook({
    before: (id) => {
      // A connection that has much to read is called back several times in a row; a timer, after idle time.
      if (id === current && performance.nodeTiming.idleTime === idle) return;
      const resource = executionAsyncResource();
      if (!isContinued(resource)) next(id, resource);
    },
    // Promises continue in microtasks.
    trackPromises: false,
  }).enable();

  const collections = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  collections.observe({ entryTypes: ['gc'] });

  const toCallback = ({ cpu: all, begin: from, end, resource }: Span): Callback => {
    const inside = pauses.filter(({ startTime }) => startTime >= from && startTime < end);
    const paused = inside.reduce((sum, { duration }) => sum + duration, 0);
    // Pauses are told in real time, of which this thread had only a part.
    const collecting = Math.min(all, (paused * all) / (end - from));
    return { own: all - collecting, collecting, resource };
  };

  return () => {
    next(executionAsyncId(), undefined);
    pauses.push(...collections.takeRecords());
    const callbacks = spans.map(toCallback);
    spans = [];
    pauses = [];
    // What the question itself took is not the server's.
    cpu = cpuMilliseconds();
    begin = performance.now();
    const longest = callbacks.reduce((most, each) => (each.own > most.own ? each : most), NONE);
    return { ...longest, collecting: Math.max(0, ...callbacks.map(({ collecting }) => collecting)) };
  };
};
