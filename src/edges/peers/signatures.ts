import { type KeyObject, createHash, createHmac, createSecretKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { getOrInsert } from '../../kernel/caches.ts';
import { isSameSecret } from '../../kernel/is-same-secret.ts';
import { type PeerAnswer, PROOF } from '../http/passed-on.ts';
import { headerLines } from '../../kernel/http.ts';

/** Of all headers between the servers of a database. */
export const PREFIX = 'vatmock-peer-';

/** Names of headers. */
export const TO = `${PREFIX}to`;
export const CLIENT = `${PREFIX}client`;
export const ORIGIN = `${PREFIX}origin`;
export const HOPS = `${PREFIX}hops`;
export const BODY = `${PREFIX}body`;
export const SIGNATURE = `${PREFIX}signature`;

type Secret = Uint8Array;

/** Made once for each secret: a signature takes 30 microseconds with its bytes, 4 with a key. */
const keys = new WeakMap<Secret, KeyObject>();

const keyOf = (secret: Secret): KeyObject => getOrInsert(keys, secret, () => createSecretKey(secret));

// As a JSON array no part can run over into its neighbour, and the first keeps the kinds of messages apart.
const sign = (secret: Secret, ...parts: readonly (string | undefined)[]): string =>
  createHmac('sha256', keyOf(secret)).update(JSON.stringify(parts)).digest('base64url');

export const signPassing = (
  secret: Secret,
  { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  {
    to,
    client,
    origin,
    hops,
  }: {
    /** Id of the server that is meant. */
    readonly to: string;
    /** Address of the client. */
    readonly client: string;
    /** By which the client addressed the first server: links, and the name of the console's cookie, contain it. */
    readonly origin: string;
    readonly hops: string;
  },
): string => sign(secret, 'pass', to, method, url, headers.host, client, origin, hops, headers.authorization);

export const signQuestion = (
  secret: Secret,
  {
    to,
    target,
    body,
  }: {
    readonly to: string;
    readonly target: string;
    /** See {@link hashBody}. */
    readonly body: string;
  },
): string => sign(secret, 'ask', to, target, body);

/** Binds an answer to the request with this signature. */
export const proveAnswer = (secret: Secret, signature: string, answer: PeerAnswer): string =>
  `${answer} ${sign(secret, 'answer', signature, answer)}`;

export const hashBody = (body: Uint8Array): string => createHash('sha256').update(body).digest('base64url');

/**
 * What a response is; undefined if it does not come from a peer's hand: a stranger may listen at that address by now, or Node
 * has answered before the peer could look. `signature` is that of the request.
 */
export const readProof = (
  { rawHeaders }: IncomingMessage,
  secret: Uint8Array,
  signature: string,
): PeerAnswer | undefined => {
  for (const line of headerLines(rawHeaders, PROOF)) {
    const answer = line.slice(0, Math.max(0, line.indexOf(' '))) as PeerAnswer;
    if (isSameSecret(line, proveAnswer(secret, signature, answer))) return answer;
  }
  return undefined;
};
