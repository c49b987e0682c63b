import { summarize } from '../median.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Figures, PeerResult, StartFigures } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import type { Started } from '../server.ts';
import { type StartedPeer, authorize, startPeer, timeStarts } from '../start-peer.ts';
import { WORKS, WORK_NAMES, type Work, toRequest } from '../work.ts';

export const toStartFigures = (starts: readonly Started[]): StartFigures =>
  summarize(starts.map(({ milliseconds, cpuMilliseconds }) => ({ milliseconds, cpuMilliseconds })));

/** What becomes of one peer in the course of the run. */
class Entry {
  readonly works: Partial<Record<Work, Figures>> = {};
  readonly failures: string[] = [];
  start: StartFigures | undefined;
  started: StartedPeer | undefined;
  idleMegabytes: number | undefined;
  peakMegabytes: number | undefined;
  readonly peer: Peer;

  constructor(peer: Peer) {
    this.peer = peer;
  }

  fail(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    progress(`  ${this.peer.name}, ${what}: ${reason}`);
    this.failures.push(`${what}: ${reason}`);
  }

  toResult(): PeerResult {
    const { id, name, setup, installed } = this.peer;
    const { works, start, idleMegabytes, peakMegabytes, failures } = this;
    return { id, name, setup, installed, works, start, idleMegabytes, peakMegabytes, failures };
  }
}

/** Every peer with the same requests: start, cost of a request, peak memory. */
export const besidePeers = async (peers: readonly Peer[], files: PeerFiles, plan: Plan): Promise<PeerResult[]> => {
  const entries = peers.map((peer) => new Entry(peer));
  const usable = entries.filter(({ peer }) => 'version' in peer.installed && Object.keys(peer.works).length > 0);
  for (const entry of usable) await start(entry, files, plan);
  for (const work of WORKS) await compare(work, usable, plan);
  for (const entry of usable) {
    entry.peakMegabytes = entry.started?.server.peakMegabytes();
    await entry.started?.server.stop();
  }
  return entries.map((entry) => entry.toResult());
};

const start = async (entry: Entry, files: PeerFiles, { starts }: Plan): Promise<void> => {
  progress(`start: ${entry.peer.name}`);
  try {
    await entry.peer.prepare?.(files);
    const earlier = await timeStarts(entry.peer, files, starts - 1);
    entry.started = await startPeer(entry.peer, files);
    entry.start = toStartFigures([...earlier, entry.started]);
    entry.idleMegabytes = entry.started.server.megabytes();
    entry.started.server.pause();
  } catch (error) {
    entry.fail('start', error);
  }
};

const compare = async (work: Work, entries: readonly Entry[], plan: Plan): Promise<void> => {
  progress(WORK_NAMES[work]);
  const candidates = new Map<Candidate, Entry>();
  for (const entry of entries) {
    const candidate = toCandidate(work, entry);
    if (candidate !== undefined) candidates.set(candidate, entry);
  }
  for (const [candidate, figures] of await inTurn([...candidates.keys()], plan)) {
    const entry = candidates.get(candidate);
    if (entry !== undefined) entry.works[work] = figures;
  }
};

const toCandidate = (work: Work, entry: Entry): Candidate | undefined => {
  const { peer, started } = entry;
  const ability = peer.works[work];
  if (started === undefined || ability === undefined) return undefined;
  const { server } = started;
  return {
    server,
    prepare: async () => {
      const authorization = await authorize(started);
      await peer.reset?.(server.url, authorization);
      return { ...toRequest(work, peer.basePath, authorization), ...ability };
    },
    failed: (error) => {
      entry.fail(WORK_NAMES[work], error);
    },
  };
};
