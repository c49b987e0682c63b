import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { summarize } from '../median.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Latencies, LatencyResult } from '../results.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { type Request, toRequest } from '../work.ts';

const CONNECTIONS = 100;

/**
 * Orders at a fixed rate to each of the peers, half of what ours can do, over a hundred connections. What counts begins when a
 * request is due, not when it is sent: a server that stands still is charged for all that waits meanwhile.
 */
export const atHalfCapacity = async (
  peers: readonly Peer[],
  files: PeerFiles,
  plan: Plan,
  perSecond: number,
): Promise<LatencyResult[]> => {
  progress(`at half capacity: ${peers.map(({ name }) => name).join(' and ')}`);
  const measured: { readonly started: StartedPeer; readonly rounds: Latencies[] }[] = [];
  const send = async (started: StartedPeer, seconds: number): Promise<Latencies> => {
    const { peer, server } = started;
    server.resume();
    const authorization = await authorize(started);
    await peer.reset?.(server.url, authorization);
    const kind = toRequest('orders', peer.basePath, authorization);
    const sorted = (await sendAtRate(server.url, kind, perSecond, seconds)).toSorted((one, other) => one - other);
    server.pause();
    const percentile = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
    return { p50: percentile(0.5), p99: percentile(0.99), p999: percentile(0.999) };
  };
  try {
    for (const peer of peers) {
      const started = await startPeer(peer, files);
      measured.push({ started, rounds: [] });
      await send(started, plan.warmUpSeconds);
    }
    for (let round = 0; round < plan.rounds; round++)
      for (const { started, rounds } of measured) rounds.push(await send(started, plan.latencySeconds));
    return measured.map(({ started: { peer }, rounds }) => ({ name: peer.name, perSecond, ...summarize(rounds) }));
  } finally {
    for (const { started } of measured) await started.server.stop();
  }
};

/** The milliseconds that each answer took from the moment when its request was due. */
const sendAtRate = async (url: string, kind: Request, perSecond: number, seconds: number): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const milliseconds: number[] = [];
  const count = Math.ceil(perSecond * seconds);
  const begin = performance.now();
  const sendOne = (due: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const { body, headers } = { ...kind, ...kind.vary?.() };
      const outgoing = request(url + kind.path, { method: kind.method, headers, agent }, (incoming) => {
        if (incoming.statusCode !== kind.status) reject(new Error(`answered ${String(incoming.statusCode)}`));
        incoming.resume().once('end', () => {
          milliseconds.push(performance.now() - due);
          resolve();
        });
      });
      outgoing.once('error', reject).end(body);
    });
  const sent: Promise<void>[] = [];
  while (sent.length < count) {
    const due = Math.min(count, ((performance.now() - begin) / 1000) * perSecond);
    while (sent.length < due) sent.push(sendOne(begin + (sent.length / perSecond) * 1000));
    await sleep(1);
  }
  await Promise.all(sent);
  agent.destroy();
  return milliseconds;
};
