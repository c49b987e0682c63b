import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeThings, thing } from '../descriptions/things.ts';
import { measure } from '../load.ts';
import { thingsFile } from '../peers/json-server.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Figures, KeptResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, startPeer } from '../start-peer.ts';
import type { Request } from '../work.ts';

/** A prime far from every round number: steps of it meet all things, in no order that a cache could like. */
const STEP = 7919;

const creating = (): Request => {
  let id = 0;
  const headers = { 'content-type': 'application/json' };
  const vary = () => ({ headers, body: JSON.stringify(thing(++id)) });
  return { method: 'POST', path: '/things', headers, status: 201, vary };
};

const getting = (collection: string, count: number): Request => {
  let id = 0;
  const vary = () => ({ path: `/${collection}/${String((id = ((id + STEP) % count) + 1))}` });
  return { method: 'GET', path: `/${collection}/1`, headers: {}, status: 200, vary };
};

const start = async (peer: Peer, files: PeerFiles, things: number): Promise<StartedPeer> => {
  const started = await startPeer(peer, files, '/samples/1');
  if (peer.keeps !== undefined && peer.keeps.beginsWithThings !== true)
    await measure(started.server, creating(), { requests: things });
  started.server.pause();
  return started;
};

/** What every peer that can do it needs to answer from an example, with a kept thing, and with a page of many kept things. */
export const keptThings = async (
  peers: readonly Peer[],
  files: PeerFiles,
  plan: Plan,
  failed: (what: string, error: unknown) => void,
): Promise<KeptResult[]> => {
  const description = path.join(files.folder, 'things.json');
  await writeFile(description, JSON.stringify(describeThings()));
  const things = Array.from({ length: plan.things }, (_, index) => thing(index + 1));
  await writeFile(thingsFile(files), JSON.stringify({ things, samples: things.slice(0, 1) }));
  const started: StartedPeer[] = [];
  const results = new Map<Peer, Partial<Record<'example' | 'kept' | 'list', Figures>>>();
  const compare = async (
    what: 'example' | 'kept' | 'list',
    requestOf: (peer: Peer) => Request | undefined,
  ): Promise<void> => {
    progress(`things: ${what}`);
    const candidates = new Map<Candidate, Peer>();
    for (const { peer, server } of started) {
      const request = requestOf(peer);
      if (request === undefined) continue;
      const prepare = () => Promise.resolve(request);
      candidates.set({ server, prepare, failed: (error) => failed(`${peer.name}, ${what}`, error) }, peer);
    }
    for (const [candidate, figures] of await inTurn([...candidates.keys()], plan)) {
      const peer = candidates.get(candidate);
      if (peer !== undefined) results.set(peer, { ...results.get(peer), [what]: figures });
    }
  };
  try {
    for (const peer of peers) {
      if ((peer.keeps ?? peer.answersExamples) === undefined || !('version' in peer.installed)) continue;
      progress(`things: ${peer.name} with ${String(plan.things)}`);
      try {
        started.push(await start({ ...peer, basePath: '' }, { ...files, description }, plan.things));
      } catch (error) {
        failed(`${peer.name}, things`, error);
      }
    }
    await compare('example', ({ answersExamples }) =>
      answersExamples === true ? getting('samples', plan.things) : undefined,
    );
    await compare('kept', ({ keeps }) => (keeps === undefined ? undefined : getting('things', plan.things)));
    await compare('list', ({ keeps }) =>
      keeps === undefined ? undefined : { method: 'GET', path: keeps.list, headers: {}, status: 200 },
    );
    return started.map(({ peer }) => ({ id: peer.id, name: peer.name, ...results.get(peer) }));
  } finally {
    for (const { server } of started) await server.stop();
  }
};
