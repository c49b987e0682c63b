import { once } from 'node:events';
import { type Server as HttpServer, createServer } from 'node:http';
import { callOrThrow } from '../call.ts';
import { measure } from '../load.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { DeliveriesResult } from '../results.ts';
import { type StartedPeer, startPeer } from '../start-peer.ts';
import { type Request, withFreshKeys } from '../work.ts';

/** Answers every delivery at once, in this process and so on the core of the load; resolves when so many have come. */
const receive = async (wanted: number) => {
  let count = 0;
  let tell: () => void;
  const complete = new Promise<void>((resolve) => (tell = resolve));
  const server: HttpServer = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
    if (++count === wanted) tell();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    complete,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** How a peer is made to send: the request that causes one delivery. */
type Arrange = (started: StartedPeer, receiver: string) => Promise<Request>;

const event = {
  orderUuid: '27d5b8e1-90fa-4c63-8b74-3e1a6f0d5c92',
  previousStatus: 'VALID',
  currentStatus: 'INVALID',
  blockers: [],
};

/** A test event goes the way of every other: it is kept, signed, sent, tried again when it fails, and listed. */
const arrangeVatmock: Arrange = async ({ server, authorization, peer }, receiver) => {
  const headers = { authorization, 'content-type': 'application/json' };
  const { text } = await callOrThrow(`${server.url}${peer.basePath}/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': receiver },
    body: JSON.stringify({ url: receiver, events: ['compliance.*'] }),
  });
  const { id } = JSON.parse(text) as { id: string };
  return withFreshKeys({
    method: 'POST',
    path: `${peer.basePath}/webhooks/${id}/test`,
    headers,
    body: JSON.stringify({ eventType: 'compliance.status_changed', data: event }),
    status: 202,
  });
};

/** WireMock sends what its stub says, unsigned, once, and forgets it. */
const arrangeWiremock: Arrange = async ({ server }, receiver) => {
  const body = JSON.stringify({ type: 'compliance.status_changed', data: event });
  const headers = { 'Content-Type': 'application/json' };
  await callOrThrow(`${server.url}/__admin/mappings`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      priority: 1,
      request: { method: 'POST', urlPath: '/send' },
      response: { status: 202, jsonBody: { status: 'PENDING' } },
      serveEventListeners: [{ name: 'webhook', parameters: { method: 'POST', url: receiver, headers, body } }],
    }),
  });
  return { method: 'POST', path: '/send', headers, body, status: 202 };
};

const ARRANGEMENTS: Readonly<Record<string, Arrange>> = { vatmock: arrangeVatmock, wiremock: arrangeWiremock };

/** So many deliveries, from the first request that causes one until the receiver has the last. */
const deliver = async (peer: Peer, arrange: Arrange, files: PeerFiles, count: number): Promise<DeliveriesResult> => {
  const started = await startPeer(peer, files);
  const { server } = started;
  const warmUp = Math.ceil(count / 10);
  try {
    const figures = { seconds: 0, cpu: undefined as number | undefined };
    for (const wanted of [warmUp, count]) {
      const receiver = await receive(wanted);
      const request = await arrange(started, receiver.url);
      const before = server.cpuSeconds();
      const begin = performance.now();
      await measure(server, request, { requests: wanted });
      await receiver.complete;
      figures.seconds = (performance.now() - begin) / 1000;
      const after = server.cpuSeconds();
      figures.cpu = before === undefined || after === undefined ? undefined : after - before;
      receiver.close();
    }
    const { seconds, cpu } = figures;
    return {
      name: peer.name,
      deliveries: count,
      seconds,
      cpuMicroseconds: cpu === undefined ? undefined : (cpu / count) * 1e6,
    };
  } finally {
    await server.stop();
  }
};

export const webhookDeliveries = async (
  peers: readonly Peer[],
  files: PeerFiles,
  { deliveries }: Plan,
  failed: (what: string, error: unknown) => void,
): Promise<DeliveriesResult[]> => {
  const results: DeliveriesResult[] = [];
  for (const peer of peers) {
    const arrange = ARRANGEMENTS[peer.id];
    if (arrange === undefined || !('version' in peer.installed)) continue;
    progress(`${String(deliveries)} webhook deliveries: ${peer.name}`);
    try {
      results.push(await deliver(peer, arrange, files, deliveries));
    } catch (error) {
      failed(`${peer.name}, webhook deliveries`, error);
    }
  }
  return results;
};
