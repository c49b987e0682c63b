import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  /** The path with its query: receivers of several webhook endpoints differ by it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they came. */
  readonly raw: string;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A status; no answer at all; a connection that breaks off; or an answer whole. */
export type ReceiverAnswer =
  | number
  | 'hang'
  | 'reset'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer };

export interface Receiver {
  readonly port: number;
  /** `http://127.0.0.1:PORT/hook`, or another path. */
  readonly urlOf: (path?: string) => string;
  readonly received: Received[];
  /** Answers from now on, one after the other; the last one stays. By default 200. */
  readonly answer: (path: string, ...answers: readonly ReceiverAnswer[]) => void;
  /** Does something before it answers, such as calling the API back. */
  readonly before: (path: string, task: (received: Received) => Promise<void>) => void;
  /** Resolves when so many deliveries have come in all, and were answered or left hanging. */
  readonly waitFor: (count: number) => Promise<void>;
  /** Answers all that hang. */
  readonly release: (status: number) => void;
  readonly stop: () => Promise<void>;
}

export const HOOK = '/hook';

/** A receiver of webhooks on this machine, which collects what comes and answers on cue. */
export const startReceiver = async (server: Server = createServer()): Promise<Receiver> => {
  const received: Received[] = [];
  const answers = new Map<string, ReceiverAnswer[]>();
  const tasks = new Map<string, (received: Received) => Promise<void>>();
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let hanging: ServerResponse[] = [];
  let handled = 0;

  const take = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const { method = '', url: path = '', headers } = incoming;
    const one = { method, path, headers: headers as Received['headers'], raw, body: JSON.parse(raw) as unknown };
    received.push(one);
    await tasks.get(path)?.(one);
    const planned = answers.get(path) ?? [200];
    send(planned.length > 1 ? (planned.shift() ?? 200) : (planned[0] ?? 200), outgoing);
    handled += 1;
    for (const { count, resolve } of waiting) if (handled >= count) resolve();
    waiting = waiting.filter(({ count }) => handled < count);
  };

  const send = (answer: ReceiverAnswer, outgoing: ServerResponse): void => {
    if (answer === 'hang') hanging.push(outgoing);
    else if (answer === 'reset') outgoing.socket?.resetAndDestroy();
    else if (typeof answer === 'number') outgoing.writeHead(answer).end();
    else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  };

  server.on('request', (incoming, outgoing) => {
    // A sender that gave up is no error of the receiver's.
    take(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    urlOf: (path = HOOK) => `http://127.0.0.1:${String(port)}${path}`,
    received,
    answer: (path, ...planned) => void answers.set(path, [...planned]),
    before: (path, task) => void tasks.set(path, task),
    waitFor: (count) =>
      handled >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    release: (status) => {
      for (const outgoing of hanging) send(status, outgoing);
      hanging = [];
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
