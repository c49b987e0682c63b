import type { Work } from '../work.ts';

/** What is compared: ourselves, what one would use instead, and what one would write by hand. */
export interface Peer {
  /** As `--only` takes it. */
  readonly id: string;
  readonly name: string;
  /** How it is set up. */
  readonly setup: string;
  readonly installed: Installed;
  /** The path before the API's own; most ignore the one in the description's server URL. */
  readonly basePath: string;
  /** What it can be asked for, with the status of the answer where it is a status of its own. */
  readonly works: Readonly<Partial<Record<Work, { readonly status?: number }>>>;
  readonly command: (port: number, files: PeerFiles) => readonly string[];
  /** Whether it answers the operations of any description from their examples. */
  readonly answersExamples?: true;
  /** Whether it keeps what clients create: the path of a list of twenty things, and whether it begins with things. */
  readonly keeps?: { readonly list: string; readonly beginsWithThings?: true };
  /** What has to be there before it starts. */
  readonly prepare?: (files: PeerFiles) => Promise<void>;
  /** An Authorization header that it takes; for most any will do. */
  readonly signIn?: (url: string) => Promise<string>;
  /** So that a round begins as the one before did. */
  readonly reset?: (url: string, authorization: string) => Promise<void>;
}

export type Installed = { readonly version: string } | { readonly missing: string };

export interface PeerFiles {
  /** The folder of this run, for whatever a peer wants to read. */
  readonly folder: string;
  /** The description, alone. */
  readonly description: string;
  /** The description with the answers in it, for the targets by hand. */
  readonly answers: string;
}

export const ANY_AUTHORIZATION = 'Bearer any';
