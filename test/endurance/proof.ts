import type { Fleet, FleetOptions } from './stage/fleet.ts';

/** How the servers reach the database: PgBouncer shares its connections among transactions. */
const WAYS = ['postgres', 'pgbouncer'] as const;
export type Way = (typeof WAYS)[number];

/** Something that has to hold for several servers on one database, whatever happens to them. */
export interface Proof {
  readonly name: string;
  readonly claim: string;
  /** By default on PostgreSQL itself. */
  readonly ways?: readonly Way[];
  /** Left to the long form: it takes more time than the short one has. */
  readonly long?: true;
  readonly show: (stage: Stage) => Promise<void>;
}

/** What a proof is shown with. */
export interface Stage {
  readonly way: Way;
  readonly isShort: boolean;
  /** One of two amounts: that of the long form, or that of the short one. */
  readonly sized: (long: number, short: number) => number;
  /** Three servers behind a proxy, on a database of their own; ended with the proof. */
  readonly startFleet: (options?: FleetOptions) => Promise<Fleet>;
  /** Notes a fault; the proof goes on. */
  readonly expect: (isSo: boolean, fault: string) => void;
  /** Shown in the line of the proof. */
  readonly note: (text: string) => void;
  readonly sleep: (milliseconds: number) => Promise<void>;
}
