import type { Outcome, Sending } from './network/send.ts';
import type { RunningServer, StartOptions } from './server/start-server.ts';
import type { Callback } from './server/watch-callbacks.ts';
import type { Tenant } from './tenant/create-tenant.ts';

/** How the server of an attack is started. Attacks with equal needs share a server, as strangers would. */
interface Needs {
  /** False for a server that keeps its sandboxes in memory. */
  readonly keepsData?: boolean;
  /** Further flags. */
  readonly flags?: readonly string[];
  /** Never shared: the attack ends its server. */
  readonly alone?: boolean;
}

export interface Attack {
  readonly name: string;
  /** What the attacker does, and what it once did to the server. */
  readonly threat: string;
  /** What has to happen instead. */
  readonly wanted: string;
  readonly needs?: Needs;
  /** Left to the long form: it takes more time than the short one has. */
  readonly long?: true;
  /** About the start or the end of a server: it starts servers of its own, and no tenant is beside it. */
  readonly unattended?: true;
  readonly play: (stage: Stage) => Promise<void>;
}

/** What an attack is played with. */
export interface Stage {
  /** The server with the healthy tenant. */
  readonly server: RunningServer;
  /** Another server, ended with the attack. */
  readonly start: (options: Omit<StartOptions, 'folder'>) => Promise<RunningServer>;
  /** A tenant of the attacker's own. */
  readonly createTenant: (options?: object) => Promise<Tenant>;
  /** Sends over a connection of its own, from an address that is not the healthy tenant's where the machine has one. */
  readonly send: (sending: Sending) => Promise<Outcome>;
  /** The same for what the attack needs before it begins: sent again as the server asks, while it is busy with the one before. */
  readonly prepare: (sending: Sending) => Promise<Outcome>;
  /** What held the event loop longest since the last look; all looks count for the bounds. */
  readonly lookAt: () => Promise<Callback | undefined>;
  /** Notes a fault; the attack goes on. */
  readonly expect: (isSo: boolean, fault: string) => void;
  /** Every status has to be one of these; a connection that ends without an answer is a fault. */
  readonly expectStatuses: (outcomes: readonly Outcome[], wanted: readonly number[]) => void;
  /** Shown in the line of the attack. */
  readonly note: (text: string) => void;
  readonly seed: string;
  readonly isShort: boolean;
  readonly folder: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Addresses on this machine that the server may send webhooks to, one for each tarpit. */
  readonly tarpits: readonly string[];
  /** The attack's own share of the settings, such as the port of an address that is slow. */
  readonly tarpitPort: number;
}
