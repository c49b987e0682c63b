import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, type Server, type Socket, createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { after } from '../../../src/edges/system/time.ts';
import { createSender } from '../../../src/edges/webhooks/undici-sender.ts';
import type { Attempt } from '../../../src/engine/webhooks/delivery.ts';
import { parseAllowList, type EgressGuard, createEgressGuard } from '../../../src/engine/webhooks/egress.ts';
import { hostileUrls, resolveHostile } from '../../engine/webhooks/egress/hostile-urls.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';

let receiver: Receiver;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  receiver = await startReceiver();
  stops = [receiver.stop];
});

afterEach(async () => {
  for (const stop of stops) await stop();
});

interface Options {
  readonly guard?: EgressGuard;
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly timeout?: number;
  readonly tellsAll?: boolean;
  readonly isHosted?: boolean;
  readonly pace?: { readonly pieces: number; readonly milliseconds: number };
}

const local = createEgressGuard({ mode: 'local', allowed: [] });
const publicOnly = createEgressGuard({ mode: 'public-only', allowed: [] });

const send = async (
  url: string,
  { pace, ...options }: Options = {},
  signal = new AbortController().signal,
): Promise<Omit<Attempt, 'at'>> => {
  let now = 0;
  const { elapsed, ...attempt } = await createSender({
    guard: local,
    resolve: () => Promise.resolve(['127.0.0.1']),
    clock: { elapsed: () => (now += 40) },
    after,
    timeout: 5000,
    tellsAll: true,
    isHosted: false,
    ...options,
  }).send(
    { url, headers: { 'content-type': 'application/json', 'X-Service-Signature': 't=1' }, body: '{"a":"ü"}', pace },
    signal,
  );
  expect(elapsed).toBe(40);
  return attempt;
};

