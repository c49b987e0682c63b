import { measure } from '../load.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Figures, LookupResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { type Request, numberedOrders, replayedOrder, vinOf } from '../work.ts';

/** What only a server with state can do: find one order among many, replay an answer. */
export const keptOrders = async (
  vatmock: Peer,
  files: PeerFiles,
  plan: Plan,
): Promise<{ replay: Figures | undefined; lookups: LookupResult[] }> => {
  const filled: Filled[] = [];
  try {
    for (const orders of plan.orders) filled.push({ orders, started: await fillWithOrders(vatmock, files, orders) });
    progress('find by VIN');
    const lookups = filled.map((each) => askedBy(each.started, findByVin(each)));
    const found = [...(await inTurn(lookups, plan)).values()];
    progress('idempotent replay');
    const replays = filled.slice(0, 1).map(({ started }) => askedBy(started, replayedOrder(vatmock.basePath)));
    const [replay] = (await inTurn(replays, plan)).values();
    return {
      replay,
      lookups: filled.flatMap(({ orders }, index) => {
        const figures = found[index];
        return figures === undefined ? [] : [{ orders, figures }];
      }),
    };
  } finally {
    for (const { started } of filled) await started.server.stop();
  }
};

interface Filled {
  readonly orders: number;
  readonly started: StartedPeer;
}

export const fillWithOrders = async (vatmock: Peer, files: PeerFiles, orders: number): Promise<StartedPeer> => {
  progress(`find by VIN: making ${String(orders)} orders`);
  const started = await startPeer(vatmock, files);
  await measure(started.server, numberedOrders(vatmock.basePath, started.authorization), { requests: orders });
  started.server.pause();
  return started;
};

export const askedBy = (started: StartedPeer, toRequest: (authorization: string) => Request): Candidate => ({
  server: started.server,
  prepare: async () => toRequest(await authorize(started)),
  failed: (error) => {
    throw error;
  },
});

/** A prime far from every round number: steps of it meet all orders, in no order that a cache could like. */
const STEP = 7919;

export const findByVin = ({ started, orders }: Filled): ((authorization: string) => Request) => {
  let number = 0;
  const toPath = (): string => `${started.peer.basePath}/orders?vin=${vinOf(number)}`;
  const vary = (): { path: string } => {
    number = (number + STEP) % orders;
    return { path: toPath() };
  };
  return (authorization) => ({ method: 'GET', path: toPath(), headers: { authorization }, status: 200, vary });
};
