import { type Extent, type Measured, measure } from './load.ts';
import { summarize } from './median.ts';
import type { Plan } from './plan.ts';
import type { Figures } from './results.ts';
import type { Server } from './server.ts';
import type { Request } from './work.ts';

/** One server and what it is asked for. */
export interface Candidate {
  readonly server: Server;
  /** Asked for before each round, so that a round begins as the one before did; not measured. */
  readonly prepare: () => Promise<Request>;
  readonly failed: (error: unknown) => void;
}

/**
 * Warms every candidate up, then measures them in turn, A B C A B C: what disturbs the machine for a while disturbs
 * all of them. Only the one that is measured runs; the others are paused. One that fails is left out from there on.
 */
export const inTurn = async (
  candidates: readonly Candidate[],
  { rounds, seconds, warmUpSeconds }: Plan,
): Promise<ReadonlyMap<Candidate, Figures>> => {
  const measured = new Map<Candidate, Measured[]>(candidates.map((candidate) => [candidate, []]));
  const extents: Extent[] = [{ seconds: warmUpSeconds }, ...Array.from({ length: rounds }, () => ({ seconds }))];
  for (const [round, extent] of extents.entries())
    for (const [candidate, all] of measured) {
      const figures = await measureAlone(candidate, extent).catch(candidate.failed);
      if (figures === undefined) measured.delete(candidate);
      else if (round > 0) all.push(figures);
    }
  return new Map([...measured].map(([candidate, all]) => [candidate, summarize(all)]));
};

const measureAlone = async ({ server, prepare }: Candidate, extent: Extent): Promise<Measured> => {
  server.resume();
  try {
    return await measure(server, await prepare(), extent);
  } finally {
    server.pause();
  }
};
