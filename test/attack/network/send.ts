import { type Socket, connect } from 'node:net';

/** One request, as bytes on a connection of its own. */
export interface Sending {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** In place of a body: what it says, as JSON. */
  readonly json?: unknown;
  /** Idempotency key. */
  readonly key?: string;
  readonly token?: string;
  /** Keeps back so many bytes at the end of the body until `release` settles. */
  readonly keepBack?: number;
  readonly release?: Promise<unknown>;
  /** Milliseconds after which the client gives up. */
  readonly within?: number;
  /** Reads nothing of the answer before this settles. */
  readonly readFrom?: Promise<unknown>;
  readonly from?: string | undefined;
}

/** What came of it. */
export interface Outcome {
  readonly end: 'answered' | 'reset' | 'closed' | 'silent' | 'refused';
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly milliseconds: number;
}

/** The most of an answer that is kept. */
const KEPT = 4 * 1_048_576;
const PATIENCE = 60_000;

export const send = (url: string, sending: Sending): Promise<Outcome> => {
  const { hostname, port, host } = new URL(url);
  const { method = 'GET', path, token, json, key, keepBack = 0, release, within = PATIENCE, readFrom, from } = sending;
  const body = Buffer.from(json === undefined ? (sending.body ?? '') : JSON.stringify(json));
  const headers: Readonly<Record<string, string>> = {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...sending.headers,
  };
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...('host' in headers ? [] : [`host: ${host}`]),
    'connection: close',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(method === 'GET' || 'transfer-encoding' in headers ? [] : [`content-length: ${String(body.length)}`]),
    '',
    '',
  ].join('\r\n');
  const begin = performance.now();
  const local = from === undefined ? {} : { localAddress: from };
  const socket = connect({ host: hostname, port: Number(port), ...local });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let kept = 0;
    let failure: 'reset' | 'refused' | undefined;
    let done = false;
    const finish = (end: Outcome['end']): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      socket.destroy();
      const { status, fields, text } = readAnswer(Buffer.concat(chunks));
      resolve({
        end: status === undefined ? end : 'answered',
        status,
        headers: fields,
        text,
        milliseconds: performance.now() - begin,
      });
    };
    const timer = setTimeout(() => finish('silent'), within);
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      failure = code === 'ECONNREFUSED' ? 'refused' : 'reset';
    });
    socket.on('close', () => finish(failure ?? 'closed'));
    socket.on('data', (chunk) => {
      if (kept < KEPT) chunks.push(chunk);
      kept += chunk.length;
    });
    socket.once('connect', () => {
      if (readFrom !== undefined) {
        socket.pause();
        void readFrom.then(() => socket.resume());
      }
      socket.write(head);
      void writeBody(socket, body, keepBack, release);
    });
  });
};

const writeBody = async (
  socket: Socket,
  body: Buffer,
  keepBack: number,
  release: Promise<unknown> | undefined,
): Promise<void> => {
  if (body.length > keepBack) socket.write(body.subarray(0, body.length - keepBack));
  if (keepBack === 0) return;
  await release;
  if (socket.writable) socket.write(body.subarray(body.length - keepBack));
};

const readAnswer = (bytes: Buffer) => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { status: undefined, fields: {}, text: '' };
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const fields = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  ) as Record<string, string>;
  const rest = bytes.subarray(end + 4);
  return {
    status: Number(statusLine.split(' ')[1]),
    fields,
    text: isChunked(fields) ? unchunk(rest) : rest.toString(),
  };
};

const isChunked = (fields: Readonly<Record<string, string>>): boolean =>
  (fields['transfer-encoding'] ?? '').includes('chunked');

const unchunk = (bytes: Buffer): string => {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    const length = line < 0 ? 0 : Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (!(length > 0)) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 4 + length;
  }
};

/** How often each status or end came, most frequent first: `413 x 600, reset x 3`. */
export const countEnds = (outcomes: readonly Outcome[]): string => {
  const counts = new Map<string, number>();
  for (const { status, end } of outcomes) {
    const name = status === undefined ? end : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} x ${String(count)}`)
    .join(', ');
};
