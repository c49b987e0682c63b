import { Agent, type RequestOptions, createServer, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Counts, HealthyOptions } from './counts.ts';
import { call, fetchToken } from './create-tenant.ts';
import { toOrder } from './order.ts';
import { sharedNow } from '../server/watch-turns.ts';

// A worker: the healthy tenant. It sends at a steady rate whatever becomes of the server, so that what is late or
// missing is counted, and receives its own webhooks.

/** Milliseconds between two requests. */
const PACE = 25;
/** Tokens last for five minutes. */
const TOKEN_AGE = 60_000;
/** Every tenth request comes over a connection of its own, as a new client's would. */
const FRESH_EVERY = 10;

const options = workerData as HealthyOptions;
const { url, clientId, clientSecret, seller, buyer, receiverPort, deadline, patience } = options;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

const arrived = new Set<string>();
const receiver = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data?: { orderUuid?: string } };
    if (data?.orderUuid !== undefined) arrived.add(data.orderUuid);
    outgoing.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(receiverPort, '127.0.0.1', resolve));

let token = await fetchToken(url, clientId, clientSecret);
let fetchedAt = performance.now();
const endpoint = (await call(url, 'POST', '/v1/webhooks', {
  token,
  key: 'healthy-endpoint',
  body: { url: `http://127.0.0.1:${String(receiverPort)}/healthy`, events: ['compliance.decision_made'] },
})) as { id: string };

interface Window {
  sent: number;
  good: number;
  readonly times: number[];
  readonly bad: Record<string, number>;
  readonly accepted: Set<string>;
  readonly open: Set<Promise<void>>;
}
const openWindow = (): Window => ({ sent: 0, good: 0, times: [], bad: {}, accepted: new Set(), open: new Set() });

let window = openWindow();
let made = 0;

const sendOne = (
  method: string,
  path: string,
  wanted: number,
  body?: object,
  onGood?: (of: Window) => void,
): Promise<void> => {
  const of = window;
  const number = ++made;
  of.sent++;
  const begin = performance.now();
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const settings: RequestOptions = {
    method,
    agent: number % FRESH_EVERY === 0 ? false : agent,
    signal: AbortSignal.timeout(deadline),
    headers: {
      authorization: `Bearer ${token}`,
      'x-sent-at': sharedNow(),
      ...(method === 'GET' ? {} : { 'idempotency-key': `healthy-${String(number)}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length }),
    },
  };
  return new Promise((resolve) => {
    const end = (result: string | undefined): void => {
      of.times.push(performance.now() - begin);
      if (result === undefined) of.good++;
      else of.bad[result] = (of.bad[result] ?? 0) + 1;
      if (result === undefined) onGood?.(of);
      resolve();
    };
    const outgoing = request(`${url}${path}`, settings, (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode === wanted ? undefined : String(answer.statusCode)));
      answer.once('error', () => end('broken'));
    });
    outgoing.once('error', ({ name, code }: NodeJS.ErrnoException) =>
      end(name === 'AbortError' || name === 'TimeoutError' ? 'late' : (code ?? name)),
    );
    outgoing.end(text);
  });
};

const toMarker = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Six reads, an order and a webhook, and again. */
const sendNext = (turn: number): Promise<void> => {
  if (turn % 8 === 3) {
    const order = toOrder(buyer, `HEALTHY-${String(made)}`, 1, made);
    return sendOne('POST', `/v1/partners/${seller}/orders`, 201, order);
  }
  if (turn % 8 === 7) {
    const orderUuid = toMarker(made);
    const body = { eventType: 'compliance.decision_made', data: { orderUuid, decision: 'VALID_EXPORT' } };
    return sendOne('POST', `/v1/webhooks/${endpoint.id}/test`, 202, body, (of) => of.accepted.add(orderUuid));
  }
  return sendOne('GET', '/v1/me', 200);
};

let turn = 0;
let isOver = false;
const tick = (): void => {
  if (isOver) return;
  const { open } = window;
  const one: Promise<void> = sendNext(turn++).finally(() => open.delete(one));
  open.add(one);
  if (performance.now() - fetchedAt < TOKEN_AGE) return;
  fetchedAt = performance.now();
  fetchToken(url, clientId, clientSecret).then(
    (fresh) => (token = fresh),
    () => undefined,
  );
};
setInterval(tick, PACE);

/** The window so far, when all that was sent in it has come or is late. */
const close = async (of: Window): Promise<Counts> => {
  await Promise.all(of.open);
  const begin = performance.now();
  const missing = (): boolean => [...of.accepted].some((marker) => !arrived.has(marker));
  while (missing() && performance.now() - begin < patience) await new Promise((resolve) => setTimeout(resolve, 50));
  const { sent, good, bad, times, accepted } = of;
  const sorted = times.toSorted((one, other) => one - other);
  const delivered = [...accepted].filter((marker) => arrived.has(marker)).length;
  return { sent, good, bad, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, accepted: accepted.size, delivered };
};

/** `next`: ends the window and begins another. `end`: the last one. */
parentPort?.on('message', (message: 'next' | 'drop' | 'end') => {
  const ended = window;
  window = openWindow();
  isOver = message === 'end';
  if (message === 'drop') return;
  void close(ended).then((counts) => parentPort?.postMessage(counts));
});
parentPort?.postMessage('ready');
