import { parseArgs } from 'node:util';

/** How much is measured, and where the report goes. */
export interface Plan {
  readonly quick: boolean;
  /** Each peer is measured so often, in turn with the others; what counts is the median. */
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly starts: number;
  /** Among so many orders one is found by VIN. */
  readonly orders: readonly number[];
  /** Things that are kept where they are read and listed. */
  readonly things: number;
  /** Orders of a sandbox that is exported. */
  readonly exported: number;
  /** Sandboxes of which fifty are in use. */
  readonly sandboxes: number;
  /** Seconds of a round at a fixed rate. */
  readonly latencySeconds: number;
  readonly deliveries: number;
  /** Short rounds of deliveries beside a hanging receiver. */
  readonly hangingRounds: number;
  /** Short rounds of orders in memory and in PostgreSQL. */
  readonly storeRounds: number;
  /** Requests through `vatmock proxy`, one after the other. */
  readonly proxied: number;
  readonly operations: readonly number[];
  /** Peers to leave out all others; empty means all. */
  readonly only: readonly string[];
  readonly date: string;
  /** The folder of the report; undefined prints it. */
  readonly out: string | undefined;
  /** Another checkout of vatmock, measured beside this one instead of the peers. */
  readonly former: string | undefined;
}

const FULL = {
  quick: false,
  rounds: 5,
  seconds: 1.5,
  warmUpSeconds: 2.5,
  starts: 5,
  orders: [1000, 100_000],
  things: 10_000,
  exported: 20_000,
  sandboxes: 10_000,
  latencySeconds: 4,
  deliveries: 10_000,
  hangingRounds: 20,
  storeRounds: 30,
  proxied: 500,
  operations: [20, 200, 2000],
} as const;

/** Long enough to see that everything works, and too short for figures that mean anything. */
const QUICK = {
  quick: true,
  rounds: 1,
  seconds: 0.3,
  warmUpSeconds: 0.3,
  starts: 1,
  orders: [100, 1000],
  things: 100,
  exported: 200,
  sandboxes: 10,
  latencySeconds: 0.3,
  deliveries: 100,
  hangingRounds: 1,
  storeRounds: 1,
  proxied: 10,
  operations: [20, 200],
} as const;

export const HELP = `npm run bench -- [options]

  --quick         shows that everything works, in less than a minute: takes the peers that are there, prints the report
  --only NAMES    leaves out all other peers: vatmock,prism,express
  --former FOLDER another checkout of vatmock, with its dependencies installed: every workload on both, old
                  beside new; prints the ratios
  --date DATE     the date in the report; today's without it
  --out FOLDER    where performance.md and performance.svg are written; docs/ without it`;

export const readPlan = (args: readonly string[], today: string): Plan | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      date: { type: 'string', default: today },
      out: { type: 'string' },
      former: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    ...(values.quick ? QUICK : FULL),
    only: values.only.split(',').filter((name) => name !== ''),
    date: values.date,
    out: values.out ?? (values.quick ? undefined : 'docs'),
    former: values.former,
  };
};
