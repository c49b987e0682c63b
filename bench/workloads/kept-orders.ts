import { callOrThrow } from '../call.ts';
import { measure } from '../load.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Figures, KeptOrders } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { ORDERS, type Request, numberedOrders, replayedOrder, vinOf } from '../work.ts';

/** What only a server with state can do: find one order among many, read one, list some, replay an answer. */
export const keptOrders = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<KeptOrders> => {
  const filled: Filled[] = [];
  const askFew = async (what: string, toRequest: (authorization: string) => Request): Promise<Figures | undefined> => {
    progress(what);
    const few = filled.slice(0, 1).map(({ started }) => askedBy(started, toRequest));
    return [...(await inTurn(few, plan)).values()][0];
  };
  try {
    for (const orders of plan.orders) filled.push({ orders, started: await fillWithOrders(vatmock, files, orders) });
    const [less, more] = filled.map(({ orders, started }) => ({ orders, peak: started.server.peakMegabytes() ?? NaN }));
    progress('find by VIN');
    const lookups = filled.map((each) => askedBy(each.started, findByVin(each)));
    const found = [...(await inTurn(lookups, plan)).values()];
    const list = `${vatmock.basePath}/orders?size=20`;
    return {
      lookups: filled.flatMap(({ orders }, index) => {
        const figures = found[index];
        return figures === undefined ? [] : [{ orders, figures }];
      }),
      replay: await askFew('idempotent replay', replayedOrder(vatmock.basePath)),
      page: await askFew('page of orders', getting(list)),
      read: await askFew('GET of an order', getting(await firstOrder(filled[0]?.started, list))),
      bytesPerOrder:
        less === undefined || more === undefined
          ? undefined
          : ((more.peak - less.peak) * 1e6) / (more.orders - less.orders),
    };
  } finally {
    for (const { started } of filled) await started.server.stop();
  }
};

const getting =
  (target: string) =>
  (authorization: string): Request => ({ method: 'GET', path: target, headers: { authorization }, status: 200 });

/** The path of an order of a list. */
const firstOrder = async (started: StartedPeer | undefined, list: string): Promise<string> => {
  if (started === undefined) return list;
  const { server, peer } = started;
  server.resume();
  const { text } = await callOrThrow(server.url + list, { headers: { authorization: await authorize(started) } });
  server.pause();
  const [order] = (JSON.parse(text) as { data: readonly { uuid: string }[] }).data;
  return `${peer.basePath}${ORDERS}/${order?.uuid ?? ''}`;
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
