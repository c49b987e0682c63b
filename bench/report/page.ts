import { CONNECTIONS } from '../load.ts';
import type { Machine } from '../machine.ts';
import type { Plan } from '../plan.ts';
import type { Results } from '../results.ts';
import {
  costTable,
  deliveriesTable,
  goalTable,
  growthTable,
  hangingTable,
  keptTable,
  latencyTable,
  missedGoals,
  proxyTable,
  rateTable,
  sandboxesTable,
  scenariosTable,
  streamsTable,
  startTable,
  stateTable,
  storesTable,
  table,
  toNumber,
} from './tables.ts';
import { HOW, UNFAIR } from './words.ts';

export const CHART_TITLE = 'Requests per second of server CPU, one core';

export const toNote = ({ date }: Plan, { words }: Machine): string => `${date}, ${words}; longer is better`;

const peersTable = ({ peers }: Results): string =>
  table(
    ['Peer', 'Version', 'How it is set up'],
    peers.map(({ name, setup, installed }) => [
      name,
      'version' in installed ? installed.version : installed.missing,
      setup,
    ]),
  );

const leftOut = ({ peers, failures }: Results): string[] => [
  ...peers.flatMap(({ name, installed, failures: own }) => [
    ...('missing' in installed ? [`${name}: ${installed.missing}`] : []),
    ...own.map((failure) => `${name}, ${failure}`),
  ]),
  ...failures,
];

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const section = (title: string, ...parts: readonly string[]): string =>
  [`## ${title}`, ...parts].filter((part) => part !== '').join('\n\n');

/** docs/performance.md. */
export const toPage = (results: Results, plan: Plan, machine: Machine): string => {
  const missed = missedGoals(results);
  const gaps = leftOut(results);
  const { exported } = results;
  const bytesPerOrder = results.orders?.bytesPerOrder;
  return `${[
    '# Performance',
    `Written by \`npm run bench\` on ${plan.date}; ${machine.words}. Do not rely on absolute numbers: run it on your own machine, and compare within one run only.`,
    `![${CHART_TITLE}](performance.svg)`,
    section(
      'Cost of a request',
      "Microseconds of the server's CPU for one request, in its process and in the kernel. Less is better.",
      costTable(results),
      `Requests per second while the server has one core and ${String(CONNECTIONS)} connections keep it busy, with the size of an answer. Of the fastest peers this shows what the load can do, not what they can.`,
      rateTable(results),
    ),
    section('Start and memory', startTable(results)),
    section(
      'Latency',
      'Orders at a fixed rate, half of what vatmock can do, over a hundred connections. The time of a request begins when it is due, also if the server keeps it from being sent.',
      latencyTable(results),
    ),
    section(
      'State',
      'What the peers do not do, beside what it costs to create an order.',
      stateTable(results),
      ...(bytesPerOrder === undefined
        ? []
        : [
            `An order with its answer under the Idempotency-Key takes ${toNumber(bytesPerOrder / 1000)} kB of memory: what ${toNumber(plan.orders.at(-1))} of them need more than ${toNumber(plan.orders[0])}.`,
          ]),
      ...(exported === undefined
        ? []
        : [
            `The export of ${exported.records.toLocaleString('en')} orders (\`GET /__admin/state\`, ${toNumber(exported.megabytes)} MB) takes ${toNumber(exported.cpuMilliseconds)} ms of CPU for 150 kB; another request waits ${toNumber(exported.longestWait)} ms at most meanwhile.`,
          ]),
    ),
    section(
      'Many sandboxes',
      'Orders into fifty sandboxes in turn, of as many and of more that rest in the folder (`--data`), with the heap of a container of 512 MB.',
      sandboxesTable(results),
    ),
    section(
      'Things of any description',
      `One of ${plan.things.toLocaleString('en')} things that a client created, and a page of twenty, beside an answer from an example.`,
      keptTable(results),
    ),
    section(
      'Scenarios',
      'What five active scenarios cost the requests that they do not concern: the same server, measured in turn without and with them.',
      scenariosTable(results),
    ),
    section(
      'Streams',
      'What open streams of activity, such as those of the console, cost an order: servers with none, one and ten, and ten while five scenarios are active, measured in turn.',
      streamsTable(results),
    ),
    section(
      'Stores and metrics',
      'Orders into one sandbox, whose requests follow each other: CPU of the servers and requests per second with 16 connections, and the time of an answer with one. A folder and PostgreSQL have the changes before the answer is sent; the CPU of PostgreSQL is not counted. The second server serves a sandbox that the first one serves, too.',
      results.stores.length === 0 ? 'Not measured.' : storesTable(results),
    ),
    section(
      'Webhooks',
      'From the first request that causes a delivery until the receiver has the last one; the cost of those requests is in the cost of the deliveries. vatmock signs and keeps every delivery and its history; WireMock sends and forgets.',
      deliveriesTable(results),
      'What a receiver that never answers costs another one: deliveries of vatmock to the good one, in turn without and with 300 deliveries that wait for the other.',
      hangingTable(results),
    ),
    section(
      'Proxy',
      'A service that answers at once, and the same answer through `vatmock proxy`, which validates both sides: one request at a time, each on a connection of its own.',
      proxyTable(results),
    ),
    section(
      'Size of the description',
      'Descriptions with this many operations, each with its own path, schema and example.',
      growthTable(results),
    ),
    section(
      'Goals',
      'Ratios within this run; the spread is where the middle half of the rounds lies. Where a peer has no gates and keeps nothing, the goal is about the same work (`vatmock --spec --state none`); the column beside it shows the same ratio for vatmock as it is used every day.',
      goalTable(results),
      ...(missed.length === 0 ? [] : ['What limits those that were missed:', missed.join('\n')]),
    ),
    section('How it is measured', HOW({ ...plan, isPinned: machine.isPinned })),
    section('Not fair to whom', list(UNFAIR)),
    section('Peers', peersTable(results), ...(gaps.length === 0 ? [] : ['Left out:', list(gaps)])),
  ].join('\n\n')}\n`;
};
