import { type Socket, connect } from 'node:net';
import { once } from 'node:events';
import type { ApiAnswer } from './api-client.ts';

export interface RawConnection {
  /** Sends what it is given and nothing else. Settles when the bytes have left, or cannot leave any more. */
  readonly send: (data: string | Uint8Array) => Promise<void>;
  /** The next answer; `bodiless` for one to a HEAD. Rejected when the connection ends before it is whole. */
  readonly answer: (options?: { readonly bodiless?: boolean }) => Promise<ApiAnswer>;
  /** Settles when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Says that nothing more will be sent. */
  readonly finish: () => void;
  /** Goes away in the middle of whatever is going on. */
  readonly destroy: () => void;
}

/** A connection for what no HTTP client would send. */
export const openRaw = async (url: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const inbox = collect(socket);
  // A reset is an end like any other; whoever waits for an answer hears that there is none.
  socket.on('error', () => undefined);
  socket.on('end', () => socket.end());
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  await once(socket, 'connect');
  return {
    send: (data) =>
      new Promise((resolve) => {
        if (socket.destroyed) resolve();
        else
          socket.write(data, () => {
            resolve();
          });
      }),
    answer: (options) => inbox.next(options?.bodiless ?? false),
    closed,
    finish: () => socket.end(),
    destroy: () => socket.destroy(),
  };
};

/** One request, one answer, each line as given. */
export const sendRaw = async (url: string, request: string | Uint8Array): Promise<ApiAnswer> => {
  const connection = await openRaw(url);
  try {
    await connection.send(request);
    return await connection.answer();
  } finally {
    connection.destroy();
  }
};

/** A request's head, with the empty line that ends it. `Host` comes by itself. */
export const toHead = (requestLine: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  [
    `${requestLine} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    '',
    '',
  ].join('\r\n');

const collect = (socket: Socket) => {
  let received: Buffer = Buffer.alloc(0);
  let ended = false;
  const changed = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...changed]) listener();
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    tell();
  });
  socket.on('close', () => {
    ended = true;
    tell();
  });
  return {
    next: (bodiless: boolean): Promise<ApiAnswer> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = readAnswer(received, bodiless);
          if (found === undefined && !ended) return;
          changed.delete(look);
          if (found === undefined) {
            reject(new Error(`the connection ended before an answer was whole; there came "${received.toString()}"`));
            return;
          }
          received = received.subarray(found.length);
          resolve(found.answer);
        };
        changed.add(look);
        look();
      }),
  };
};

/** The first answer in the bytes, if it is whole. Our server always announces the length of a body. */
const readAnswer = (bytes: Buffer, bodiless: boolean): { answer: ApiAnswer; length: number } | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const start = end + 4;
  const length = start + (bodiless ? 0 : Number(headers['content-length'] ?? 0));
  if (bytes.length < length) return undefined;
  const text = bytes.subarray(start, length).toString('utf8');
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, text, body: parse(text) }, length };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
