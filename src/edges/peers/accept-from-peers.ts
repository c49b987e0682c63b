import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { plainProblem, problem, renderProblem, toProblem } from '../../engine/problems/problem.ts';
import { isSameSecret } from '../../kernel/is-same-secret.ts';
import { jsonContent, type Reply } from '../../kernel/http.ts';
import { type Json, parseOwnJson } from '../../kernel/json.ts';
import { type AcceptFromPeers, PROOF, type PeerAnswer, type ServerFacts, passedOn } from '../http/passed-on.ts';
import { readBody } from '../http/node-request.ts';
import { sendReply } from '../http/send-reply.ts';
import { QUESTIONS } from './create-peers.ts';
import {
  BODY,
  CLIENT,
  HOPS,
  ORIGIN,
  PREFIX,
  SIGNATURE,
  TO,
  hashBody,
  proveAnswer,
  signPassing,
  signQuestion,
} from './signatures.ts';

export interface PeerDoor {
  /** Of this server. */
  readonly id: string;
  /** Known to all servers of the database, and to nobody else. */
  readonly secret: Uint8Array;
  /** Answers what a peer asks by name; rejects for an unknown name. A `Problem` is sent as it is, another error as 500. */
  readonly answer: (name: string, question: Json) => Promise<Json>;
}

/** Bytes of a question. */
const LARGEST_QUESTION = 1_048_576;

const MISDIRECTED = plainProblem(421, { detail: 'This request is meant for another server of the same database.' });
const FORGED = problem('forbidden', {
  detail: `Headers that begin with \`${PREFIX}\` are for the servers of a database among themselves: leave them out.`,
});
const NOT_FOUND = problem('not-found', { detail: 'There is nothing at this path.' });

/** Receives what peers pass on or ask. A client that claims to be one is refused. */
export const acceptFromPeers =
  (door: PeerDoor): AcceptFromPeers =>
  (incoming, outgoing, facts) => {
    const isQuestion = incoming.url?.startsWith(QUESTIONS) === true;
    if (!isQuestion && !hasPeerHeaders(incoming.headers)) return false;
    const refuse = (thrown: unknown, headers = {}): void => {
      send(incoming, outgoing, toRefusal(incoming, thrown, headers, facts), facts);
    };
    const sender = isQuestion ? readQuestion(incoming, door) : readPassing(incoming, door);
    if (sender === undefined) {
      refuse(isQuestion ? NOT_FOUND : FORGED);
      return true;
    }
    const { address, origin, hops } = sender;
    const prove = (answer: PeerAnswer): string => proveAnswer(door.secret, sender.signature, answer);
    if (sender.to !== door.id) {
      refuse(MISDIRECTED, { [PROOF]: prove('other') });
      return true;
    }
    passedOn.set(incoming, { address, origin, hops, prove });
    if (isQuestion)
      answerQuestion(incoming, outgoing, door).then((reply) => send(incoming, outgoing, reply, facts), refuse);
    else hideHeaders(incoming);
    return isQuestion;
  };

/** Who sends a request that was passed on; undefined without a right signature. */
const readPassing = (incoming: IncomingMessage, { secret }: PeerDoor) => {
  const { headers } = incoming;
  const [to, client, hops] = [textOf(headers, TO), textOf(headers, CLIENT), textOf(headers, HOPS)];
  const [origin, signature] = [textOf(headers, ORIGIN), textOf(headers, SIGNATURE)];
  if (!isSameSecret(signature, signPassing(secret, incoming, { to, client, origin, hops }))) return undefined;
  return { to, address: client, origin, hops: Number(hops), signature };
};

const readQuestion = (
  { headers, url = '', socket }: IncomingMessage,
  { secret }: PeerDoor,
): ReturnType<typeof readPassing> => {
  const [to, body, signature] = [textOf(headers, TO), textOf(headers, BODY), textOf(headers, SIGNATURE)];
  if (!isSameSecret(signature, signQuestion(secret, { to, target: url, body }))) return undefined;
  return { to, address: socket.remoteAddress ?? '', origin: '', hops: 1, signature };
};

const answerQuestion = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { answer }: PeerDoor,
): Promise<Reply> => {
  const bytes = await readBody(incoming, outgoing, LARGEST_QUESTION, undefined);
  // The signature holds for this body only.
  if (!isSameSecret(hashBody(bytes), textOf(incoming.headers, BODY))) throw NOT_FOUND;
  const name = decodeURIComponent((incoming.url ?? '').slice(QUESTIONS.length));
  const given = await answer(name, parseOwnJson(Buffer.from(bytes).toString()));
  return { status: 200, headers: {}, content: jsonContent(given) };
};

const toRefusal = (
  { url = '' }: IncomingMessage,
  thrown: unknown,
  headers: Reply['headers'],
  facts: ServerFacts,
): Reply => {
  const occurrence = { problemBase: facts.problemBase(), instance: url, traceId: '' };
  return { ...renderProblem(toProblem(thrown).members, occurrence), headers };
};

const send = (incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply, { isLast }: ServerFacts): void => {
  if (isLast()) outgoing.shouldKeepAlive = false;
  sendReply(incoming, outgoing, reply);
};

const hasPeerHeaders = (headers: IncomingHttpHeaders): boolean => {
  for (const name in headers) if (name.startsWith(PREFIX)) return true;
  return false;
};

const textOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

/** What the first server has added, `Connection` too, is not of the client. */
const hideHeaders = (incoming: IncomingMessage): void => {
  const { headers, rawHeaders } = incoming;
  const isOurs = (name: string): boolean => name.startsWith(PREFIX) || name === 'connection';
  for (const name of Object.keys(headers).filter(isOurs)) Reflect.deleteProperty(headers, name);
  incoming.rawHeaders = rawHeaders.filter((_, index) => !isOurs(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''));
};
