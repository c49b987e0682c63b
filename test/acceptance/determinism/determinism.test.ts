import { request } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { createMock } from '../../../src/index.ts';
import { type RunningCommand, startCommand } from '../../support/command-line.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type Exchanged, type Wire, playCalls } from './play-calls.ts';

const PUBLIC = 'http://stub.example';
const INSTANT = '2026-11-20T09:00:00Z';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

const CREDENTIALS = {
  enterprise: 'client_id=api-client-enterprise&client_secret=enterprise-secret',
  demo: 'client_id=api-client-demo&client_secret=demo-secret',
};

const wireTo = (origin: string): Wire => {
  const send: Wire['send'] = (method, path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(origin + path, { method, headers: { ...headers, ...length } }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const { statusCode = 0, rawHeaders } = incoming;
          resolve({ status: statusCode, rawHeaders, body: Buffer.concat(chunks) });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const bearer = async (credentials: string) => {
    const { body } = await send(
      'POST',
      '/auth/realms/integration/protocol/openid-connect/token',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `grant_type=client_credentials&${credentials}`,
    );
    const { access_token: token } = JSON.parse(body.toString()) as { access_token: string };
    return { authorization: `Bearer ${token}` };
  };
  return {
    send,
    authorize: (client) => bearer(CREDENTIALS[client]),
    control: async (method, path, body) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      // Without a proxy in between: the control API trusts this machine.
      const { status, body: text } = await send(method, `/__admin${path}`, headers, JSON.stringify(body));
      if (status >= 300) throw new Error(`${method} ${path}: ${String(status)} ${text.toString()}`);
    },
  };
};

/** What belongs to the time of the machine, which no sandbox stops: a client compares it with its own clock. */
const OF_THE_WALL = ['date', 'x-ratelimit-reset'];

const toText = ({ status, rawHeaders, body }: Exchanged, left: readonly string[]): string => {
  const lines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const isLeftOut = left.includes(name.toLowerCase());
    lines.push(`${name}: ${isLeftOut ? '(on the clock of the machine)' : (rawHeaders[index + 1] ?? '')}`);
  }
  return `${String(status)}\n${lines.join('\n')}\n\n${body.toString('latin1')}`;
};

/** Ports are given by the machine, and are as long as each other. */
const withoutPort = (exchanged: readonly Exchanged[], origin: string): readonly Exchanged[] =>
  exchanged.map(({ status, rawHeaders, body }) => ({
    status,
    rawHeaders: rawHeaders.map((text) => text.replaceAll(origin, PUBLIC)),
    body: Buffer.from(body.toString('latin1').replaceAll(origin, PUBLIC), 'latin1'),
  }));

const compare = (one: readonly Exchanged[], other: readonly Exchanged[], left: readonly string[]): void => {
  expect([one.length, other.length]).toEqual([200, 200]);
  for (const [index, exchanged] of one.entries()) {
    const twin = other[index];
    if (twin === undefined) throw new Error('there are 200');
    expect(`${String(index)}: ${toText(twin, left)}`).toBe(`${String(index)}: ${toText(exchanged, left)}`);
  }
};

test('200 calls to two processes with one seed and a frozen clock are answered with the same bytes', async () => {
  const serve = async (): Promise<{ readonly origin: string; readonly command: RunningCommand }> => {
    const args = ['--port', '0', '--seed', '42', '--frozen-at', INSTANT, '--delays', 'skip', '--log-level', 'silent'];
    const command = startCommand(['serve', ...args]);
    opened.push(() => {
      command.signal('SIGTERM');
      return command.ended;
    });
    const [, origin = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
    return { origin, command };
  };
  const [one, other] = await Promise.all([serve(), serve()]);
  const [first, second] = await Promise.all([one, other].map(async ({ origin }) => playCalls(wireTo(origin))));
  compare(withoutPort(first!, one.origin), withoutPort(second!, other.origin), OF_THE_WALL);
  const statuses = new Set(first!.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 201, 400, 401, 403, 404, 405, 406, 409, 415, 422, 429, 500, 502, 503]);
});

test('where the clock of the machine is the same too, nothing is left out but the Date that HTTP itself adds', async () => {
  const play = async (): Promise<readonly Exchanged[]> => {
    const clock = createTestClock();
    const mock = await createMock({ clock, seed: '42', delays: 'skip' });
    opened.push(mock.close);
    return withoutPort(await playCalls(wireTo(mock.url)), mock.url);
  };
  compare(await play(), await play(), ['date']);
});
