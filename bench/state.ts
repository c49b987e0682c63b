// What it costs to keep much: the same calls among 1,000 orders of a sandbox and among 100,000, in one run, on servers of
// their own. `--data` keeps them in files, `--quick` shows that it works. Only the ratios mean anything on another machine.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { callOrThrow } from './call.ts';
import { moveToLoadCore } from './cores.ts';
import { type Measured, measure } from './load.ts';
import { createVatmock } from './peers/vatmock.ts';
import { cpuSeconds } from './process-figures.ts';
import { SOURCE_PROGRAM } from './product.ts';
import { progress } from './progress.ts';
import { type StartedPeer, startPeer } from './start-peer.ts';
import { type Request, numberedOrders, toRequest, vinOf } from './work.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, data: { type: 'boolean' } } });
const quick = options.quick === true;
const SIZES = quick ? [100, 1000] : [1000, 100_000];
const ROUNDS = quick ? 1 : 5;
const REQUESTS = quick ? 200 : 2000;
/** Few, so that a thousand stay about a thousand. */
const CREATES = quick ? 50 : 300;
const PAGE = 20;
/** A prime far from every round number: steps of it meet all orders, in no order that a cache could like. */
const STEP = 7919;
const SELLER = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4';

interface Filled {
  readonly size: number;
  readonly started: StartedPeer;
  readonly uuids: readonly string[];
  readonly memoryPerOrder: number;
  readonly create: Request;
}

const vatmock = createVatmock(SOURCE_PROGRAM);
const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-state-'));

const peerOf = (size: number): typeof vatmock =>
  options.data === true
    ? {
        ...vatmock,
        command: (port, files) => [...vatmock.command(port, files), '--data', path.join(folder, String(size))],
      }
    : vatmock;

/** So many orders are made with one token: it lives five minutes, and the whole takes longer. */
const WITH_A_TOKEN = 10_000;

const signIn = async ({ server, peer }: StartedPeer): Promise<string> => (await peer.signIn?.(server.url)) ?? '';

const page = async ({ server }: StartedPeer, authorization: string, number: number) => {
  const url = `${server.url}/v1/orders?size=100&sort=createdAt,asc&page=${String(number)}`;
  const { text } = await callOrThrow(url, { headers: { authorization } });
  return JSON.parse(text) as { data: { uuid: string }[]; pagination: { totalPages: number } };
};

const uuidsOf = async (started: StartedPeer): Promise<string[]> => {
  const authorization = await signIn(started);
  const uuids: string[] = [];
  for (let number = 0, last = 0; number <= last; number++) {
    const { data, pagination } = await page(started, authorization, number);
    uuids.push(...data.map(({ uuid }) => uuid));
    last = pagination.totalPages - 1;
  }
  return uuids;
};

const withToken = (request: Request, authorization: string): Request => ({
  ...request,
  vary: () => {
    const varied = request.vary?.() ?? {};
    return { ...varied, headers: { ...varied.headers, authorization } };
  },
});

const fill = async (size: number): Promise<Filled> => {
  progress(`making ${String(size)} orders`);
  const started = await startPeer(peerOf(size), { folder, description: '', answers: '' });
  const before = started.server.peakMegabytes() ?? NaN;
  const create = numberedOrders('/v1', '');
  for (let made = 0; made < size; made += WITH_A_TOKEN)
    await measure(started.server, withToken(create, await signIn(started)), {
      requests: Math.min(size - made, WITH_A_TOKEN),
    });
  const memoryPerOrder = (((started.server.peakMegabytes() ?? NaN) - before) / size) * 1e6;
  const uuids = await uuidsOf(started);
  started.server.pause();
  return { size, started, uuids, memoryPerOrder, create };
};

/** One path after the other, all over the orders. */
const walk = (toPath: (number: number) => string, count: number, authorization: string): Request => {
  let number = 0;
  const vary = () => {
    number = (number + STEP) % count;
    return { path: `/v1${toPath(number)}` };
  };
  return { method: 'GET', path: `/v1${toPath(0)}`, headers: { authorization }, status: 200, vary };
};

