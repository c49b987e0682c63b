import { type IncomingMessage, request } from 'node:http';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { StreamsResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { ACTIVE, withScenarios } from './active-scenarios.ts';

/** Open streams of activity: none, one console, ten of them, and these while scenarios are active. */
const WATCHED = [
  { streams: 0, scenarios: [] },
  { streams: 1, scenarios: [] },
  { streams: 10, scenarios: [] },
  { streams: 10, scenarios: ACTIVE },
];

/** What a console asks for. */
const KINDS = 'exchange,event,delivery,clock,scenario,finding,state';

/** What open streams cost an order: a server for each number, since one records for a while after its last stream. */
export const openStreams = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<StreamsResult[]> => {
  progress('open streams');
  const all: { watched: (typeof WATCHED)[number]; started: StartedPeer; candidate: Candidate }[] = [];
  try {
    for (const watched of WATCHED) {
      const started = await startPeer(vatmock, files);
      started.server.pause();
      all.push({ watched, started, candidate: withStreams(started, watched) });
    }
    const measured = await inTurn(
      all.map(({ candidate }) => candidate),
      plan,
    );
    return all.flatMap(({ watched: { streams, scenarios }, candidate }) => {
      const figures = measured.get(candidate);
      return figures === undefined ? [] : [{ streams, scenarios: scenarios.length, figures }];
    });
  } finally {
    for (const { started } of all) await started.server.stop();
  }
};

/** Orders to a server with so many open streams of the sandbox in which they are created. */
const withStreams = (started: StartedPeer, { streams, scenarios }: (typeof WATCHED)[number]): Candidate => {
  const { server } = started;
  // The same sandbox each time, emptied; its streams stay.
  const active = withScenarios(started, 'orders', scenarios);
  let hasOpened = false;
  return {
    ...active,
    prepare: async () => {
      const request = await active.prepare();
      const authorization = await authorize(started);
      if (!hasOpened) for (let i = 0; i < streams; i++) await openStream(server.url, authorization);
      hasOpened = true;
      return request;
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
