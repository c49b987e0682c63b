import { callOrThrow } from '../call.ts';
import { measure } from '../load.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import { signIn } from '../peers/vatmock.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import { HANGING, type Hanging, type HangingResult } from '../results.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import type { CLIENT } from '../work.ts';
import { type Delivered, deliver } from './deliver.ts';
import { startGoodReceiver, startHangingReceiver } from './receivers.ts';
import { toTestFire } from './test-fire.ts';

/** So many wait for the receiver that never answers: more than may be under way to it, in its sandbox, and in all. */
const WAITING = 300;

/** "At most 5 in flight per endpoint." */
const UNDER_WAY = 5;

/** Short rounds, and many: some of them fall between what else the machine has to do. */
const SHARE_OF_A_ROUND = 0.05;

/** What a receiver that never answers costs another one: the same server, in turn without and with it. */
export const hangingReceiver = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<HangingResult[]> => {
  progress('webhook deliveries beside a hanging receiver');
  const count = Math.ceil(plan.deliveries * SHARE_OF_A_ROUND);
  const started = await startPeer(vatmock, files);
  try {
    const neighbour = await createNeighbour(started);
    const measured = new Map<Hanging, Delivered[]>(HANGING.map((hanging) => [hanging, []]));
    // The first round warms up.
    for (let round = 0; round <= plan.hangingRounds; round++)
      for (const [hanging, all] of measured) {
        const delivered = await deliverBeside(hanging, started, neighbour, count);
        if (round > 0) all.push(delivered);
      }
    return [...measured].map(([hanging, all]) => toResult(hanging, all, count));
  } finally {
    await started.server.stop();
  }
};

/**
 * The rate is that of the fastest round: whatever else the machine does only slows, and rounds this short have nothing
 * else to even out. Slots that somebody holds slow them all.
 */
const toResult = (hanging: Hanging, rounds: readonly Delivered[], count: number): HangingResult => {
  const costs = rounds.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  return {
    hanging,
    perSecond: count / Math.min(...rounds.map(({ seconds }) => seconds)),
    cpuMicroseconds: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0) / costs.length,
  };
};

/** A client of another sandbox, with limits that nobody meets. */
const createNeighbour = async ({ server }: StartedPeer): Promise<typeof CLIENT> => {
  const { text } = await callOrThrow(`${server.url}/__admin/sandboxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Neighbour', rateLimitTier: 'ENTERPRISE' }),
  });
  const { clientId, clientSecret } = JSON.parse(text) as { clientId: string; clientSecret: string };
  return { id: clientId, secret: clientSecret };
};

const deliverBeside = async (
  hanging: Hanging,
  started: StartedPeer,
  neighbour: typeof CLIENT,
  count: number,
): Promise<Delivered> => {
  const { server, peer } = started;
  const apiUrl = server.url + peer.basePath;
  const own = await authorize(started);
  const others = await signIn(server.url, neighbour);
  const hangs = hanging !== 'nowhere';
  const [good, other] = [await startGoodReceiver(), await (hangs ? startHangingReceiver() : startGoodReceiver())];
  try {
    const request = await toTestFire(apiUrl, own, good.url);
    // Where nothing hangs there are as many deliveries to another webhook endpoint, which are over.
    const before = await toTestFire(apiUrl, hanging === 'another sandbox' ? others : own, other.url);
    await measure(server, before, { requests: WAITING });
    await other.came(hangs ? UNDER_WAY : WAITING);
    return await deliver(server, request, good, count);
  } finally {
    // Nothing is left to be sent before nobody is left to take it.
    for (const authorization of [own, others]) await peer.reset?.(server.url, authorization);
    good.close();
    other.close();
  }
};
