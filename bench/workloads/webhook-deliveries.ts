import { callOrThrow } from '../call.ts';
import { summarize } from '../median.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { DeliveriesResult } from '../results.ts';
import { type StartedPeer, startPeer } from '../start-peer.ts';
import type { Request } from '../work.ts';
import { type Delivered, deliver } from './deliver.ts';
import { startGoodReceiver } from './receivers.ts';
import { EVENT, EVENT_TYPE, toTestFire } from './test-fire.ts';

/** How a peer is made to send: the request that causes one delivery. */
type Arrange = (started: StartedPeer, receiver: string) => Promise<Request>;

export const arrangeVatmock: Arrange = ({ server, authorization, peer }, receiver) =>
  toTestFire(server.url + peer.basePath, authorization, receiver);

/** WireMock sends what its stub says, unsigned, once, and forgets it. */
const arrangeWiremock: Arrange = async ({ server }, receiver) => {
  const body = JSON.stringify({ type: EVENT_TYPE, data: EVENT });
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

/** A tenth of the deliveries to warm up, then all of them in rounds; the peak of the memory is that of both together. */
export const deliverAll = async (
  peer: Peer,
  arrange: Arrange,
  files: PeerFiles,
  { deliveries, rounds: count }: Pick<Plan, 'deliveries' | 'rounds'>,
): Promise<DeliveriesResult> => {
  const started = await startPeer(peer, files);
  const { server } = started;
  const deliverSome = async (count: number) => {
    const receiver = await startGoodReceiver();
    try {
      return await deliver(server, await arrange(started, receiver.url), receiver, count);
    } finally {
      receiver.close();
    }
  };
  try {
    await deliverSome(Math.ceil(deliveries / 10));
    const part = deliveries / count;
    const rounds: Delivered[] = [];
    for (let round = 0; round < count; round++) rounds.push(await deliverSome(part));
    return {
      name: peer.name,
      ...summarize(rounds),
      seconds: rounds.reduce((total, { seconds }) => total + seconds, 0),
      deliveries,
      rounds: rounds.map((round) => ({ ...round, deliveries: part })),
      peakMegabytes: server.peakMegabytes(),
    };
  } finally {
    await server.stop();
  }
};

export const webhookDeliveries = async (
  peers: readonly Peer[],
  files: PeerFiles,
  plan: Plan,
  failed: (what: string, error: unknown) => void,
): Promise<DeliveriesResult[]> => {
  const results: DeliveriesResult[] = [];
  for (const peer of peers) {
    const arrange = ARRANGEMENTS[peer.id];
    if (arrange === undefined || !('version' in peer.installed)) continue;
    progress(`${String(plan.deliveries)} webhook deliveries: ${peer.name}`);
    try {
      results.push(await deliverAll(peer, arrange, files, plan));
    } catch (error) {
      failed(`${peer.name}, webhook deliveries`, error);
    }
  }
  return results;
};
