import { type IncomingMessage, request } from 'node:http';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { StreamsResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { toRequest } from '../work.ts';

/** Open streams of activity: none, one console, ten of them. */
const STREAMS = [0, 1, 10];

/** What a console asks for. */
const KINDS = 'exchange,event,delivery,clock,scenario,finding,state';

/** What open streams cost an order: a server for each number, since one records for a while after its last stream. */
export const openStreams = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<StreamsResult[]> => {
  progress('open streams');
  const all: { streams: number; started: StartedPeer; candidate: Candidate }[] = [];
  try {
    for (const streams of STREAMS) {
      const started = await startPeer(vatmock, files);
      started.server.pause();
      all.push({ streams, started, candidate: withStreams(started, streams) });
    }
    const measured = await inTurn(
      all.map(({ candidate }) => candidate),
      plan,
    );
    return all.flatMap(({ streams, candidate }) => {
      const figures = measured.get(candidate);
      return figures === undefined ? [] : [{ streams, figures }];
    });
  } finally {
    for (const { started } of all) await started.server.stop();
  }
};

/** Orders to a server with so many open streams of the sandbox in which they are created. */
const withStreams = (started: StartedPeer, streams: number): Candidate => {
  const { peer, server } = started;
  let hasOpened = false;
  return {
    server,
    prepare: async () => {
      const authorization = await authorize(started);
      // The same sandbox, emptied; its streams stay.
      await peer.reset?.(server.url, authorization);
      if (!hasOpened) for (let i = 0; i < streams; i++) await openStream(server.url, authorization);
      hasOpened = true;
      return toRequest('orders', peer.basePath, authorization);
    },
    failed: (error) => {
      throw error;
    },
  };
};

/** Reads all that comes, and forgets it. */
const openStream = (url: string, authorization: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const take = (incoming: IncomingMessage): void => {
      if (incoming.statusCode !== 200) reject(new Error(`a stream answered ${String(incoming.statusCode)}`));
      // Ends with its server.
      incoming.on('error', () => undefined).resume();
      resolve();
    };
    request(`${url}/__admin/stream?kinds=${KINDS}`, { headers: { authorization }, agent: false }, take)
      .on('error', reject)
      .end();
  });
