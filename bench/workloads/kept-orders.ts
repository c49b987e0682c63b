import { measure } from '../load.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Figures, LookupResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, startPeer } from '../start-peer.ts';
import { type Request, numberedOrders, replayedOrder, vinOf } from '../work.ts';

/** What only a server with state can do: replay an answer, find one order among many. */
export const keptOrders = async (
  vatmock: Peer,
  files: PeerFiles,
  plan: Plan,
): Promise<{ replay: Figures | undefined; lookups: LookupResult[] }> => {
  const started: StartedPeer[] = [];
  try {
    for (const count of plan.orders) {
      progress(`find by VIN: making ${String(count)} orders`);
      const filled = await startPeer(vatmock, files);
      started.push(filled);
      const filling = numberedOrders(vatmock.basePath, filled.authorization);
      await measure(filled.server, filling, { requests: count });
      filled.server.pause();
    }
    progress('find by VIN');
    const lookups = started.map((filled, index) => toCandidate(filled, findByVin(filled, plan.orders[index] ?? 1)));
    const found = await inTurn(lookups, plan);
    progress('idempotent replay');
    const [first] = started;
    const replay = first && toCandidate(first, replayedOrder(vatmock.basePath, first.authorization));
    return {
      replay: replay && (await inTurn([replay], plan)).get(replay),
      lookups: lookups.map((lookup, index) => {
        const figures = found.get(lookup);
        if (figures === undefined) throw new Error('find by VIN failed');
        return { orders: plan.orders[index] ?? 0, figures };
      }),
    };
  } finally {
    for (const { server } of started) await server.stop();
  }
};

const toCandidate = ({ server }: StartedPeer, request: Request): Candidate => ({
  server,
  request,
  failed: (error) => {
    throw error;
  },
});

/** A prime far from every round number: steps of it meet all orders, in no order that a cache could like. */
const STEP = 7919;

const findByVin = ({ peer, authorization }: StartedPeer, count: number): Request => {
  let number = 0;
  const toPath = (): string => `${peer.basePath}/orders?vin=${vinOf(number)}`;
  return {
    method: 'GET',
    path: toPath(),
    headers: { authorization },
    status: 200,
    vary: () => {
      number = (number + STEP) % count;
      return { path: toPath() };
    },
  };
};
