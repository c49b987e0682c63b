import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePeerDescription } from './descriptions/peer-description.ts';
import { allPeers } from './peers/all.ts';
import type { Peer, PeerFiles } from './peers/peer.ts';
import { createVatmock, inContainer } from './peers/vatmock.ts';
import type { Plan } from './plan.ts';
import { SOURCE_PROGRAM, buildProduct } from './product.ts';
import { progress } from './progress.ts';
import type { Results } from './results.ts';
import { timeStarts } from './start-peer.ts';
import { activeScenarios } from './workloads/active-scenarios.ts';
import { atHalfCapacity } from './workloads/at-half-capacity.ts';
import { besidePeers, toStartFigures } from './workloads/beside-peers.ts';
import { hangingReceiver } from './workloads/hanging-receiver.ts';
import { keptOrders } from './workloads/kept-orders.ts';
import { keptThings } from './workloads/kept-things.ts';
import { manyOperations } from './workloads/many-operations.ts';
import { manySandboxes } from './workloads/many-sandboxes.ts';
import { openStreams } from './workloads/open-streams.ts';
import { proxied } from './workloads/proxied.ts';
import { stateExport } from './workloads/state-export.ts';
import { onStores } from './workloads/stores.ts';
import { webhookDeliveries } from './workloads/webhook-deliveries.ts';

export const writeFiles = async (folder: string): Promise<PeerFiles> => {
  const made = await makePeerDescription();
  const files = {
    folder,
    description: path.join(folder, 'description.json'),
    answers: path.join(folder, 'answers.json'),
  };
  await writeFile(files.description, JSON.stringify(made.document));
  await writeFile(files.answers, JSON.stringify(made));
  return files;
};

/** Everything that the plan asks for, one thing after the other. Where a peer fails it is left out; where we fail, all ends. */
export const measureAll = async (plan: Plan, folder: string): Promise<Results> => {
  const { quick, only, starts } = plan;
  const files = await writeFiles(folder);
  const program = quick ? SOURCE_PROGRAM : buildProduct(path.join(folder, 'product'));
  const peers = allPeers(program).filter(({ id }) => only.length === 0 || only.includes(id));
  const failures: string[] = [];
  const failed = (what: string, error: unknown): void => {
    const reason = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    progress(`  ${reason}`);
    failures.push(reason);
  };

  const beside = await besidePeers(peers, files, plan);
  const ours = peers.find(({ id }) => id === 'vatmock');
  const orders = ours === undefined ? undefined : await keptOrders(ours, files, plan);
  const rate = beside.find(({ id }) => id === 'vatmock')?.works.orders?.perSecond;
  const timed = peers.filter(({ id }) => id === 'vatmock' || id === 'express');
  const latencies = rate === undefined ? [] : await atHalfCapacity(timed, files, plan, Math.round(rate / 2));
  const exported = ours === undefined ? undefined : await stateExport(ours, files, plan);
  const sandboxes = ours === undefined ? [] : await manySandboxes(ours, files, plan);
  const things = await keptThings(peers, files, plan, failed);
  const scenarios = ours === undefined ? [] : await activeScenarios(ours, files, plan);
  const streams = ours === undefined ? [] : await openStreams(ours, files, plan);
  const stores = ours === undefined ? [] : await onStores(ours, files, plan, (reason) => failures.push(reason));
  const deliveries = await webhookDeliveries(peers, files, plan, failed);
  const hanging = ours === undefined ? [] : await hangingReceiver(ours, files, plan);
  const through = ours === undefined ? undefined : await proxied(program, files, plan);
  const growth = await manyOperations(peers, files, plan, failed);
  const otherStarts = quick || ours === undefined ? undefined : await startOtherwise(program, files, starts);
  const results = {
    peers: beside,
    otherStarts,
    ...{ orders, latencies, exported, sandboxes },
    things,
    scenarios,
    streams,
    stores,
    deliveries,
    hanging,
    proxied: through,
    growth,
    failures,
  };
  checkOurselves(results, peers);
  return results;
};

const startOtherwise = async (program: string, files: PeerFiles, starts: number) => {
  progress('start: vatmock from its sources, and as in a container');
  const time = async (peer: Peer) => toStartFigures(await timeStarts(peer, files, starts));
  return {
    sources: await time(createVatmock(SOURCE_PROGRAM)),
    container: await time(inContainer(createVatmock(program))),
  };
};

/** A peer may fail; if we do, there is a bug to find first. */
const checkOurselves = ({ peers, failures }: Results, all: readonly Peer[]): void => {
  const names = all.filter(({ id }) => id.startsWith('vatmock')).map(({ name }) => name);
  const own = [
    ...peers.filter(({ name }) => names.includes(name)).flatMap((peer) => peer.failures),
    ...failures.filter((failure) => names.some((name) => failure.startsWith(`${name},`))),
  ];
  if (own.length > 0) throw new Error(`vatmock failed: ${own.join('; ')}`);
};
