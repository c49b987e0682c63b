import { Counter, type Metric, type Registry } from 'prom-client';

/** Few, since each is a series per label: from a response out of memory to a call that its client gives up. Seconds. */
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, Infinity];

/** One series of a histogram. */
class Durations {
  count = 0;
  #sum = 0;
  readonly #counts = new Uint32Array(BOUNDS.length);

  observe(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    this.#sum += seconds;
    this.count += 1;
    const place = BOUNDS.findIndex((bound) => seconds <= bound);
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  show(name: string, labels: Sample['labels']): readonly Sample[] {
    let below = 0;
    return [
      ...BOUNDS.map((bound, index) => ({
        metricName: `${name}_bucket`,
        labels: { le: bound === Infinity ? '+Inf' : String(bound), ...labels },
        value: (below += this.#counts[index] ?? 0),
      })),
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.count },
    ];
  }
}

/** What the metrics of one registry are made of. */
export const createCollectors = (registry: Registry) => {
  /** What we count or measure ourselves: `read` is called with each scrape. */
  const sampled = (
    type: 'counter' | 'gauge' | 'histogram',
    name: string,
    help: string,
    { labelNames = [], read }: { readonly labelNames?: readonly string[]; readonly read: () => readonly Sample[] },
  ): void => {
    const described = { name, help, type, aggregator: 'sum' };
    const metric = { ...described, labelNames, get: () => Promise.resolve({ ...described, values: read() }) };
    registry.registerMetric(metric as unknown as Metric);
  };
  return {
    sampled,

    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter<Label>({ name, help, labelNames: [...labelNames], registers: [registry] }),

    /** Numbers that are read with each scrape. */
    gauges: (all: Readonly<Record<string, readonly [help: string, read: () => number]>>): void => {
      for (const [name, [help, read]] of Object.entries(all))
        sampled('gauge', name, help, { read: () => [{ labels: {}, value: read() }] });
    },

    /**
     * A histogram of durations with one label. (Why not prom-client's: finding the series by its labels takes half a microsecond
     * per observation, and a small GET is observed twice.)
     */
    durations: <Label extends string>(name: string, help: string, label: string, values: readonly Label[]) => {
      const all = Object.fromEntries(values.map((value) => [value, new Durations()])) as Record<Label, Durations>;
      sampled('histogram', name, help, {
        labelNames: [label],
        read: () =>
          values.flatMap((value) => (all[value].count === 0 ? [] : all[value].show(name, { [label]: value }))),
      });
      return all;
    },
  };
};

/** A number under some labels. */
interface Sample {
  /** That of a part of a histogram. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export type Collectors = ReturnType<typeof createCollectors>;
