import type { Figures, Hanging, KeptOrders, PeerResult, Results, Store } from '../results.ts';
import type { Work } from '../work.ts';

/** What we want to reach, as a ratio within one run. */
export interface Goal {
  readonly what: string;
  readonly beside: string;
  readonly wanted: number;
  readonly kind: 'at least' | 'at most';
  readonly measure: (results: Results) => number | undefined;
  /** The same with every gate on and orders kept, where that is not what the goal is about. */
  readonly withGates?: (results: Results) => number | undefined;
  /** Why it is not more; for the report when the goal is missed. */
  readonly limit: string;
}

const find = ({ peers }: Results, id: string): PeerResult | undefined => peers.find((peer) => peer.id === id);

/** The CPU time of a request, or what comes close to it where the machine does not tell. */
export const costOf = ({ cpuMicroseconds, perSecond }: Figures): number => cpuMicroseconds ?? 1e6 / perSecond;

const divide = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

/** How many requests of ours the cost of one of theirs pays for. */
const faster = (ours: string, theirs: string, work: Work) => (results: Results) => {
  const [our, their] = [ours, theirs].map((id) => find(results, id)?.works[work]);
  return divide(their && costOf(their), our && costOf(our));
};

const besidePeer = (work: Work, theirs: string): Pick<Goal, 'measure' | 'withGates'> => ({
  measure: faster('vatmock-none', theirs, work),
  withGates: faster('vatmock', theirs, work),
});

/** How many requests of ours the cost of the bare server's GET pays for. */
const besideBareGet = (figures: (orders: KeptOrders) => Figures | undefined) => (results: Results) => {
  const [their, our] = [find(results, 'express')?.works.me, results.orders && figures(results.orders)];
  return divide(their && costOf(their), our && costOf(our));
};

const growth = ({ growth: all }: Results): number | undefined => {
  const sizes = all.find(({ name }) => name.startsWith('vatmock'))?.sizes ?? [];
  const [small, large] = [20, 2000].map((wanted) => sizes.find(({ operations }) => operations === wanted));
  return divide(large && costOf(large.last), small && costOf(small.last));
};

/** A figure of ours, beside that of Prism CLI. */
const ratioOf = (results: Results, ours: string, toFigure: (peer: PeerResult) => number | undefined) => {
  const [our, their] = [find(results, ours), find(results, 'prism')];
  return divide(our && toFigure(our), their && toFigure(their));
};

const keptBesideExample = ({ things }: Results): number | undefined => {
  const { example, kept } = things.find(({ id }) => id === 'vatmock-spec') ?? {};
  return divide(kept && costOf(kept), example && costOf(example));
};

const withScenarios =
  (work: Work) =>
  ({ scenarios }: Results): number | undefined => {
    const { without, active } = scenarios.find((one) => one.work === work) ?? {};
    return divide(active && costOf(active), without && costOf(without));
  };

const withStreams =
  (wanted: number, isPlaying = false) =>
  ({ streams }: Results): number | undefined => {
    const costWith = (count: number, plays: boolean) =>
      streams.find((one) => one.streams === count && one.scenarios > 0 === plays)?.figures;
    const [none, some] = [costWith(0, false), costWith(wanted, isPlaying)];
    return divide(some && costOf(some), none && costOf(none));
  };

const besideMemory =
  (wanted: Store) =>
  ({ stores }: Results): number | undefined => {
    const [memory, other] = (['memory', wanted] as const).map((one) => stores.find(({ store }) => store === one));
    return divide(other && costOf(other.busy), memory && costOf(memory.busy));
  };

/** Deliveries to a good receiver while another one hangs, as a share of those while none does. */
export const besideHanging = (
  { hanging: all }: Results,
  where: Hanging,
): { readonly rate: number | undefined; readonly cost: number | undefined } => {
  const [without, beside] = (['nowhere', where] as const).map((one) => all.find(({ hanging }) => hanging === one));
  return {
    rate: divide(beside?.perSecond, without?.perSecond),
    cost: divide(beside?.cpuMicroseconds, without?.cpuMicroseconds),
  };
};

const EXPRESS = 'Express 5 + Ajv';
const PRISM = 'Prism CLI as shipped';

