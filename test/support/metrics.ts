/** One line of the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/;

export const parseMetrics = (text: string): readonly Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
      if (name === '') throw new Error(`no sample: ${line}`);
      return {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)="((?:\\.|[^"])*)"/g)].map(([, key, each]) => [key, each]),
        ),
        value: value === '+Inf' ? Infinity : Number(value),
      };
    });

/** The sum of a metric over the series with these labels. */
export const valueOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samples
    .filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, each]) => sample.labels[key] === each),
    )
    .reduce((sum, { value }) => sum + value, 0);
