import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { HttpServer } from '../../../src/edges/http/http-server.ts';
import { type Failure, type Reply, textContent } from '../../../src/kernel/http.ts';
import { eventually } from '../../support/eventually.ts';
import { findPort } from '../../support/find-port.ts';
import { openRaw, sendRaw, toHead } from '../../support/raw-http.ts';
import { type FirstServer, type Handle, startFirst, startServer, urlOf } from './two-servers.ts';

let handle: Handle;
let home: HttpServer;
let first: FirstServer;

beforeEach(async () => {
  home = await startServer('home', (request) => handle(request));
  first = await startFirst({ id: 'home', url: urlOf(home) });
});

afterEach(async () => {
  await first.stop();
  await home.close();
});

const say = (body: string, headers: Reply['headers'] = {}): Reply => ({
  status: 200,
  headers,
  content: textContent(body, 'text/plain'),
});

/** Replaces the first server by one that has another home. */
const passTo = async (id: string, url: string, isGivenUp?: () => boolean): Promise<void> => {
  await first.stop();
  first = await startFirst({ id, url }, isGivenUp);
};

/** What a server does that is no server of this kind. */
const withServer = async (serve: (socket: Socket) => void, use: (url: string) => Promise<void>): Promise<void> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
};

/** A connection through which all bytes pass; `see` is told of those to the server. */
const through =
  (to: string, see: (socket: Socket, upstream: Socket, chunk: Buffer) => void): ((socket: Socket) => void) =>
  (socket) => {
    const { hostname, port } = new URL(to);
    const upstream = connect(Number(port), hostname).on('error', () => socket.destroy());
    upstream.pipe(socket);
    socket.on('data', (chunk: Buffer) => see(socket, upstream, chunk));
    socket.once('close', () => upstream.destroy());
  };

const post = (body: string | Uint8Array, path = '/'): Promise<Response> =>
  fetch(`${urlOf(first)}${path}`, { method: 'POST', body });

