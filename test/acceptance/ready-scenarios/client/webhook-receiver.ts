import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Habits } from './habits.ts';
import type { Time } from './time.ts';
import { isGenuine } from './verify-signature.ts';

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly orderUuid?: string; readonly currentStatus?: string };
}

/** The receiving half of a client: verifies, remembers what it has had, answers at once and works afterwards. */
export interface WebhookReceiver {
  readonly url: string;
  /** The secret comes with the registration. */
  readonly trust: (secret: string) => void;
  /** Ids of the events that were worked on, in that order. */
  readonly worked: readonly string[];
  /** Resolves when everything that was taken has been worked on. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const startWebhookReceiver = async (
  { verifiesSignature, checksTime, remembersEvents }: Habits,
  time: Time,
  work: (event: WebhookEvent) => Promise<void>,
): Promise<WebhookReceiver> => {
  let secret = '';
  const had = new Set<string>();
  const worked: string[] = [];
  // One after the other, as a queue would.
  let queue = Promise.resolve();

  const take = async (incoming: IncomingMessage): Promise<number> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const header = String(incoming.headers['x-service-signature'] ?? '');
    if (verifiesSignature && !isGenuine({ header, raw }, secret, { now: time.now(), checksTime })) return 401;
    const event = JSON.parse(raw.toString()) as WebhookEvent;
    if (remembersEvents && had.has(event.id)) return 200;
    had.add(event.id);
    queue = queue.then(() => work(event)).then(() => void worked.push(event.id));
    return 202;
  };

  const server = createServer((incoming, outgoing) => {
    void take(incoming).then((status) => outgoing.writeHead(status).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/hooks`,
    trust: (given) => {
      secret = given;
    },
    worked,
    settled: () => queue,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
