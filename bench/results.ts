import type { Measured } from './load.ts';
import type { Summary } from './median.ts';
import type { Installed } from './peers/peer.ts';
import type { Started } from './server.ts';
import type { Delivered } from './workloads/deliver.ts';
import type { Work } from './work.ts';

export type Figures = Summary<Omit<Measured, 'requests'>>;

export type StartFigures = Summary<Pick<Started, 'milliseconds' | 'cpuMilliseconds'>>;

export interface PeerResult {
  readonly id: string;
  readonly name: string;
  readonly setup: string;
  readonly installed: Installed;
  readonly works: Partial<Record<Work, Figures>>;
  readonly start: StartFigures | undefined;
  /** After the first answers. */
  readonly idleMegabytes: number | undefined;
  readonly peakMegabytes: number | undefined;
  /** What did not work, in words. */
  readonly failures: readonly string[];
}

export interface LookupResult {
  readonly orders: number;
  readonly figures: Figures;
}

/** What only a server with state can do. */
export interface KeptOrders {
  readonly replay: Figures | undefined;
  readonly lookups: readonly LookupResult[];
  readonly page: Figures | undefined;
  readonly read: Figures | undefined;
  /** Of memory for an order, its answer under its key and its part of the journal. */
  readonly bytesPerOrder: number | undefined;
}

/** Milliseconds from the moment when a request was due until its answer, at a fixed rate. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

export type LatencyResult = Summary<Latencies> & { readonly name: string; readonly perSecond: number };

/** The state of a sandbox with many records, exported in one response. */
export interface ExportResult {
  readonly records: number;
  readonly megabytes: number;
  /** CPU of the server for 150 kB, in milliseconds. */
  readonly cpuMilliseconds: number | undefined;
  /** The longest that another request waited meanwhile. */
  readonly longestWait: number;
}

/** Orders into fifty sandboxes of so many. */
export interface SandboxesResult {
  readonly sandboxes: number;
  readonly figures: Figures;
  readonly peakMegabytes: number | undefined;
}

/** GET of an example, of a kept thing, and of twenty among many kept ones, where a peer can do it. */
export interface KeptResult {
  readonly id: string;
  readonly name: string;
  readonly example?: Figures;
  readonly kept?: Figures;
  readonly list?: Figures;
}

/** The same requests without scenarios and with some that do not concern them. */
export interface ScenariosResult {
  readonly work: Work;
  readonly without: Figures;
  readonly active: Figures;
}

/** Orders with so many open streams of activity, and so many active scenarios. */
export interface StreamsResult {
  readonly streams: number;
  readonly scenarios: number;
  readonly figures: Figures;
}

/** Where the orders of a server are kept. `memory again` is the same as memory: how far figures differ by chance. */
export const STORES = [
  'memory',
  'memory again',
  'memory, metrics',
  'folder',
  'PostgreSQL',
  'PostgreSQL, two servers',
] as const;
export type Store = (typeof STORES)[number];

export interface StoreResult {
  readonly store: Store;
  /** While many connections keep it busy, all servers together. */
  readonly busy: Figures;
  /** Until an answer, with one request at a time. */
  readonly milliseconds: number;
}

export type DeliveriesResult = Summary<Delivered & { readonly deliveries: number }> & {
  readonly name: string;
  readonly peakMegabytes: number | undefined;
};

/** Where there is another webhook endpoint, whose receiver never answers. */
export const HANGING = ['nowhere', 'same sandbox', 'another sandbox'] as const;
export type Hanging = (typeof HANGING)[number];

/** Deliveries to a receiver that answers at once. */
export interface HangingResult {
  readonly hanging: Hanging;
  /** In the fastest round. */
  readonly perSecond: number;
  /** In all rounds. */
  readonly cpuMicroseconds: number | undefined;
}

/** Milliseconds until an answer of a service, and until the same answer through `vatmock proxy`. */
export interface ProxiedResult {
  readonly direct: number;
  readonly through: number;
}

export interface GrowthResult {
  readonly name: string;
  readonly sizes: readonly { readonly operations: number; readonly start: StartFigures; readonly last: Figures }[];
}

export interface Results {
  readonly peers: readonly PeerResult[];
  readonly otherStarts: { readonly sources: StartFigures; readonly container: StartFigures } | undefined;
  readonly orders: KeptOrders | undefined;
  readonly latencies: readonly LatencyResult[];
  readonly exported: ExportResult | undefined;
  readonly sandboxes: readonly SandboxesResult[];
  readonly things: readonly KeptResult[];
  readonly scenarios: readonly ScenariosResult[];
  readonly streams: readonly StreamsResult[];
  readonly stores: readonly StoreResult[];
  readonly deliveries: readonly DeliveriesResult[];
  readonly hanging: readonly HangingResult[];
  readonly proxied: ProxiedResult | undefined;
  readonly growth: readonly GrowthResult[];
  readonly failures: readonly string[];
}
