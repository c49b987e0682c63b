import { createMetrics } from '../../src/edges/metrics/metrics.ts';

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

const BEGIN = '<!-- metrics: made by "npm run generate" from src/edges/metrics -->';
const END = '<!-- end of metrics -->';

/** docs/monitoring.md with the table of metrics in its place. */
export const withMetrics = (page: string, table: Table): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`docs/monitoring.md lacks the lines ${BEGIN} and ${END}`);
  const rows = describeMetrics().map(({ name, type, labelNames, help }) => [
    `\`${name}\``,
    type,
    labelNames.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return `${before ?? ''}${BEGIN}\n\n${table(['Metric', 'Type', 'Labels', 'What it says'], rows)}\n\n${END}${after}`;
};

/** All metrics of a server; none of them is read. */
export const describeMetrics = () => {
  const metrics = createMetrics({
    version: '',
    mode: '',
    adminPath: '/__admin',
    elapsed: () => 0,
    after: () => ({ cancel: () => undefined }),
    pauses: () => () => undefined,
    startedAt: 0,
    delays: { read: () => ({ median: 0, percentile99: 0, longest: 0 }), stop: () => undefined },
  });
  metrics.watch({ store: { read: () => Promise.reject(new Error('not read')) }, inUse: new Map(), count: () => 0 });
  return metrics.describe();
};
