import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';

const REQUESTS = 3000;
const CONNECTIONS = 32;
const KEYS = Array.from({ length: 50 }, () => randomUUID());

interface Answer {
  readonly key: string;
  readonly status: number | undefined;
  readonly replayed: boolean;
  /** Everything that a client reads: body, and the headers that belong to it. */
  readonly content: string;
  readonly remaining: number;
  /** Which connection it came over. */
  readonly port: number | undefined;
}

const started = await closedBy(afterAll).start();
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
afterAll(() => {
  agent.destroy();
});

/** In the first half all connections ask for the same key at a time, in the second for as many as there are. */
const keyOf = (index: number): string =>
  KEYS[index < REQUESTS / 2 ? Math.floor((index * KEYS.length * 2) / REQUESTS) : index % KEYS.length]!;

const readText = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** A generated answer differs each time that it is really made. */
const create = async (key: string, authorization: string): Promise<Answer> => {
  const body = JSON.stringify(sampleOrder());
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      authorization,
      'idempotency-key': key,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      prefer: 'dynamic=true',
    };
    request(started.mock.baseUrl + ORDERS, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
  const { statusCode: status, headers, socket } = incoming;
  const port = socket.localPort;
  const content = [headers.etag, headers.location, headers['content-type'], await readText(incoming)].join('\n');
  const replayed = headers['idempotency-replayed'] === 'true';
  return { key, status, replayed, content, remaining: Number(headers['x-ratelimit-remaining']), port };
};

test('3000 requests with 50 UUIDs as keys over 32 connections have 50 effects', async () => {
  const authorization = `Bearer ${await started.mock.token(CLIENT)}`;
  const before = await create('before', authorization);
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, index) => create(keyOf(index), authorization)),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const connections = new Set(answers.map(({ port }) => port)).size;
  // The proxy before several servers ends a connection when it likes.
  if (process.env['VATMOCK_TEST_STORE'] === 'replicas') expect(connections).toBeGreaterThanOrEqual(CONNECTIONS);
  else expect(connections).toBe(CONNECTIONS);
  const effects = answers.filter(({ replayed }) => !replayed);
  expect(effects.map(({ key }) => key).sort()).toEqual([...KEYS].sort());
  expect(new Set(effects.map(({ content }) => content)).size).toBe(KEYS.length);
  const contentOf = new Map(effects.map(({ key, content }) => [key, content]));
  expect(answers.filter(({ key, content }) => contentOf.get(key) !== content)).toEqual([]);
  expect(before.remaining - Math.min(...answers.map(({ remaining }) => remaining))).toBe(KEYS.length);
}, 60_000);
