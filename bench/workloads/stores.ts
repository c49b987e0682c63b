import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { NO_POSTGRES, findPostgres } from '../../test/support/postgres/programs.ts';
import { runPostgres } from '../../test/support/postgres/run-postgres.ts';
import { CONNECTIONS, type Extent, type Measured, measure } from '../load.ts';
import { median, summarize } from '../median.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import { STORES, type Store, type StoreResult } from '../results.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { toRequest } from '../work.ts';

/** As an operator runs it: what is answered survives the machine. The tests of the project do without. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Requests one after the other, in a round. */
const ALONE = 100;

/** Flags of the servers of each row. */
const flagsOf = (store: Store, database: string, folder: string): readonly string[] => {
  switch (store) {
    case 'memory':
    case 'memory again':
      return [];
    case 'memory, metrics':
      return ['--metrics-port', '0'];
    case 'folder':
      return ['--data', folder];
    case 'PostgreSQL':
    case 'PostgreSQL, two servers':
      return ['--database-url', `${database}?schema=${store === 'PostgreSQL' ? 'one' : 'two'}`];
  }
};

interface Candidate {
  readonly store: Store;
  readonly servers: readonly StartedPeer[];
  readonly busy: Measured[];
  readonly milliseconds: number[];
}

/**
 * Orders on servers that keep them in memory, and in PostgreSQL. Rounds are short and many: the figures are close, and
 * what disturbs the machine for a while disturbs all of them. The row "again" shows how far chance goes.
 */
export const onStores = async (
  vatmock: Peer,
  files: PeerFiles,
  plan: Plan,
  leftOut: (reason: string) => void,
): Promise<StoreResult[]> => {
  progress('stores');
  const hasPostgres = findPostgres() !== undefined;
  if (!hasPostgres) leftOut(`vatmock on PostgreSQL: ${NO_POSTGRES}`);
  const database = hasPostgres ? await runPostgres({ settings: DURABLE }) : undefined;
  const candidates: Candidate[] = [];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-bench-data-'));
  try {
    for (const store of STORES) {
      if (store.startsWith('PostgreSQL') && database === undefined) continue;
      const peer: Peer = {
        ...vatmock,
        command: (port, given) => [...vatmock.command(port, given), ...flagsOf(store, database?.url ?? '', folder)],
      };
      const servers: StartedPeer[] = [];
      candidates.push({ store, servers, busy: [], milliseconds: [] });
      const count = store === 'PostgreSQL, two servers' ? 2 : 1;
      for (let index = 0; index < count; index++) servers.push(await startPeer(peer, files));
      for (const { server } of servers) server.pause();
    }
    for (let round = -1; round < plan.storeRounds; round++)
      for (const candidate of candidates) await measureRound(candidate, plan, round < 0);
    return candidates.map(({ store, busy, milliseconds }) => ({
      store,
      busy: summarize(busy),
      milliseconds: median(milliseconds),
    }));
  } finally {
    for (const { servers } of candidates) for (const { server } of servers) await server.stop();
    await database?.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const measureRound = async (candidate: Candidate, plan: Plan, isWarmUp: boolean): Promise<void> => {
  const { servers, busy, milliseconds } = candidate;
  const [first] = servers;
  if (first === undefined) return;
  for (const { server } of servers) server.resume();
  try {
    const authorization = await authorize(first);
    await first.peer.reset?.(first.server.url, authorization);
    const seconds = isWarmUp ? plan.warmUpSeconds : plan.seconds / 2;
    // The short form counts requests: a busy machine answers nothing in a moment.
    const extent = plan.quick ? { requests: CONNECTIONS } : { seconds };
    const loaded = await measureAll(servers, authorization, extent, CONNECTIONS);
    const alone = await measureAll([first], authorization, { requests: plan.quick ? 2 : ALONE }, 1);
    if (isWarmUp) return;
    busy.push(loaded);
    milliseconds.push(1000 / alone.perSecond);
  } finally {
    for (const { server } of servers) server.pause();
  }
};

/** Each server gets its share of the connections; their CPU time is added. */
const measureAll = async (
  servers: readonly StartedPeer[],
  authorization: string,
  extent: Extent,
  connections: number,
): Promise<Measured> => {
  const all = await Promise.all(
    servers.map(({ peer, server }) =>
      measure(server, toRequest('orders', peer.basePath, authorization), extent, connections / servers.length),
    ),
  );
  const sum = (figure: (measured: Measured) => number): number => all.reduce((total, each) => total + figure(each), 0);
  const requests = sum((each) => each.requests);
  const isKnown = all.every(({ cpuMicroseconds }) => cpuMicroseconds !== undefined);
  return {
    requests,
    perSecond: sum(({ perSecond }) => perSecond),
    cpuMicroseconds: isKnown ? sum((each) => (each.cpuMicroseconds ?? 0) * each.requests) / requests : undefined,
    bytes: sum((each) => each.bytes * each.requests) / requests,
  };
};
