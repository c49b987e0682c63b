import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { type RunningCommand, startCommand } from '../../support/command-line.ts';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';

const CONNECTIONS = 16;

let command: RunningCommand;
afterEach(async () => {
  command.signal('SIGKILL');
  await command.ended;
});

const serve = async (...args: readonly string[]): Promise<string> => {
  command = startCommand(['serve', '--port', '0', '--log-level', 'silent', ...args]);
  const [, origin = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
  return origin;
};

interface Got {
  readonly status: number;
  readonly closes: boolean;
  readonly text: string;
}

const call = (
  url: string,
  {
    agent,
    method = 'GET',
    headers = {},
    body = '',
  }: { agent?: Agent; method?: string; headers?: object; body?: string },
): Promise<Got> =>
  new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(url, { method, ...(agent && { agent }), headers: { ...headers, ...length } });
    outgoing.on('error', reject).on('response', (incoming: IncomingMessage) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('error', reject).on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, closes: incoming.headers.connection === 'close', text });
      });
    });
    outgoing.end(body);
  });

const fetchToken = async (origin: string): Promise<string> => {
  const { text } = await call(`${origin}/auth/realms/integration/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${CLIENT}&client_secret=enterprise-secret`,
  });
  return (JSON.parse(text) as { access_token: string }).access_token;
};

test('under load every request that reached the server is answered before it stops', async () => {
  const origin = await serve();
  const token = await fetchToken(origin);
  const unanswered: unknown[] = [];
  let answered = 0;
  let lastOnes = 0;

  const load = async (number: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; ; round++) {
      const name = `${String(number)}-${String(round)}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': name };
      const write = { method: 'POST', headers, body: JSON.stringify(sampleOrder({ externalOrderId: name })) };
      try {
        const got = await call(`${origin}/v1${round % 2 === 0 ? ORDERS : '/me'}`, {
          agent,
          ...(round % 2 === 0 ? write : { headers }),
        });
        answered += 1;
        if (got.closes) lastOnes += 1;
        if (answered === 20 * CONNECTIONS) command.signal('SIGTERM');
      } catch (error) {
        // The server has stopped listening: nothing was sent.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') unanswered.push(error);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => load(number)));

  expect(unanswered).toEqual([]);
  expect(lastOnes).toBe(CONNECTIONS);
  expect(await command.ended).toMatchObject({ code: 0, signal: null });
});

test('load balancers see that it is not ready while it still accepts requests; a second signal ends it at once', async () => {
  const origin = await serve('--limits', 'drain-delay=PT1H');
  command.signal('SIGTERM');
  await command.says('stderr', /SIGTERM: finishing requests in progress/);
  const ready = await call(`${origin}/__admin/ready`, {});
  expect(ready).toMatchObject({ status: 503, text: expect.stringContaining('"DRAINING"') });
  expect((await call(`${origin}/__admin/health`, {})).status).toBe(200);
  await fetchToken(origin);
  command.signal('SIGTERM');
  expect(await command.ended).toMatchObject({ code: 143 });
});
