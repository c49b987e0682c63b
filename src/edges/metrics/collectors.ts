import { Counter, Gauge, type Metric, type Registry } from 'prom-client';

/** Few, since each is a series per label: from a response out of memory to a call that its client gives up. Seconds. */
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5] as const;

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
    if (place >= 0) this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  show(name: string, labels: Readonly<Record<string, string>>) {
    let below = 0;
    const buckets = [...BOUNDS.entries()].map(([index, bound]) => ({
      le: String(bound),
      value: this.#counts[index] ?? 0,
    }));
    return [
      ...buckets.map(({ le, value }) => {
        below += value;
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
      }),
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: this.count },
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.count },
    ];
  }
}

/** What the metrics of one registry are made of. */
export const createCollectors = (registry: Registry) => {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter<Label>({ name, help, labelNames: [...labelNames], registers }),

    /** What we count ourselves: `read` is called with each scrape. */
    counted: (
      name: string,
      help: string,
      { labelNames = [], read }: { readonly labelNames?: readonly string[]; readonly read: () => Iterable<Sample> },
    ): void => {
      new Counter({
        ...{ name, help, labelNames: [...labelNames], registers },
        collect() {
          this.reset();
          for (const [labels, count] of read()) this.inc(labels, count);
        },
      });
    },

    /** Numbers that are read with each scrape. */
    gauges: (all: Readonly<Record<string, readonly [help: string, read: () => number]>>): void => {
      for (const [name, [help, read]] of Object.entries(all))
        new Gauge({
          ...{ name, help, registers },
          collect() {
            this.set(read());
          },
        });
    },

    /**
     * A histogram of durations with one label. (Why not prom-client's: finding the series by its labels takes half a microsecond
     * per observation, and a small GET is observed twice.)
     */
    durations: <Label extends string>(name: string, help: string, label: string, values: readonly Label[]) => {
      const all = Object.fromEntries(values.map((value) => [value, new Durations()])) as Record<Label, Durations>;
      const described = { name, help, type: 'histogram' };
      const metric = {
        ...described,
        labelNames: [label],
        get: () =>
          Promise.resolve({
            ...described,
            values: values.flatMap((value) =>
              all[value].count === 0 ? [] : all[value].show(name, { [label]: value }),
            ),
            aggregator: 'sum',
          }),
      };
      registry.registerMetric(metric as unknown as Metric);
      return all;
    },
  };
};

/** A count under some labels. */
type Sample = readonly [labels: Readonly<Record<string, string | number>>, count: number];

export type Collectors = ReturnType<typeof createCollectors>;