const WORKS: readonly {
  readonly name: string;
  readonly requests: number;
  readonly toRequest: (filled: Filled, authorization: string) => Request;
}[] = [
  { name: 'GET /me, for comparison', requests: REQUESTS, toRequest: (_, token) => toRequest('me', '/v1', token) },
  { name: 'create', requests: CREATES, toRequest: ({ create }, token) => withToken(create, token) },
  {
    name: 'get',
    requests: REQUESTS,
    toRequest: ({ uuids }, token) => walk((n) => `${SELLER}/orders/${uuids[n] ?? ''}`, uuids.length, token),
  },
  {
    name: 'find by VIN',
    requests: REQUESTS,
    toRequest: ({ size }, token) => walk((n) => `/orders?vin=${vinOf(n)}`, size, token),
  },
  {
    name: `page through, ${String(PAGE)} a page`,
    requests: REQUESTS * 2,
    toRequest: ({ uuids }, token) => walk((n) => `/orders?page=${String(n)}`, Math.floor(uuids.length / PAGE), token),
  },
  {
    name: 'page through those of a status',
    requests: REQUESTS * 2,
    toRequest: ({ uuids }, token) =>
      walk((n) => `/orders?status=CREATED&page=${String(n)}`, Math.floor(uuids.length / PAGE) - 1, token),
  },
  {
    name: 'first page by purchase date',
    requests: REQUESTS,
    toRequest: ({ uuids }, token) => walk(() => '/orders?sort=purchaseDate,asc', uuids.length, token),
  },
];

const measureOne = async (filled: Filled, { requests, toRequest: make }: (typeof WORKS)[number]): Promise<Measured> => {
  const { server } = filled.started;
  server.resume();
  try {
    return await measure(server, make(filled, await signIn(filled.started)), { requests });
  } finally {
    server.pause();
  }
};

/** Of all rounds together: the clock of the CPU time ticks every 10 ms, and a round may have few ticks. */
const costOf = (rounds: readonly Measured[]): number => {
  const total = rounds.reduce(
    (sum, { requests, cpuMicroseconds, perSecond }) => sum + requests * (cpuMicroseconds ?? 1e6 / perSecond),
    0,
  );
  return total / rounds.reduce((sum, { requests }) => sum + requests, 0);
};

moveToLoadCore();
const all: Filled[] = [];
try {
  for (const size of SIZES) all.push(await fill(size));
  const rows: string[] = [];
  for (const work of WORKS) {
    progress(work.name);
    const costs = new Map(all.map((filled) => [filled, [] as Measured[]]));
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [filled, measured] of costs) {
        const figures = await measureOne(filled, work);
        if (round > 0) measured.push(figures);
      }
    const [small = NaN, large = NaN] = [...costs.values()].map(costOf);
    rows.push(`| ${work.name} | ${small.toFixed(0)} | ${large.toFixed(0)} | ${(large / small).toFixed(2)} |`);
  }
  const [small, large] = SIZES.map((size) => `CPU us at ${size.toLocaleString('en')}`);
  process.stdout.write(
    [
      `Node ${process.versions.node}, ${options.data === true ? 'in files' : 'in memory'}, ${cpuSeconds(process.pid) === undefined ? 'wall time' : 'CPU time'} per request, ${String(ROUNDS)} rounds`,
      '',
      `| Call | ${String(small)} | ${String(large)} | ratio |`,
      '| --- | --- | --- | --- |',
      ...rows,
      '',
      ...all.map(
        ({ size, memoryPerOrder }) =>
          `Memory per order at ${size.toLocaleString('en')}: ${(memoryPerOrder / 1000).toFixed(1)} kB`,
      ),
      '',
    ].join('\n'),
  );
} finally {
  for (const { started } of all) await started.server.stop();
  await rm(folder, { recursive: true, force: true });
}
