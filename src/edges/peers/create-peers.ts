import type { After } from '../../kernel/timers.ts';
import { createConnections, isRefused, PeerError } from './connections.ts';
import { createPass, type PassParts } from './pass-request.ts';
import { text } from 'node:stream/consumers';
import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import type { Peer } from '../../engine/sandbox/shared-access.ts';
import { readProof, BODY, SIGNATURE, TO, hashBody, signQuestion } from './signatures.ts';

/** The way to the other servers of the same database. */
export const createPeers = ({
  secret,
  after,
}: {
  /** Known to all servers of the database, and to nobody else. */
  readonly secret: Uint8Array;
  readonly after: After;
}) => {
  const connections = createConnections();
  const parts = { secret, after, connections };
  return { pass: createPass(parts), ask: createAsk(parts), close: connections.close };
};

/** Of questions from peers; no client gets beyond it. */
export const QUESTIONS = '/__peers/';

/** Asks a peer something, as JSON, for so many milliseconds; rejects with a `PeerError`. */
const createAsk =
  ({ secret, after, connections }: PassParts) =>
  (peer: Peer, name: string, question: Json, patience: number): Promise<Json> =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(stringifyJson(question));
      const path = `${QUESTIONS}${encodeURIComponent(name)}`;
      const asked = { to: peer.id, target: path, body: hashBody(body) };
      const signature = signQuestion(secret, asked);
      const headers = [
        ...['host', new URL(peer.url).host, 'content-type', 'application/json'],
        ...['content-length', String(body.byteLength)],
        ...[TO, asked.to, BODY, asked.body, SIGNATURE, signature],
      ];
      const upstream = connections.request(peer, { method: 'POST', path, headers });
      const fail = (outcome: 'gone' | 'lost', message: string): void => {
        timer.cancel();
        upstream.destroy();
        reject(new PeerError(outcome, `${peer.url}, asked for ${name}: ${message}`));
      };
      const timer = after(patience, () => fail('lost', 'no answer in time'));
      upstream.on('error', (error) => fail(isRefused(error) ? 'gone' : 'lost', error.message));
      upstream.once('response', (answer) => {
        const proof = readProof(answer, secret, signature);
        if (proof === 'other') fail('gone', 'another server answers there');
        else if (proof === undefined) fail('lost', 'the answer is not of a peer');
        else
          text(answer).then(
            (content) => {
              timer.cancel();
              if (answer.statusCode === 200) resolve(parseOwnJson(content));
              else fail('lost', `${String(answer.statusCode)} ${content}`);
            },
            () => fail('lost', 'the answer broke off'),
          );
      });
      upstream.end(body);
    });
