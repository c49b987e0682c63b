import { once } from 'node:events';
import { connect } from 'node:net';
import type { Attack, Stage } from '../attack.ts';

const CONNECTIONS = 100;
const REQUESTS = 400;
/** Milliseconds after which a server that answers no more is left alone. */
const LONGEST = 60_000;

/** Sends all requests at once on each of many connections; the statuses that came, and how many. */
const flood = async (stage: Stage, head: string): Promise<ReadonlyMap<string, number>> => {
  const { hostname, port } = new URL(stage.server.url);
  const statuses = new Map<string, number>();
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.66' });
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1');
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A status line may come in two parts.
      rest = text.slice(-12);
    });
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const last = head.replace('\r\n', '\r\nconnection: close\r\n');
  for (const socket of sockets) socket.write(head.repeat(REQUESTS - 1) + last);
  const ended = Promise.all(sockets.map((socket) => once(socket, 'close')));
  await Promise.race([ended, stage.sleep(LONGEST)]);
  for (const socket of sockets) socket.destroy();
  return statuses;
};

export const pipelining: Attack = {
  name: 'pipelining',
  threat:
    'A hundred connections with 400 requests each that do not wait for responses: all of them began in one turn of the event loop.',
  wanted: 'One request of a connection is in progress, the rest is not read, and others get their turn in between.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const { host } = new URL(stage.server.url);
    const toHead = (path: string, line = ''): string => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${line}\r\n`;
    const floods = [
      ['with a token', toHead('/v1/me', `authorization: Bearer ${token}\r\n`)],
      ['without', toHead('/v1/me')],
      ['of nothing', toHead('/x')],
    ] as const;
    for (const [name, head] of stage.isShort ? floods.slice(2) : floods) {
      const statuses = await flood(stage, head);
      const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      stage.note(`${name}: ${[...statuses].map(([status, count]) => `${status} x ${String(count)}`).join(', ')}`);
      stage.expect(answered === CONNECTIONS * REQUESTS, `${name}: ${String(answered)} answers`);
      await stage.lookAt();
    }
  },
};