/** A server of bare sockets, to see who connects. */
const startTcp = async (onConnect: (socket: Socket) => void, host = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnect(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return (server.address() as AddressInfo).port;
};

describe('one attempt', () => {
  test('is a POST of the bytes with the headers, on a connection of its own', async () => {
    expect(await send(receiver.urlOf('/path?query=1'))).toEqual({ httpStatus: 200, answer: '' });
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/path?query=1',
        raw: '{"a":"ü"}',
        headers: {
          'content-type': 'application/json',
          'content-length': '10',
          'x-service-signature': 't=1',
          connection: 'close',
        },
      },
    ]);
  });

  test('may send its body in pieces, which come with pauses', async () => {
    const instants: number[] = [];
    const port = await startTcp((socket) => {
      socket.on('data', (bytes: Buffer) => {
        instants.push(performance.now());
        if (bytes.toString().endsWith('}')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    const pace = { pieces: 5, milliseconds: 40 };
    expect(await send(`http://127.0.0.1:${String(port)}/`, { pace })).toMatchObject({ httpStatus: 204 });
    expect(instants.length).toBeGreaterThanOrEqual(4);
  });

  test('takes an answer that comes before the body is through', async () => {
    const port = await startTcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'));
    });
    const pace = { pieces: 5, milliseconds: 3000 };
    expect(await send(`http://127.0.0.1:${String(port)}/`, { pace })).toMatchObject({ httpStatus: 413 });
  });

  test('keeps the beginning of an answer where it may', async () => {
    receiver.answer('/hook', { status: 500, body: 'x'.repeat(5000) });
    expect(await send(receiver.urlOf())).toEqual({ httpStatus: 500, answer: 'x'.repeat(500) });
    expect(await send(receiver.urlOf(), { tellsAll: false })).toEqual({ httpStatus: 500 });
  });

  test('does not read an answer that never ends', async () => {
    let sent = 0;
    const port = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(16_384))) sent += 16_384;
      };
      socket.on('drain', more);
      more();
    });
    expect(await send(`http://127.0.0.1:${String(port)}/`)).toMatchObject({ httpStatus: 200 });
    expect(sent).toBeLessThan(100_000_000);
  });

  const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  const tooMuch = { failure: 'answer_broken', detail: '16384 bytes without a response' };
  test.each<[what: string, begin: string, endless: string, outcome: object]>([
    [
      'informational responses',
      '',
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
      { failure: 'answer_broken', detail: 'more than 8 informational responses' },
    ],
    ['lines of a head', 'HTTP/1.1 200 OK\r\n', 'a:\r\n', tooMuch],
    ['a status line', 'HTTP/1.1 200 ', 'x', tooMuch],
    ['blank lines before the head', '', '\r\n', tooMuch],
    ['trailers', `${HEAD}2\r\nok\r\n0\r\n`, 'a:\r\n', { httpStatus: 200, answer: 'ok' }],
    ['tiny chunks', HEAD, '1\r\na\r\n', { httpStatus: 200, answer: 'a'.repeat(500) }],
  ])('reads no more than it needs of endless %s', async (_what, begin, endless, outcome) => {
    const many = endless.repeat(50_000 / endless.length);
    const closed = Promise.withResolvers<undefined>();
    const port = await startTcp((socket) => {
      socket.once('close', () => {
        closed.resolve(undefined);
      });
      socket.once('data', () => {
        socket.write(begin);
        const goOn = (): void => {
          while (!socket.destroyed && socket.write(many));
        };
        socket.on('drain', goOn);
        goOn();
      });
    });
    expect(await send(`http://127.0.0.1:${String(port)}/`)).toEqual(outcome);
    await closed.promise;
  });

  test('takes the final response after a few informational ones', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(8);
    const port = await startTcp((socket) => {
      socket.once('data', () => {
        socket.end(`${hints}HTTP/1.1 204 No Content\r\n\r\n`);
      });
    });
    expect(await send(`http://127.0.0.1:${String(port)}/`)).toEqual({ httpStatus: 204, answer: '' });
  });

  test('does not unpack an answer', async () => {
    const body = gzipSync(Buffer.alloc(10_000_000));
    receiver.answer('/hook', { status: 200, headers: { 'content-encoding': 'gzip' }, body });
    const { answer } = await send(receiver.urlOf());
    // The packed bytes begin so; what people cannot read is not kept as it is.
    expect(answer).toMatch(/^\uFFFD{2}/);
    expect(answer).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe('an attempt without an answer', () => {
  test('in time', async () => {
    receiver.answer('/hook', 'hang');
    expect(await send(receiver.urlOf(), { timeout: 50 })).toEqual({
      failure: 'timeout',
      detail: 'no response in time',
    });
  });

  test('whose body is slow', async () => {
    const port = await startTcp((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab'));
    expect(await send(`http://127.0.0.1:${String(port)}/`, { timeout: 50 })).toMatchObject({ failure: 'timeout' });
  });

  test('because the name does not resolve in time', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await send('http://slow.example/', { resolve, timeout: 50 })).toMatchObject({ failure: 'timeout' });
  });

  test('because nobody listens', async () => {
    const url = receiver.urlOf();
    await receiver.stop();
    stops = [];
    expect(await send(url)).toEqual({ failure: 'connect_failed', detail: 'ECONNREFUSED' });
    expect(await send(url, { tellsAll: false })).toEqual({ failure: 'connect_failed' });
  });

  test('because the name does not resolve', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await send('http://nobody.example/', { resolve })).toEqual({
      failure: 'connect_failed',
      detail: 'nobody.example does not resolve (ENOTFOUND)',
    });
    expect(await send('http://nobody.example/', { resolve: () => Promise.resolve([]) })).toMatchObject({
      failure: 'refused',
    });
  });

  test('tells a stranger nothing about names: one that does not resolve fails as one of a private network', async () => {
    const to = (resolve: () => Promise<readonly string[]>) =>
      send('https://git.company.example/', { guard: publicOnly, tellsAll: false, isHosted: true, resolve });
    const unknown = await to(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })));
    expect(unknown).toEqual({ failure: 'refused', detail: expect.stringContaining('public addresses only') });
    expect(await to(() => Promise.resolve(['10.0.0.1']))).toEqual(unknown);
    expect(await to(() => Promise.resolve(['169.254.169.254']))).toEqual(unknown);
    expect(await to(() => Promise.resolve([]))).toEqual(unknown);
  });

  test('because no name server answers in time', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ETIMEOUT' }));
    expect(await send('http://slow.example/', { resolve })).toMatchObject({ failure: 'timeout' });
  });

  test.each([
    ['the connection breaks off', (socket: Socket) => socket.resetAndDestroy()],
    ['it is closed', (socket: Socket) => socket.end()],
    ['it is no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['it ends too soon', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab')],
    [
      'it switches to something else',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    [
      'its headers are too long',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('because %s', async (_why, answer) => {
    const port = await startTcp((socket) => socket.once('data', () => answer(socket)));
    expect(await send(`http://127.0.0.1:${String(port)}/`)).toMatchObject({ failure: 'answer_broken' });
  });

  test('because the receiver’s certificate is nobody’s', async () => {
    const secure = await startSecure();
    expect(await send(`https://localhost:${String(secure.port)}/`)).toEqual({
      failure: 'tls_failed',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(secure.received).toEqual([]);
  });

  test('because it speaks no TLS', async () => {
    expect(await send(receiver.urlOf().replace('http:', 'https:'))).toMatchObject({ failure: 'tls_failed' });
  });
});

const startSecure = async (): Promise<Receiver> => {
  const secure = await startReceiver(createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }));
  stops.push(secure.stop);
  return secure;
};

describe('over TLS', () => {
  const known = getCACertificates('default');

  beforeEach(() => {
    setDefaultCACertificates([...known, TEST_CERTIFICATE]);
  });

  afterEach(() => {
    setDefaultCACertificates(known);
  });

  test('the certificate has to be for the name in the URL, not for the address that it leads to', async () => {
    const { port, received } = await startSecure();
    const at = (host: string): string => `https://${host}:${String(port)}/hook`;
    expect(await send(at('localhost'))).toMatchObject({ httpStatus: 200 });
    expect(await send(at('receiver.test.example'))).toMatchObject({ httpStatus: 200 });
    expect(await send(at('127.0.0.1'))).toMatchObject({ httpStatus: 200 });
    expect(await send(at('other.example'))).toEqual({ failure: 'tls_failed', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(received.map(({ headers }) => headers['host'])).toEqual([
      `localhost:${String(port)}`,
      `receiver.test.example:${String(port)}`,
      `127.0.0.1:${String(port)}`,
    ]);
  });
});

describe('addresses', () => {
  test('the next one is tried when one does not answer, as for localhost in two families', async () => {
    const url = `http://localhost:${String(receiver.port)}/hook`;
    expect(await send(url, { resolve: () => Promise.resolve(['::1', '127.0.0.1']) })).toMatchObject({
      httpStatus: 200,
    });
  });

  test('are asked for once in an attempt, however the answers change', async () => {
    let asked = 0;
    const resolve = () => Promise.resolve(asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    expect(await send(`http://changing.example:${String(receiver.port)}/hook`, { resolve })).toMatchObject({
      httpStatus: 200,
    });
    expect(asked).toBe(1);
  });

  test('are all checked before anything is connected to', async () => {
    const url = `http://mixed.example:${String(receiver.port)}/hook`;
    const resolve = () => Promise.resolve(['127.0.0.1', '192.168.0.1']);
    expect(await send(url, { resolve })).toMatchObject({
      failure: 'refused',
      detail: expect.stringContaining('192.168.0.1'),
    });
    expect(receiver.received).toEqual([]);
  });

  test('the one that was reached is checked again, before a byte is sent', async () => {
    let bytes = 0;
    const port = await startTcp((socket) => socket.on('data', (chunk: Buffer) => (bytes += chunk.length)));
    const checked: (readonly string[])[] = [];
    const guard: EgressGuard = {
      readTarget: (url) => local.readTarget(url),
      checkAddresses: (_target, addresses) => {
        checked.push(addresses);
        return checked.length > 1 ? { refused: 'must not have moved' } : undefined;
      },
    };
    expect(await send(`http://moving.example:${String(port)}/`, { guard })).toEqual({
      failure: 'refused',
      detail: 'the URL must not have moved',
    });
    expect(checked).toEqual([['127.0.0.1'], ['127.0.0.1']]);
    expect(bytes).toBe(0);
  });

  test('that the operator allows are reached in public-only mode, others on the same machine are not', async () => {
    const host = `receiver.example:${String(receiver.port)}`;
    const guard = createEgressGuard({ mode: 'public-only', allowed: parseAllowList(host) });
    expect(await send(`http://${host}/hook`, { guard })).toMatchObject({ httpStatus: 200 });
    expect(await send(receiver.urlOf(), { guard })).toMatchObject({ failure: 'refused' });
  });
});

test('no hostile URL reaches this machine in public-only mode', async () => {
  let connections = 0;
  const count = (): void => void (connections += 1);
  const port = await startTcp(count);
  const ofPort = hostileUrls(port);
  expect(ofPort.length).toBeGreaterThan(120);
  for (const { url } of [...ofPort, ...hostileUrls(8443)])
    expect([url, await send(url, { guard: publicOnly, resolve: resolveHostile })]).toEqual([
      url,
      { failure: 'refused', detail: expect.stringMatching(/^the URL must /) },
    ]);
  expect(connections).toBe(0);
});

test('giving up ends an attempt at once, and it tells nothing', async () => {
  receiver.answer('/hook', 'hang');
  const giveUp = new AbortController();
  const sent = send(receiver.urlOf(), {}, giveUp.signal);
  await receiver.waitFor(1);
  giveUp.abort();
  await expect(sent).rejects.toThrow(/abort/i);
  await expect(send(receiver.urlOf(), {}, giveUp.signal)).rejects.toThrow(/abort/i);
  expect(receiver.received).toHaveLength(1);
});
