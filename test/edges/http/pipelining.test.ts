import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OneAtATime, parseOneAtATime } from '../../../src/edges/http/connections.ts';
import { type RawConnection, openRaw, toHead } from '../../support/raw-http.ts';

/** Requests as they begin, with their bodies. */
let begun: { readonly line: string; readonly response: ServerResponse }[];
let next: (() => void) | undefined;
const server = createServer({ IncomingMessage: OneAtATime }, (incoming, response) => {
  void text(incoming).then((body) => {
    begun.push({ line: `${incoming.method ?? ''} ${incoming.url ?? ''} ${body}`.trim(), response });
    next?.();
  });
});
const waiting = parseOneAtATime(server);

let connection: RawConnection;
beforeEach(async () => {
  begun = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = await openRaw(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
});
afterEach(async () => {
  connection.destroy();
  await connection.closed;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect(waiting.size).toBe(0);
});

/** The request that begins as the next. */
const begin = async (): Promise<string> => {
  if (begun.length === 0) await new Promise<void>((resolve) => (next = resolve));
  return begun[0]?.line ?? '';
};

const answer = async (): Promise<string> => {
  const [first] = begun.splice(0, 1);
  first?.response.end(first.line);
  return (await connection.answer()).text;
};

test('its head is read as it was written', async () => {
  const names = Array.from({ length: 1200 }, (_, index) => `X-${String(index)}`);
  const late = { ...Object.fromEntries(names.map((name) => [name, 'é'])), 'Content-Length': 3 };
  await connection.send(toHead('GET /1'));
  expect(await begin()).toBe('GET /1');
  await connection.send(Buffer.from(`${toHead('PUT /2?q=%20a', late)}two`, 'latin1'));
  await answer();
  expect(await begin()).toBe('PUT /2?q=%20a two');
  expect(begun[0]?.response.req.headers).toMatchObject({ 'x-0': 'é', 'x-1199': 'é', 'content-length': '3' });
  await answer();
});

test('parts of a request that waits may come later', async () => {
  await connection.send(`${toHead('GET /1')}POST /2 HTTP/1.1\r\nHo`);
  await begin();
  await connection.send('st: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n');
  await answer();
  await connection.send(`0\r\n\r\n${toHead('GET /3')}`);
  expect([await begin(), await answer()]).toEqual(['POST /2 two', 'POST /2 two']);
  expect([await begin(), await answer()]).toEqual(['GET /3', 'GET /3']);
});

test('a client that leaves while requests wait is noticed with the next response', async () => {
  await connection.send(`${toHead('GET /1')}${toHead('GET /2')}${toHead('GET /3')}`);
  await begin();
  connection.destroy();
  await connection.closed;
  begun.splice(0, 1)[0]?.response.end();
  await begin();
  const [second] = begun;
  second?.response.end();
  if (second?.response.closed === false) await once(second.response, 'close');
});
