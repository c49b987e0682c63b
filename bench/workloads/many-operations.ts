import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeManyOperations, thingPath } from '../descriptions/many-operations.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { GrowthResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, startPeer, timeStarts } from '../start-peer.ts';
import { toStartFigures } from './beside-peers.ts';

/** Those that read any description. */
const READERS = ['vatmock-spec', 'prism', 'mockoon'];

/** What a description of so many operations costs: at the start, and at each request for the last of them. */
const grow = async (peer: Peer, files: PeerFiles, plan: Plan): Promise<GrowthResult> => {
  const sizes: (StartedPeer & { readonly operations: number; readonly starts: ReturnType<typeof toStartFigures> })[] =
    [];
  try {
    for (const operations of plan.operations) {
      const description = path.join(files.folder, `operations-${String(operations)}.json`);
      await writeFile(description, JSON.stringify(makeManyOperations(operations)));
      const own = { ...files, description };
      await peer.prepare?.(own);
      const probe = lastPath(operations);
      const earlier = await timeStarts(peer, own, Math.min(plan.starts, 3) - 1, probe);
      const started = await startPeer(peer, own, probe);
      started.server.pause();
      sizes.push({ ...started, operations, starts: toStartFigures([...earlier, started]) });
    }
    const candidates = sizes.map(({ server, operations, authorization }): Candidate => ({
      server,
      prepare: () =>
        Promise.resolve({ method: 'GET', path: lastPath(operations), headers: { authorization }, status: 200 }),
      failed: (error) => {
        throw error;
      },
    }));
    const figures = [...(await inTurn(candidates, plan)).values()];
    return {
      name: peer.name,
      sizes: sizes.flatMap(({ operations, starts }, index) => {
        const last = figures[index];
        return last === undefined ? [] : [{ operations, start: starts, last }];
      }),
    };
  } finally {
    for (const { server } of sizes) await server.stop();
  }
};

const lastPath = (operations: number): string => `${thingPath(operations)}/${String(operations)}`;

export const manyOperations = async (
  peers: readonly Peer[],
  files: PeerFiles,
  plan: Plan,
  failed: (what: string, error: unknown) => void,
): Promise<GrowthResult[]> => {
  const results: GrowthResult[] = [];
  for (const peer of peers) {
    if (!READERS.includes(peer.id) || !('version' in peer.installed)) continue;
    progress(`${plan.operations.join(', ')} operations: ${peer.name}`);
    try {
      results.push(await grow({ ...peer, basePath: '' }, files, plan));
    } catch (error) {
      failed(`${peer.name}, many operations`, error);
    }
  }
  return results;
};
