import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawText, pick, tokensOf } from '../draw-text.ts';
import type { Kind } from '../kind.ts';

const TOKENS = tokensOf(
  'HTTP/1.1 200 OK\r\n¦HTTP/1.1 103 Early Hints\r\n\r\n¦HTTP/1.1 100 Continue\r\n\r\n¦HTTP/1.0 500 x\r\n¦HTTP/9.9 ',
  'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n¦HTTP/1.1 302 Found\r\nlocation: /\r\n¦204 ',
  '999 ¦content-length: 5\r\n¦content-length: 99999999999\r\n¦content-length: -1\r\n¦transfer-encoding: chunked\r\n',
  'transfer-encoding: gzip, chunked\r\n¦connection: close\r\n¦connection: keep-alive\r\n¦content-encoding: br\r\n',
  'x-№: a\r\n¦a:¦ folded\r\n',
  'xxxxxxxxxxxxxxxxxxxx¦\r\n¦\n¦\r',
  '0\r\n¦1\r\na\r\n¦ffffffffffff\r\n¦5;x=y\r\n¦0\r\ntrailer: a\r\n¦\u0000¦é¦\r\n\r\n¦retry-after: 9\r\n',
  'set-cookie: a=b\r\n',
);

/** Ways to send a text: at once, in small pieces, slowly; and to end. */
const PACES = ['at once', 'in pieces', 'slowly'];
const ENDS = ['end', 'reset', 'stay'];

const answer = async (socket: Socket, [pace = '', end = '', ...texts]: readonly string[]): Promise<void> => {
  const piece = { 'at once': 1_048_576, 'in pieces': 1000, slowly: 7 }[pace] ?? 1;
  const bytes = Buffer.from(texts.join(''));
  for (let at = 0; at < bytes.length && !socket.destroyed; at += piece) {
    if (!socket.write(bytes.subarray(at, at + piece)))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    if (pace === 'slowly') await sleep(5);
  }
  if (end === 'end') socket.end();
  if (end === 'reset') socket.resetAndDestroy();
};

const EVENTS = 8;
/** Milliseconds for the deliveries. */
const WATCHED = 1500;

export const receiver: Kind = {
  name: 'receiver',
  limit: 1_048_576,
  draw: (random) => {
    const head = pick(random, [
      '',
      TOKENS[0] ?? '',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      'HTTP/1.1 200 ',
    ]);
    return [pick(random, PACES), pick(random, ENDS), head, drawText(random, TOKENS, receiver.limit)];
  },
  play: async ({ send, tenant: { token }, receiver: { host, port } }, texts) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => void answer(socket, texts).catch(() => undefined));
    }).listen(port, host);
    await once(server, 'listening');
    const post = (path: string, body: object) => send({ method: 'POST', path, token, key: 'fuzz', json: body });
    const outcomes = [await post('/v1/webhooks', { url: `http://${host}:${String(port)}/`, events: ['compliance.*'] })];
    for (let count = 0; count < EVENTS; count++)
      outcomes.push(await post('/__admin/events', { type: 'compliance.decision_made' }));
    await sleep(WATCHED);
    outcomes.push(await send({ path: '/__admin/deliveries', token }));
    for (const socket of sockets) socket.destroy();
    server.close();
    return sockets.size === 0 ? [...outcomes, 'nothing was delivered'] : outcomes;
  },
};