export const GOALS: readonly Goal[] = [
  {
    what: 'GET /me, all gates on',
    beside: EXPRESS,
    wanted: 0.8,
    kind: 'at least',
    measure: faster('vatmock', 'express', 'me'),
    limit:
      'the bare server does nothing but send a text: what remains are eight more headers, the token, the budget, the journal with its coaching, and a line in the log',
  },
  {
    what: 'POST orders valid, all gates on, answered from the example',
    beside: EXPRESS,
    wanted: 0.4,
    kind: 'at least',
    measure: (results) => {
      const [our, their] = [find(results, 'vatmock')?.works.example, find(results, 'express')?.works.orders];
      return divide(their && costOf(their), our && costOf(our));
    },
    limit: 'the answer is kept for a day under its Idempotency-Key, and the bare server keeps nothing',
  },
  {
    what: 'POST orders valid, stateful, all gates on',
    beside: EXPRESS,
    wanted: 0.55,
    kind: 'at least',
    measure: faster('vatmock', 'express', 'orders'),
    limit:
      'a tenth of the time is what V8 needs to carry the order, its answer under the Idempotency-Key and the exchange in the journal (about eighty small objects) to where they stay; the rest is spread over the gates, the transaction with six keys by which an order can be found, and its compliance, without one large piece; the bare server keeps nothing and answers a fixed text',
  },
  {
    what: 'POST orders invalid, all gates on',
    beside: EXPRESS,
    wanted: 0.55,
    kind: 'at least',
    measure: faster('vatmock', 'express', 'invalid'),
    limit:
      'each violation gets its place, the sentence of the description and a remedy; the bare server sends a list of Ajv',
  },
  ...(
    [
      ['replay of an order', ({ replay }) => replay],
      ['GET /orders?vin=...', ({ lookups }) => lookups[0]?.figures],
      ['page of 20 orders', ({ page }) => page],
      ['GET of a kept order', ({ read }) => read],
    ] as const satisfies readonly (readonly [string, (orders: KeptOrders) => Figures | undefined])[]
  ).map(([what, figures]): Goal => ({
    what: `${what}, all gates on`,
    beside: `${EXPRESS}, GET /me`,
    wanted: 0.65,
    kind: 'at least',
    measure: besideBareGet(figures),
    limit:
      'the bare server sends a fixed text; here a token is checked, a budget counted, the answer found, serialized and logged',
  })),
  { what: 'GET /me', beside: PRISM, wanted: 8, kind: 'at least', ...besidePeer('me', 'prism'), limit: '' },
  {
    what: 'POST orders valid',
    beside: PRISM,
    wanted: 6,
    kind: 'at least',
    ...besidePeer('orders', 'prism'),
    limit: '',
  },
  {
    what: 'POST orders invalid',
    beside: PRISM,
    wanted: 8,
    kind: 'at least',
    ...besidePeer('invalid', 'prism'),
    limit: 'each violation gets its place, the sentence of the description and a remedy',
  },
  {
    what: 'generated body',
    beside: 'Prism CLI `dynamic`',
    wanted: 25,
    kind: 'at least',
    ...besidePeer('generated', 'prism'),
    limit: 'Prism draws larger bodies, of which members fit no schema',
  },
  {
    what: 'POST orders valid',
    beside: 'WireMock',
    wanted: 2,
    kind: 'at least',
    ...besidePeer('orders', 'wiremock'),
    limit: '',
  },
  {
    what: '2,000 operations beside 20, last operation',
    beside: 'itself',
    wanted: 1.1,
    kind: 'at most',
    measure: growth,
    limit:
      'neither the look-up nor the validators grow with the description, and two servers measured by themselves cost the same; what differs from run to run is when the collector walks through the larger one',
  },
  {
    what: 'GET of a kept thing of any description',
    beside: 'itself, GET of an example',
    wanted: 1.2,
    kind: 'at most',
    measure: keptBesideExample,
    limit: 'the thing is found in the sandbox, validated and serialized; an example is all that once',
  },
  {
    what: 'GET through `vatmock proxy`, milliseconds added',
    beside: 'the service alone',
    wanted: 20,
    kind: 'at most',
    measure: ({ proxied }) => proxied && proxied.through - proxied.direct,
    limit: 'each request is validated, sent on a connection of the proxy, and its answer validated and recorded',
  },
  {
    what: 'GET /me, five scenarios about other operations active',
    beside: 'itself without scenarios',
    wanted: 1.05,
    kind: 'at most',
    measure: withScenarios('me'),
    limit: 'each request asks whether a scenario concerns its operation, and whether an expectation counts it',
  },
  {
    what: 'POST orders valid, five scenarios about other operations active',
    beside: 'itself without scenarios',
    wanted: 1.05,
    kind: 'at most',
    measure: withScenarios('orders'),
    limit: 'each request asks whether a scenario concerns its operation, and whether an expectation counts it',
  },
  {
    what: 'POST orders valid, one open stream of activity',
    beside: 'itself without a stream',
    wanted: 1.02,
    kind: 'at most',
    measure: withStreams(1),
    limit: 'each exchange and the changes of each transaction are collected and serialized, once for all streams',
  },
  {
    what: 'POST orders valid, ten open streams of activity',
    beside: 'itself without a stream',
    wanted: 1.1,
    kind: 'at most',
    measure: withStreams(10),
    limit:
      'each stream has each batch written to its own connection: 64 kB of them, encoded once for all streams, take about 20 µs, most of it in the kernel',
  },
  {
    what: 'POST orders valid, ten open streams and five active scenarios',
    beside: 'itself with neither',
    wanted: 1.05,
    kind: 'at most',
    measure: withStreams(10, true),
    limit: 'each batch is written to ten connections, and each request asks whether one of five scenarios concerns it',
  },
  {
    what: 'POST orders valid in a folder (`--data`)',
    beside: 'itself in memory',
    wanted: 1.4,
    kind: 'at most',
    measure: besideMemory('folder'),
    limit:
      'what changed is serialized and written to the file, in one transaction for all requests that wait, before any of them is answered',
  },
  {
    what: 'POST orders valid on PostgreSQL',
    beside: 'itself in memory',
    wanted: 1.8,
    kind: 'at most',
    measure: besideMemory('PostgreSQL'),
    limit: 'what changed is serialized and sent; the driver takes 10 to 18 µs, and the collector more than in memory',
  },
  {
    what: 'POST orders valid, two servers behind a proxy',
    beside: 'itself in memory',
    wanted: 3,
    kind: 'at most',
    measure: besideMemory('PostgreSQL, two servers'),
    limit:
      'half of the requests arrive at the other server, which passes them on by HTTP: 215 µs each, a fifth of them for writing to sockets; the home takes 220 for an order where it takes 165 when it is alone, since it checks who passes on and writes smaller groups',
  },
  {
    what: 'p99 of POST orders at a fixed rate, half of what vatmock can do',
    beside: EXPRESS,
    wanted: 2,
    kind: 'at most',
    measure: ({ latencies: [ours, theirs] }) => divide(ours?.p99, theirs?.p99),
    limit:
      'about once in eight seconds V8 marks the grown heap, on the one core that the requests have, and they wait for a tenth of a second; at a quarter of the capacity p99 is 4 ms',
  },
  {
    what: 'an order with its answer and its exchange, kB of memory',
    beside: 'a thousand orders',
    wanted: 2.5,
    kind: 'at most',
    measure: ({ orders }) => divide(orders?.bytesPerOrder, 1000),
    limit:
      'of 2.9 kB in 39 objects, the order takes 1.3 kB (0.5 of them what it still lacks, vehicle by vehicle), the answer under its Idempotency-Key 1.3 (0.5 its text, 0.35 the request as a fingerprint), the tables of keys 0.3; the rest is what V8 lets the heap grow until it collects',
  },
  {
    what: 'export of the state of 20,000 orders, longest wait of another request, ms',
    beside: 'nothing',
    wanted: 10,
    kind: 'at most',
    measure: ({ exported }) => exported?.longestWait,
    limit:
      'another request of the sandbox waits while its documents are copied, about 10 ms for 80,000 of them, and then for slices of 2 ms; the collector of V8 shares the one core with both',
  },
  {
    what: 'export of the state of 20,000 orders, CPU for 150 kB, ms',
    beside: 'nothing',
    wanted: 25,
    kind: 'at most',
    measure: ({ exported }) => exported?.cpuMilliseconds,
    limit: 'each record is written twice, once in canonical form for the checksum',
  },
  {
    what: 'orders into 50 of 10,000 sandboxes, `--data`, 512 MB',
    beside: 'itself with 50 sandboxes',
    wanted: 1.2,
    kind: 'at most',
    measure: ({ sandboxes: [few, many] }) => divide(many && costOf(many.figures), few && costOf(few.figures)),
    limit: '',
  },
  {
    what: 'CPU of a webhook delivery, signed and kept',
    beside: 'WireMock',
    wanted: 4,
    kind: 'at least',
    measure: ({ deliveries }) => {
      const [ours, theirs] = ['vatmock', 'WireMock'].map((peer) => deliveries.find(({ name }) => name === peer));
      return divide(theirs?.cpuMicroseconds, ours?.cpuMicroseconds);
    },
    limit:
      'each attempt has a connection of its own, to an address that was checked for it: opening and closing it takes 50 to 60 µs in the kernel and as much again in Node, a request on one that is kept 35 µs in all; the request that causes the delivery takes 70 µs, and three transactions and a read keep each step of it',
  },
  {
    what: 'POST orders valid, with metrics',
    beside: 'itself without metrics',
    wanted: 1.02,
    kind: 'at most',
    measure: besideMemory('memory, metrics'),
    limit: 'each request is counted by operation and status, and falls into a histogram',
  },
  {
    what: 'webhook deliveries per second, a receiver of the same sandbox hangs',
    beside: 'itself without that receiver',
    wanted: 0.9,
    kind: 'at least',
    measure: (results) => besideHanging(results, 'same sandbox').rate,
    limit: 'the hanging receiver holds five of the twenty deliveries that a sandbox may have under way',
  },
  {
    what: 'webhook deliveries per second, a receiver of another sandbox hangs',
    beside: 'itself without that receiver',
    wanted: 0.9,
    kind: 'at least',
    measure: (results) => besideHanging(results, 'another sandbox').rate,
    limit: 'the hanging receiver holds five of the two hundred deliveries that all sandboxes may have under way',
  },
  {
    what: 'start to first answer, `npm start`',
    beside: 'Prism CLI',
    wanted: 0.35,
    kind: 'at most',
    measure: (results) =>
      divide(results.otherStarts?.sources.milliseconds, find(results, 'prism')?.start?.milliseconds),
    limit: 'the files of the sources are loaded one by one, and Node strips their types',
  },
  {
    what: 'start to first answer, the package',
    beside: 'Prism CLI',
    wanted: 0.22,
    kind: 'at most',
    measure: (results) => ratioOf(results, 'vatmock', ({ start }) => start?.milliseconds),
    limit:
      'more than half of it is loading modules (the whole program in one file starts slower, and takes more memory), a tenth making the key that signs tokens; code that was compiled and YAML that was read at a first start are kept for the next ones',
  },
  {
    what: 'start to first answer, the container',
    beside: 'Prism CLI',
    wanted: 0.25,
    kind: 'at most',
    measure: (results) =>
      divide(results.otherStarts?.container.milliseconds, find(results, 'prism')?.start?.milliseconds),
    limit:
      'the same modules, which Node compiles anew each time: a container is started from its image, where nothing is kept',
  },
  {
    what: 'memory when idle',
    beside: 'Prism CLI',
    wanted: 0.3,
    kind: 'at most',
    measure: (results) => ratioOf(results, 'vatmock', ({ idleMegabytes }) => idleMegabytes),
    limit: 'a bare server of Node needs three quarters of it: see the table',
  },
  {
    what: 'peak memory after the run, orders kept',
    beside: 'Prism CLI',
    wanted: 0.6,
    kind: 'at most',
    measure: (results) => ratioOf(results, 'vatmock', ({ peakMegabytes }) => peakMegabytes),
    limit:
      'V8 lets a busy process grow before it collects, and this one has answered twenty times as many requests; what is kept is little: 4 kB for an order with its answer, 8 MB for a journal; less room for the young objects of requests would make orders dearer',
  },
];

export const isReached = ({ wanted, kind }: Goal, ratio: number): boolean =>
  kind === 'at least' ? ratio >= wanted : ratio <= wanted;
