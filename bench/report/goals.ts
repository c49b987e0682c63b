import type { Figures, Hanging, PeerResult, Results } from '../results.ts';
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
  measure: faster('vatmock-spec', theirs, work),
  withGates: faster('vatmock', theirs, work),
});

const growth = ({ growth: all }: Results): number | undefined => {
  const sizes = all.find(({ name }) => name.startsWith('vatmock'))?.sizes ?? [];
  const [small, large] = [20, 2000].map((wanted) => sizes.find(({ operations }) => operations === wanted));
  return divide(large && costOf(large.last), small && costOf(small.last));
};

const compare = (toFigure: (peer: PeerResult) => number | undefined): Pick<Goal, 'measure' | 'withGates'> => {
  const ratio = (ours: string) => (results: Results) => {
    const [our, their] = [find(results, ours), find(results, 'prism')];
    return divide(our && toFigure(our), their && toFigure(their));
  };
  return { measure: ratio('vatmock-spec'), withGates: ratio('vatmock') };
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
  (wanted: number) =>
  ({ streams }: Results): number | undefined => {
    const costWith = (count: number) => streams.find((one) => one.streams === count)?.figures;
    const [none, some] = [costWith(0), costWith(wanted)];
    return divide(some && costOf(some), none && costOf(none));
  };

const withMetrics = ({ stores }: Results): number | undefined => {
  const [off, on] = (['memory', 'memory, metrics'] as const).map((one) => stores.find(({ store }) => store === one));
  return divide(on && costOf(on.busy), off && costOf(off.busy));
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
    wanted: 0.6,
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
    wanted: 0.45,
    kind: 'at least',
    measure: faster('vatmock', 'express', 'orders'),
    limit:
      'a tenth of the time is what V8 needs to carry the order, its answer under the Idempotency-Key and the exchange in the journal (about eighty small objects) to where they stay; the rest is spread over the gates, the transaction with six keys by which an order can be found, and its compliance, without one large piece; the bare server keeps nothing and answers a fixed text',
  },
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
    limit: '',
  },
  {
    what: 'generated body',
    beside: 'Prism CLI `dynamic`',
    wanted: 15,
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
    limit: 'each stream writes each batch to its own connection',
  },
  {
    what: 'POST orders valid, with metrics',
    beside: 'itself without metrics',
    wanted: 1.02,
    kind: 'at most',
    measure: withMetrics,
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
    what: 'start to first answer',
    beside: 'Prism CLI',
    wanted: 0.5,
    kind: 'at most',
    ...compare(({ start }) => start?.milliseconds),
    limit:
      'more than half of it is loading modules (fewer would be a bundle), a tenth making the key that signs tokens; code that was compiled and YAML that was read at a first start are kept for the next ones',
  },
  {
    what: 'peak memory after the run',
    beside: 'Prism CLI',
    wanted: 0.6,
    kind: 'at most',
    ...compare(({ peakMegabytes }) => peakMegabytes),
    limit:
      'V8 lets a busy process grow before it collects, and this one has answered twenty times as many requests; what is kept is little: 4 kB for an order with its answer, 8 MB for a journal; less room for the young objects of requests would make orders dearer',
  },
];

export const isReached = ({ wanted, kind }: Goal, ratio: number): boolean =>
  kind === 'at least' ? ratio >= wanted : ratio <= wanted;