test('a request arrives as its client has sent it', async () => {
  handle = (request) => {
    const { method, path, query, origin, rawHeaders, hops } = request;
    return Promise.resolve(say(JSON.stringify({ method, path, query, origin, rawHeaders, hops })));
  };
  const lines = [
    'Host: Stub.Example:1',
    'X-Two: 1',
    'Accept: */*',
    'x-two: é',
    'Authorization: Bearer a',
    'Cookie: a=b',
  ];
  const request = Buffer.from(`DELETE /a%20b?c=%64 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const { status, text: told } = await sendRaw(urlOf(first), request);
  expect(status).toBe(200);
  expect(JSON.parse(told)).toEqual({
    method: 'DELETE',
    path: '/a%20b',
    query: 'c=%64',
    origin: 'http://Stub.Example:1',
    rawHeaders: lines.flatMap((line) => line.split(': ')),
    hops: 1,
  });
  expect(first.outcomes).toEqual(['answered']);
});

test('headers for the first server alone do not arrive, and framing and authorization cannot be made such', async () => {
  handle = async (request) =>
    say(JSON.stringify([request.rawHeaders, Buffer.from(await request.readBody(9)).toString()]));
  const lines = [
    'Host: a',
    'Keep-Alive: 1',
    'TE: trailers',
    'Proxy-Connection: a',
    'Upgrade: h2c',
    'X-Hop: 1',
    'X-End: 1',
  ];
  const framing = ['Content-Length: 3', 'Authorization: b', 'Connection: X-Hop, content-length,host, authorization'];
  const { text: told } = await sendRaw(
    urlOf(first),
    `GET / HTTP/1.1\r\n${[...lines, ...framing].join('\r\n')}\r\n\r\nabc`,
  );
  expect(JSON.parse(told)).toEqual([['Host', 'a', 'X-End', '1', 'Content-Length', '3', 'Authorization', 'b'], 'abc']);
});

test('the client is the one of the first server, also after another hop', async () => {
  handle = ({ address, hops }) => Promise.resolve(say(`${String(address)} ${hops}`));
  expect(await (await fetch(urlOf(first))).text()).toBe('127.0.0.1 1');
  const outer = await startFirst({ id: 'first', url: urlOf(first) });
  expect(await (await fetch(urlOf(outer))).text()).toBe('127.0.0.1 2');
  await outer.stop();
});

test('an HTTP/1.0 client without Host is served', async () => {
  handle = (request) => Promise.resolve(say(String(request.header('host'))));
  const { status, text: told } = await sendRaw(urlOf(first), 'GET / HTTP/1.0\r\n\r\n');
  expect([status, told]).toEqual([200, 'undefined']);
});

test.each(['POST', 'PUT'])('a %s with a body, with a chunked one and with none', async (method) => {
  handle = async (request) => say(`${request.method} ${Buffer.from(await request.readBody(100)).toString()}.`);
  const send = async (head: string): Promise<string> => (await sendRaw(urlOf(first), head)).text;
  expect(await send(`${toHead(`${method} /`, { 'Content-Length': 3 })}abc`)).toBe(`${method} abc.`);
  const chunks = '1\r\na\r\n2\r\nbc\r\n0\r\n\r\n';
  expect(await send(`${toHead(`${method} /`, { 'Transfer-Encoding': 'chunked' })}${chunks}`)).toBe(`${method} abc.`);
  expect(await send(toHead(`${method} /`))).toBe(`${method} .`);
});

test('a response arrives as it was sent, and one connection serves many requests', async () => {
  const agents = new Set<Socket>();
  handle = ({ incoming, path }) => {
    agents.add(incoming.socket);
    return Promise.resolve({ ...say(path, { 'x-a': 'b', 'vatmock-peer-proof': 'other x' }), status: 409 });
  };
  for (const path of ['/1', '/2', '/3']) {
    const answer = await fetch(`${urlOf(first)}${path}`);
    expect([answer.status, answer.headers.get('x-a'), await answer.text()]).toEqual([409, 'b', path]);
    expect(answer.headers.get('content-length')).toBe('2');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('vatmock'))).toEqual([]);
  }
  expect(agents.size).toBe(1);
});

test('HEAD, 204 and 304 have no body, and leave the connection usable', async () => {
  handle = ({ path }) => Promise.resolve(path === '/' ? say('12345') : { status: Number(path.slice(1)), headers: {} });
  const connection = await openRaw(urlOf(first));
  const ask = async (line: string) => {
    await connection.send(toHead(line));
    const { status, headers } = await connection.answer({ bodiless: line.startsWith('HEAD') });
    return [status, headers['content-length'], headers['transfer-encoding']];
  };
  expect(await ask('HEAD /')).toEqual([200, '5', undefined]);
  expect(await ask('GET /204')).toEqual([204, undefined, undefined]);
  expect(await ask('GET /304')).toEqual([304, undefined, undefined]);
  expect(await ask('GET /')).toEqual([200, '5', undefined]);
  connection.destroy();
});

test('a stream of events arrives as it is written, and ends at home when the client leaves', async () => {
  let write: (text: string) => void = () => undefined;
  let isOver = false;
  const pieces = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<string>>((resolve) => (write = (value) => resolve({ value, done: false }))),
      return: () => {
        isOver = true;
        return Promise.resolve({ value: undefined, done: true as const });
      },
    }),
  };
  handle = () => Promise.resolve({ status: 200, headers: {}, live: { mediaType: 'text/event-stream', pieces } });
  const leaving = new AbortController();
  // The head comes before any event.
  const { body, headers } = await fetch(`${urlOf(first)}/__a`, { signal: leaving.signal });
  expect(headers.get('content-type')).toBe('text/event-stream');
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    write(event);
    expect((await reader.read()).value).toBe(event);
  }
  leaving.abort();
  await eventually(() => isOver);
  await eventually(() => first.outcomes.length === 1);
  expect(first.outcomes).toEqual(['answered']);
});

test('a client that leaves before the response is gone at home as well', async () => {
  let begun: () => void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  let isGone = false;
  handle = (request) => {
    request.whenGone(() => (isGone = true));
    begun();
    return new Promise(() => undefined);
  };
  const leaving = new AbortController();
  const answer = fetch(`${urlOf(first)}/__a`, { signal: leaving.signal }).catch(() => 'left');
  await isBegun;
  leaving.abort();
  expect(await answer).toBe('left');
  await eventually(() => isGone && first.outcomes.length === 1);
  expect(first.outcomes).toEqual(['answered']);
});

test('large bodies pass both ways, no faster than they are read', async () => {
  const size = 24 * 2 ** 20;
  const body = Buffer.alloc(size, 'abcdefg');
  let readOn: () => void;
  const isRead = new Promise<void>((resolve) => (readOn = resolve));
  handle = async (request) => {
    await isRead;
    const bytes = await request.readBody(size);
    return { status: 200, headers: {}, content: { mediaType: 'a/b', body: bytes, byteLength: size, value: bytes } };
  };
  const upload = openRequest(urlOf(first), { method: 'POST', headers: { 'content-length': size } });
  const arrived = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.end(body);
  let before = 0;
  await eventually(() => {
    const left = upload.socket?.writableLength ?? 0;
    const isSame = left > 0 && left === before;
    before = left;
    return isSame;
  });
  // Home does not read: what the system does not hold has to wait at the client.
  expect(upload.socket!.writableLength).toBeGreaterThan(size / 4);
  readOn!();
  const [answer] = await arrived;
  expect((await buffer(answer)).equals(body)).toBe(true);
});

test('what home refuses unread does not have to arrive, and the refusal is read', async () => {
  handle = async (request) => {
    await request.readBody(10).catch(() => undefined);
    return { ...say('too large'), status: 413 };
  };
  const answer = await post(Buffer.alloc(4 * 2 ** 20));
  expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
});

test('what home refuses unread does not even have to begin', async () => {
  handle = () => Promise.resolve({ ...say('no'), status: 413 });
  const { status } = await sendRaw(urlOf(first), toHead('POST /', { 'Content-Length': 1000 }));
  expect(status).toBe(413);
});

test('a client that expects 100 Continue gets it once home wants the body, and no sooner', async () => {
  let readOn: () => void;
  const isRead = new Promise<void>((resolve) => (readOn = resolve));
  handle = async (request) => {
    if (request.path === '/refused') return { ...say('no'), status: 401 };
    await isRead;
    return say(Buffer.from(await request.readBody(100)).toString());
  };
  const begin = (path: string) =>
    openRequest(`${urlOf(first)}${path}`, { method: 'POST', headers: { expect: '100-continue', 'content-length': 3 } });
  const refused = begin('/refused');
  refused.flushHeaders();
  const [refusal] = (await once(refused, 'response')) as [IncomingMessage];
  expect([refusal.statusCode, await text(refusal)]).toEqual([401, 'no']);

  const accepted = begin('/');
  let isContinued = false;
  accepted.once('continue', () => (isContinued = true)).flushHeaders();
  await fetch(`${urlOf(first)}/refused`);
  expect(isContinued).toBe(false);
  readOn!();
  await once(accepted, 'continue');
  accepted.end('abc');
  const [answer] = (await once(accepted, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([200, 'abc']);
});

const fail =
  (kind: Exclude<Failure['kind'], 'slow-body'>): Handle =>
  () =>
    Promise.resolve({ ...say('never'), fault: { delay: 0, failure: { kind } } });

/** How a client's request fails. */
const faultAt = (server: HttpServer): Promise<string | undefined> =>
  new Promise((resolve) => {
    const onError = ({ code }: NodeJS.ErrnoException): void => resolve(code);
    const request = openRequest(urlOf(server), { method: 'POST' }, (answer) => answer.on('error', onError).resume());
    request.on('error', onError).end('abc');
  });

test.each([
  ['CONNECTION_RESET_BY_PEER', 'ECONNRESET'],
  ['EMPTY_RESPONSE', 'ECONNRESET'],
  ['RANDOM_DATA_THEN_CLOSE', 'HPE_INVALID_CONSTANT'],
  ['MALFORMED_RESPONSE_CHUNK', 'HPE_INVALID_CHUNK_SIZE'],
] as const)('the fault %s is the one of the client', async (kind, code) => {
  handle = fail(kind);
  expect(await faultAt(first)).toBe(code);
  await eventually(() => first.outcomes.length === 1);
  expect(first.outcomes).toEqual(['answered']);
  // Home itself has not broken off.
  handle = () => Promise.resolve(say('well'));
  expect(await (await fetch(urlOf(first))).text()).toBe('well');
});

test('a slow body is as slow', async () => {
  const failure = { kind: 'slow-body', pieces: 3, milliseconds: 60 } as const;
  handle = () => Promise.resolve({ ...say('abcdef'), fault: { delay: 0, failure } });
  const { body } = await fetch(urlOf(first));
  const pieces: string[] = [];
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) pieces.push(piece);
  expect(pieces).toEqual(['ab', 'cd', 'ef']);
});

test('nothing listens at the address of a server that has ended, and the body is still there', async () => {
  await passTo('home', `http://127.0.0.1:${String(await findPort())}`);
  const answer = await post('abc');
  expect([answer.headers.get('outcome'), await answer.text()]).toEqual(['gone', 'abc']);
});

test.each(['abc', 'a'.repeat(60_000)])(
  'another server at the address is not the one that was meant (%#)',
  async (body) => {
    handle = () => Promise.reject(new Error('It must not be asked.'));
    await passTo('former', urlOf(home));
    const answer = await post(body);
    expect([answer.headers.get('outcome'), await answer.text()]).toEqual(['gone', body]);
  },
);

test('another server: a body that comes late can be read as well', async () => {
  await passTo('former', urlOf(home));
  const connection = await openRaw(urlOf(first));
  await connection.send(`${toHead('POST /', { 'Content-Length': 6 })}abc`);
  await eventually(() => first.outcomes.length === 1);
  await connection.send('def');
  const { headers, text: told } = await connection.answer();
  expect([headers['outcome'], told]).toEqual(['gone', 'abcdef']);
  connection.destroy();
});

test('another server: of a long body too much has been sent', async () => {
  let size = 0;
  let heads = '';
  const late = through(urlOf(home), (_socket, upstream, chunk) => {
    // The server sees the head once all of the body is here.
    if (size === 0) heads = chunk.toString('latin1').split('\r\n\r\n')[0]!;
    size += chunk.length;
    if (size > 2 ** 20) upstream.write(`${heads}\r\n\r\n`);
  });
  await withServer(late, async (url) => {
    await passTo('former', url);
    expect((await post(Buffer.alloc(2 ** 20))).headers.get('outcome')).toBe('lost');
  });
});

test('a scenario that answers 421 is not another server', async () => {
  handle = () => Promise.resolve({ ...say('me'), status: 421 });
  expect(await sendRaw(urlOf(first), toHead('GET /'))).toMatchObject({ status: 421, text: 'me' });
});

test('a home that does not answer leaves a request unanswered once it is given up', async () => {
  let looks = 0;
  await withServer(
    () => undefined,
    async (url) => {
      await passTo('home', url, () => ++looks === 2);
      const answer = await post('abc');
      expect([answer.headers.get('outcome'), await answer.text()]).toEqual(['unanswered', 'abc']);
    },
  );
  expect(looks).toBe(2);
});

test.each([
  ['breaks off before the head', '', 'unanswered'],
  ['sends garbage', 'garbage\r\n\r\n', 'unanswered'],
  ['is a stranger', 'HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n', 'unanswered'],
])('a home that %s', async (_what, bytes, outcome) => {
  await withServer(
    (socket) => socket.once('data', () => socket.end(bytes)),
    async (url) => {
      await passTo('home', url);
      expect((await post('abc')).headers.get('outcome')).toBe(outcome);
    },
  );
});

test('if home breaks off within a body, so does the connection of the client', async () => {
  handle = ({ response }) => {
    const pieces = (function* endless() {
      yield 'beginning';
      response.destroy();
      yield 'end';
    })();
    const live = { mediaType: 'text/plain', pieces: { [Symbol.asyncIterator]: () => toAsync(pieces) } };
    return Promise.resolve({ status: 200, headers: {}, live });
  };
  const answer = await fetch(urlOf(first));
  await expect(answer.text()).rejects.toThrow('terminated');
  await eventually(() => first.outcomes.length === 1);
  expect(first.outcomes).toEqual(['answered']);
});

const toAsync = (pieces: Iterator<string>): AsyncIterator<string> => ({ next: () => Promise.resolve(pieces.next()) });

test('a request over a connection that had been closed is sent once more', async () => {
  let count = 0;
  handle = async (request) => {
    count += 1;
    return say(Buffer.from(await request.readBody(100)).toString());
  };
  // Each connection is reset with the second request: the client cannot have known.
  const seen = new Set<Socket>();
  const reset = through(urlOf(home), (socket, upstream, chunk) => {
    if (chunk.includes('two') && seen.size === 1 && seen.has(socket)) socket.resetAndDestroy();
    else upstream.write(chunk);
    seen.add(socket);
  });
  await withServer(reset, async (url) => {
    await passTo('home', url);
    expect(await (await post('one')).text()).toBe('one');
    expect(await (await post('two')).text()).toBe('two');
  });
  expect([count, first.outcomes]).toEqual([2, ['answered', 'answered']]);
});

test('a client that claims to be a peer is refused', async () => {
  handle = () => Promise.resolve(say('never'));
  const headers = { 'vatmock-peer-to': 'home', 'vatmock-peer-client': '1.2.3.4', 'vatmock-peer-signature': 'wrong' };
  for (const server of [first, home]) {
    const answer = await fetch(urlOf(server), { headers });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ type: 'https://stub.example/problems/forbidden' }),
    ]);
  }
  expect((await fetch(urlOf(home), { headers: { 'VATMOCK-Peer-X': '' } })).status).toBe(403);
});
