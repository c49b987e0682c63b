import { summarize } from '../../bench/median.ts';
import type { Figures, PeerResult, Results } from '../../bench/results.ts';
import type { Work } from '../../bench/work.ts';

const figures = (cpuMicroseconds: number): Figures => ({
  perSecond: 1e6 / cpuMicroseconds,
  cpuMicroseconds,
  bytes: 700,
});

const peer = (id: string, name: string, costs: Partial<Record<Work, number>>): PeerResult => ({
  id,
  name,
  setup: `how ${name} is set up`,
  installed: { version: '1.2.3' },
  works: Object.fromEntries(Object.entries(costs).map(([work, cost]) => [work, figures(cost)])),
  start: { milliseconds: 500, cpuMilliseconds: 450 },
  idleMegabytes: 90,
  peakMegabytes: 150,
  failures: [],
});

/** As a run might end: one goal reached to the dot, one missed, one peer not installed. */
export const sampleResults = (): Results => ({
  peers: [
    peer('vatmock', 'vatmock', { me: 50, orders: 200 }),
    peer('vatmock-none', 'vatmock --spec --state none', { me: 40 }),
    peer('prism', 'Prism CLI', { me: 320 }),
    { ...peer('wiremock', 'WireMock', {}), installed: { missing: 'needs Java, which is not here' } },
    peer('express', 'Express 5 + Ajv', { me: 20, orders: 50 }),
  ],
  otherStarts: undefined,
  orders: {
    replay: figures(40),
    lookups: [{ orders: 1000, figures: figures(60) }],
    page: undefined,
    read: figures(25),
    bytesPerOrder: 2600,
  },
  latencies: [
    { name: 'vatmock', perSecond: 2500, p50: 0.5, p99: 2, p999: 12 },
    { name: 'Express 5 + Ajv', perSecond: 2500, p50: 0.4, p99: 1, p999: 3 },
  ],
  exported: { records: 20_000, megabytes: 24, cpuMilliseconds: 3, longestWait: 9 },
  sandboxes: [
    { sandboxes: 50, figures: figures(100), peakMegabytes: 200 },
    { sandboxes: 10_000, figures: figures(125), peakMegabytes: 300 },
  ],
  things: [
    {
      id: 'vatmock-spec',
      name: 'vatmock --spec',
      example: summarize([50, 50, 50].map(figures)),
      kept: summarize([70, 55, 60, 65, 54].map(figures)),
      list: figures(90),
    },
  ],
  scenarios: [{ work: 'me', without: figures(50), active: figures(52.5) }],
  streams: [
    { streams: 0, scenarios: 0, figures: figures(100) },
    { streams: 1, scenarios: 0, figures: figures(101) },
    { streams: 10, scenarios: 0, figures: figures(108) },
    { streams: 10, scenarios: 5, figures: figures(104) },
  ],
  stores: [
    { store: 'memory', busy: figures(200), milliseconds: 0.4 },
    { store: 'PostgreSQL', busy: figures(500), milliseconds: 2 },
  ],
  deliveries: [
    { name: 'vatmock', deliveries: 10_000, seconds: 8, cpuMicroseconds: 640, peakMegabytes: 234 },
    { name: 'WireMock', deliveries: 10_000, seconds: 5, cpuMicroseconds: undefined, peakMegabytes: undefined },
  ],
  hanging: [
    { hanging: 'nowhere', perSecond: 1000, cpuMicroseconds: 600 },
    { hanging: 'same sandbox', perSecond: 890, cpuMicroseconds: 660 },
  ],
  proxied: { direct: 0.5, through: 3 },
  growth: [],
  failures: [],
});
