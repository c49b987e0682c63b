import type { Figures, Hanging, PeerResult, Results, StartFigures, Store } from '../results.ts';
import { WORKS, WORK_NAMES } from '../work.ts';
import { inRound, middleHalf } from '../median.ts';
import { GOALS, type Goal, besideHanging, costOf, isReached } from './goals.ts';

const NONE = '';

/** Columns of numbers are flush right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const isNumber = (column: number): boolean => rows.every((row) => /^\d|^$/.test(row[column] ?? NONE));
  const rule = head.map((_, column) => (column > 0 && isNumber(column) ? '--:' : '---'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

/** Three digits that matter. */
export const toNumber = (value: number | undefined): string => {
  if (value === undefined || !Number.isFinite(value)) return NONE;
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

const workHead = (first: string): string[] => [first, ...WORKS.map((work) => WORK_NAMES[work])];

const shown = ({ peers }: Results): PeerResult[] => peers.filter(({ works }) => Object.keys(works).length > 0);

const perWork = (results: Results, toCell: (figures: Figures) => string): string =>
  table(
    workHead('Peer'),
    shown(results).map(({ name, works }) => [
      name,
      ...WORKS.map((work) => {
        const figures = works[work];
        return figures === undefined ? NONE : toCell(figures);
      }),
    ]),
  );

export const costTable = (results: Results): string => perWork(results, (figures) => toNumber(costOf(figures)));

export const rateTable = (results: Results): string =>
  perWork(results, ({ perSecond, bytes }) => `${toNumber(perSecond)} (${toNumber(bytes)} bytes)`);

const startCells = (start: StartFigures | undefined): string[] => [
  toNumber(start?.milliseconds),
  toNumber(start?.cpuMilliseconds),
];

export const startTable = (results: Results): string => {
  const rows = shown(results).map(({ name, start, idleMegabytes, peakMegabytes }) => [
    name,
    ...startCells(start),
    ...[idleMegabytes, peakMegabytes].map(toNumber),
  ]);
  const { sources, container } = results.otherStarts ?? {};
  const others = [
    ['vatmock from its sources (`npm start`)', ...startCells(sources), NONE, NONE],
    ['vatmock in its container', ...startCells(container), NONE, NONE],
  ];
  return table(
    ['Peer', 'Start to first answer, ms', 'of it CPU, ms', 'Memory when idle, MB', 'Peak memory after the run, MB'],
    results.otherStarts === undefined ? rows : [...rows.slice(0, 1), ...others, ...rows.slice(1)],
  );
};

export const stateTable = ({ orders: kept, peers }: Results): string => {
  const { replay, read, page, lookups = [] } = kept ?? {};
  const created = peers.find(({ id }) => id === 'vatmock')?.works.orders;
  const row = (name: string, figures: Figures): string[] => [
    name,
    toNumber(costOf(figures)),
    toNumber(figures.perSecond),
  ];
  return table(
    ['vatmock', 'CPU µs', 'Requests per second'],
    [
      ...(created === undefined ? [] : [row('POST orders: a new order under a new key', created)]),
      ...(replay === undefined ? [] : [row('POST orders: replay of an answer', replay)]),
      ...(read === undefined ? [] : [row('GET of an order', read)]),
      ...(page === undefined ? [] : [row('GET /orders: a page of 20', page)]),
      ...lookups.map(({ orders, figures }) =>
        row(`GET /orders?vin=...: one of ${orders.toLocaleString('en')}`, figures),
      ),
    ],
  );
};

export const keptTable = ({ things }: Results): string =>
  table(
    ['CPU µs', 'GET of an example', 'GET of a kept thing', 'Ratio', 'List of 20 kept things'],
    things.map(({ name, example, kept, list }) => [
      name,
      ...[example, kept].map((figures) => toNumber(figures && costOf(figures))),
      toNumber(example && kept && costOf(kept) / costOf(example)),
      toNumber(list && costOf(list)),
    ]),
  );

export const scenariosTable = ({ scenarios }: Results): string =>
  table(
    ['vatmock', 'CPU µs, no scenario', 'CPU µs, five active', 'Ratio'],
    scenarios.map(({ work, without, active }) => [
      WORK_NAMES[work],
      toNumber(costOf(without)),
      toNumber(costOf(active)),
      toNumber(costOf(active) / costOf(without)),
    ]),
  );

export const streamsTable = ({ streams }: Results): string => {
  const [without] = streams;
  return table(
    ['vatmock, POST orders', 'CPU µs', 'Ratio'],
    streams.map(({ streams: count, scenarios, figures }) => [
      `${String(count)} open ${count === 1 ? 'stream' : 'streams'}${scenarios > 0 ? `, ${String(scenarios)} active scenarios` : ''}`,
      toNumber(costOf(figures)),
      toNumber(costOf(figures) / costOf(without?.figures ?? figures)),
    ]),
  );
};

const STORE_NAMES: Readonly<Record<Store, string>> = {
  memory: 'memory',
  'memory again': 'memory, a second server (how far chance goes)',
  'memory, metrics': 'memory, with `--metrics-port`',
  folder: 'a folder (`--data`)',
  PostgreSQL: 'PostgreSQL',
  'PostgreSQL, two servers': 'PostgreSQL, two servers that take turns',
};

export const storesTable = ({ stores }: Results): string => {
  const memory = stores.find(({ store }) => store === 'memory');
  return table(
    ['vatmock, POST orders', 'CPU µs', 'Ratio', 'Requests per second', 'ms, one at a time'],
    stores.map(({ store, busy, milliseconds }) => [
      STORE_NAMES[store],
      toNumber(costOf(busy)),
      toNumber(costOf(busy) / costOf(memory?.busy ?? busy)),
      toNumber(busy.perSecond),
      toNumber(milliseconds),
    ]),
  );
};

export const deliveriesTable = ({ deliveries }: Results): string =>
  table(
    ['Peer', 'Deliveries', 'Seconds', 'Deliveries per second', 'CPU µs per delivery', 'Peak memory, MB'],
    deliveries.map(({ name, deliveries: count, seconds, cpuMicroseconds, peakMegabytes }) => [
      name,
      count.toLocaleString('en'),
      toNumber(seconds),
      toNumber(count / seconds),
      toNumber(cpuMicroseconds),
      toNumber(peakMegabytes),
    ]),
  );

export const latencyTable = ({ latencies }: Results): string =>
  table(
    ['POST orders, ms', 'Requests per second', 'p50', 'p99', 'p99.9'],
    latencies.map(({ name, perSecond, p50, p99, p999 }) => [name, ...[perSecond, p50, p99, p999].map(toNumber)]),
  );

export const sandboxesTable = ({ sandboxes }: Results): string =>
  table(
    ['Sandboxes', 'CPU µs of an order', 'Peak memory, MB'],
    sandboxes.map(({ sandboxes: count, figures, peakMegabytes }) => [
      count.toLocaleString('en'),
      toNumber(costOf(figures)),
      toNumber(peakMegabytes),
    ]),
  );

const HANGING_NAMES: Readonly<Record<Hanging, string>> = {
  nowhere: 'none',
  'same sandbox': 'one in the same sandbox',
  'another sandbox': 'one in another sandbox',
};

export const hangingTable = (results: Results): string =>
  table(
    ['Hanging receiver', 'Deliveries per second', 'Ratio', 'CPU µs per delivery', 'Ratio'],
    results.hanging.map(({ hanging, perSecond, cpuMicroseconds }) => {
      const { rate, cost } = besideHanging(results, hanging);
      return [HANGING_NAMES[hanging], ...[perSecond, rate, cpuMicroseconds, cost].map(toNumber)];
    }),
  );

export const proxyTable = ({ proxied }: Results): string =>
  table(
    ['Milliseconds until the answer', 'Service', 'Through `vatmock proxy`', 'Added'],
    proxied === undefined
      ? []
      : [['GET /me', ...[proxied.direct, proxied.through, proxied.through - proxied.direct].map(toNumber)]],
  );

export const growthTable = ({ growth }: Results): string =>
  table(
    ['Peer', 'Operations', 'CPU µs, last operation', 'Start to first answer, ms', 'of it CPU, ms'],
    growth.flatMap(({ name, sizes }) =>
      sizes.map(({ operations, start, last }) => [
        name,
        operations.toLocaleString('en'),
        toNumber(costOf(last)),
        ...startCells(start),
      ]),
    ),
  );

/** A multiple of the number of rounds of all workloads. */
const ROUNDS = 60;

const spreadOf = ({ measure }: Goal, results: Results): string => {
  const ratios = Array.from({ length: ROUNDS }, (_, round) => measure(inRound(results, round)) ?? NaN);
  const [low, high] = middleHalf(ratios);
  return ratios.every((ratio) => ratio === low) || Number.isNaN(low) ? NONE : `${toNumber(low)} to ${toNumber(high)}`;
};

const SAYS = { 'at least': 'at least', 'at most': 'at most' } as const;

export const goalTable = (results: Results): string =>
  table(
    ['Workload', 'Beside', 'Wanted', 'Measured', 'Spread', 'With every gate on and orders kept', ''],
    GOALS.map((goal) => {
      const ratio = goal.measure(results);
      return [
        goal.what,
        goal.beside,
        `${SAYS[goal.kind]} ${toNumber(goal.wanted)}`,
        ratio === undefined ? 'not measured' : toNumber(ratio),
        spreadOf(goal, results),
        toNumber(goal.withGates?.(results)),
        ratio === undefined ? NONE : isReached(goal, ratio) ? 'reached' : '**missed**',
      ];
    }),
  );

/** What limits the goals that were missed. */
export const missedGoals = (results: Results): string[] =>
  GOALS.filter((goal) => {
    const ratio = goal.measure(results);
    return ratio !== undefined && !isReached(goal, ratio);
  }).map(({ what, beside, limit }) => `- **${what}, beside ${beside}**: ${limit === '' ? 'not looked into' : limit}`);

/** CPU time of one workload on two checkouts; undefined where the machine does not tell. */
export interface ComparedCost {
  readonly workload: string;
  readonly former: number | undefined;
  readonly present: number | undefined;
}

export const formerTable = (costs: readonly ComparedCost[]): string =>
  table(
    ['CPU time', 'former', 'present', 'present / former'],
    costs.map(({ workload, former, present }) => [
      workload,
      toNumber(former),
      toNumber(present),
      former === undefined || present === undefined ? NONE : (present / former).toFixed(3),
    ]),
  );
