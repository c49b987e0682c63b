import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConnectionFault } from '../../kernel/http.ts';

/** What the head of a response tells the server that has passed the request on. */
export type PeerAnswer =
  | 'answered'
  /** This server is not the one that was meant; it has done nothing. */
  | 'other'
  /** The client's connection is to fail this way. */
  | ConnectionFault;

/** What is known of a request that another server of the same database has passed on. */
export interface PassedOn {
  /** Of the client's connection to the first server. */
  readonly address: string;
  /** By which the client addressed the first server. */
  readonly origin: string;
  /** How often the request has been passed on, 1 or more. */
  readonly hops: number;
  /** The value of {@link PROOF}: only who knows the secret of the servers can tell, so that no reply of a scenario can. */
  readonly prove: (answer: PeerAnswer) => string;
}

export const PROOF = 'vatmock-peer-proof';

/** Requests that a peer has passed on. */
export const passedOn = new WeakMap<IncomingMessage, PassedOn>();

export interface ServerFacts {
  readonly problemBase: () => string;
  /** Whether the connection closes after the response. */
  readonly isLast: () => boolean;
}

/**
 * Looks at each request first: at those from other servers of the same database. Returns true if it answers itself; notes in
 * {@link passedOn} what was passed on.
 */
export type AcceptFromPeers = (incoming: IncomingMessage, outgoing: ServerResponse, facts: ServerFacts) => boolean;
