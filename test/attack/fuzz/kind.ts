import type { Random } from '../../../src/kernel/random.ts';
import type { Outcome, Sending } from '../network/send.ts';
import type { Tenant } from '../tenant/create-tenant.ts';

/** What an input is sent to: a server that others use too, and a tenant with an order. */
export interface Place {
  readonly tenant: Tenant;
  readonly order: string;
  readonly send: (sending: Sending) => Promise<Outcome>;
  /** A new access token: the clock may have moved beyond the life of the first. */
  readonly renewToken: () => Promise<string>;
  readonly folder: string;
  /** Where the server may send webhooks to. */
  readonly receiver: { readonly host: string; readonly port: number };
}

/** A grammar of inputs, and where they are sent. */
export interface Kind {
  readonly name: string;
  /** Bytes of the largest text. */
  readonly limit: number;
  /** What is mutated, read from the server. */
  readonly read?: (place: Place) => Promise<string>;
  /** The texts of an input: the same for the same random numbers. */
  readonly draw: (random: Random, from: string) => readonly string[];
  /** Flags of a server of its own, for an input that is its description. */
  readonly serve?: (texts: readonly string[], folder: string) => Promise<readonly string[]>;
  /** Played once before it is measured: a schema of a description is compiled when the first value reaches it. */
  readonly isWarmed?: true;
  /** The answers, of which none may be 500, or what is wrong besides. */
  readonly play: (place: Place, texts: readonly string[]) => Promise<readonly (Outcome | string)[]>;
}

/** Milliseconds for an answer. Scenarios and receivers delay on purpose. */
export const PATIENCE = 5000;
