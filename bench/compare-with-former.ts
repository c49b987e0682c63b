import path from 'node:path';
import { writeFiles } from './measure-all.ts';
import { medianOfKnown } from './median.ts';
import type { Peer, PeerFiles } from './peers/peer.ts';
import { createVatmock } from './peers/vatmock.ts';
import type { Plan } from './plan.ts';
import { SOURCE_PROGRAM, buildProduct, sourceProgramOf } from './product.ts';
import { progress } from './progress.ts';
import { type ComparedCost, formerTable, toNumber } from './report/tables.ts';
import { type Candidate, inTurn } from './rounds.ts';
import { type StartedPeer, authorize, startPeer } from './start-peer.ts';
import { WORKS, WORK_NAMES, type Work, replayedOrder, toRequest } from './work.ts';
import { ACTIVE, withScenarios } from './workloads/active-scenarios.ts';
import { askedBy, fillWithOrders, findByVin } from './workloads/kept-orders.ts';
import { arrangeVatmock, deliverAll } from './workloads/webhook-deliveries.ts';

/** The same of the former checkout and of the present one. */
interface Pair<T> {
  readonly former: T;
  readonly present: T;
}

/** Deliveries are measured so often, in turn: nothing within one round evens out what else the machine does. */
const DELIVERY_ROUNDS = 3;

/** Every workload of our own on two checkouts in turn; returns a table of their CPU time. */
export const compareWithFormer = async (former: string, plan: Plan, folder: string): Promise<string> => {
  const root = path.resolve(former);
  const files = await writeFiles(folder);
  const sources = { former: createVatmock(sourceProgramOf(root)), present: createVatmock(SOURCE_PROGRAM) };
  const packed = plan.quick ? sources : buildBoth(root, folder);
  const rows = [
    await compareStarts('start, packed', packed, files, plan),
    await compareStarts('start, `npm start`', sources, files, plan),
    ...(await compareRequests(packed, files, plan)),
    ...(await compareKeptOrders(packed, files, plan)),
    await compareDeliveries(packed, files, plan),
  ];
  return `${formerTable(rows)}\n`;
};

const buildBoth = (root: string, folder: string): Pair<Peer> => {
  progress('building both checkouts');
  return {
    former: createVatmock(buildProduct(path.join(folder, 'former'), root)),
    present: createVatmock(buildProduct(path.join(folder, 'present'))),
  };
};

const compareStarts = async (
  what: string,
  peers: Pair<Peer>,
  files: PeerFiles,
  { starts }: Plan,
): Promise<ComparedCost> => {
  progress(what);
  const cost = async (peer: Peer): Promise<number | undefined> => {
    const { server, cpuMilliseconds } = await startPeer(peer, files);
    await server.stop();
    return cpuMilliseconds;
  };
  return { workload: `${what}, ms`, ...(await measureInTurn(peers, starts * 2, cost)) };
};

const compareRequests = (peers: Pair<Peer>, files: PeerFiles, plan: Plan): Promise<ComparedCost[]> =>
  withBoth(
    peers,
    (peer) => startPeer(peer, files),
    async (started) => {
      const rows: ComparedCost[] = [];
      const compare = async (workload: string, toCandidate: (started: StartedPeer) => Candidate): Promise<void> => {
        rows.push(await compareCandidates(workload, started, toCandidate, plan));
      };
      for (const work of WORKS) await compare(WORK_NAMES[work], (each) => afterReset(each, work));
      for (const work of ['me', 'orders'] as const)
        await compare(`${WORK_NAMES[work]}, ${String(ACTIVE.length)} scenarios`, (each) =>
          withScenarios(each, work, ACTIVE),
        );
      return rows;
    },
  );

const compareKeptOrders = (peers: Pair<Peer>, files: PeerFiles, plan: Plan): Promise<ComparedCost[]> => {
  const orders = plan.orders[0] ?? 0;
  return withBoth(
    peers,
    (peer) => fillWithOrders(peer, files, orders),
    async (filled) => [
      await compareCandidates(
        `find by VIN, one of ${toNumber(orders)}`,
        filled,
        (started) => askedBy(started, findByVin({ started, orders })),
        plan,
      ),
      await compareCandidates(
        'replay',
        filled,
        (started) => askedBy(started, replayedOrder(started.peer.basePath)),
        plan,
      ),
    ],
  );
};

const compareDeliveries = async (peers: Pair<Peer>, files: PeerFiles, { deliveries }: Plan): Promise<ComparedCost> => {
  progress('webhook deliveries');
  const cost = async (peer: Peer): Promise<number | undefined> =>
    (await deliverAll(peer, arrangeVatmock, files, { deliveries, rounds: 1 })).cpuMicroseconds;
  return { workload: 'webhook delivery, µs', ...(await measureInTurn(peers, DELIVERY_ROUNDS, cost)) };
};

const measureInTurn = async (
  { former, present }: Pair<Peer>,
  rounds: number,
  cost: (peer: Peer) => Promise<number | undefined>,
): Promise<Pair<number | undefined>> => {
  const costs: Pair<(number | undefined)[]> = { former: [], present: [] };
  for (let round = 0; round < rounds; round++) {
    costs.former.push(await cost(former));
    costs.present.push(await cost(present));
  }
  return { former: medianOfKnown(costs.former), present: medianOfKnown(costs.present) };
};

const withBoth = async <T>(
  peers: Pair<Peer>,
  start: (peer: Peer) => Promise<StartedPeer>,
  work: (started: Pair<StartedPeer>) => Promise<T>,
): Promise<T> => {
  const former = await start(peers.former);
  try {
    former.server.pause();
    const present = await start(peers.present);
    try {
      present.server.pause();
      return await work({ former, present });
    } finally {
      await present.server.stop();
    }
  } finally {
    await former.server.stop();
  }
};

const compareCandidates = async (
  workload: string,
  started: Pair<StartedPeer>,
  toCandidate: (started: StartedPeer) => Candidate,
  plan: Plan,
): Promise<ComparedCost> => {
  progress(workload);
  const [former, present] = [toCandidate(started.former), toCandidate(started.present)];
  const measured = await inTurn([former, present], plan);
  return {
    workload: `${workload}, µs`,
    former: measured.get(former)?.cpuMicroseconds,
    present: measured.get(present)?.cpuMicroseconds,
  };
};

const afterReset = (started: StartedPeer, work: Work): Candidate => ({
  server: started.server,
  prepare: async () => {
    const { peer, server } = started;
    const authorization = await authorize(started);
    await peer.reset?.(server.url, authorization);
    return toRequest(work, peer.basePath, authorization);
  },
  failed: (error) => {
    throw error;
  },
});
