import { createBoundedCache } from '../../kernel/caches.ts';
import { type Job, jobs } from './job.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import type { Dump, StoreTransaction } from './store.ts';

/** How the sandboxes of a process share their initial contents. */
export interface ContentsSharing {
  /** What the contents depend on besides seed and time; undefined for a sandbox that does not share them. */
  readonly keyOf: (owner: SandboxOwner) => string | undefined;
  /**
   * On a clock that nobody sets, no two sandboxes begin at the same time. A sandbox may then begin with contents that were made
   * so many milliseconds ago. Zero for any other clock.
   */
  readonly maxAge: number;
}

interface Prepared {
  /** The present for which they were made. */
  readonly at: number;
  readonly dump: Dump;
}

const MOST_PREPARED = 16;

/** Of all servers of the process: making contents takes longer than the rest of a start, copying them a millisecond. */
const prepared = createBoundedCache<Prepared>(MOST_PREPARED);

/** Fills an empty sandbox with prepared contents, any other by `populate`; returns the present for which they were made. */
export const fillPrepared = async (
  transaction: StoreTransaction,
  populate: () => void | Promise<void>,
  {
    key,
    now,
    maxAge = 0,
  }: { readonly key: string | undefined; readonly now: number; readonly maxAge?: number | undefined },
): Promise<number> => {
  // Records may have been placed in a store before its sandbox begins: what was made beside them is not for others.
  if (key === undefined || !(await isEmpty(transaction))) {
    await populate();
    return now;
  }
  const place = maxAge === 0 ? `${key} ${String(now)}` : key;
  const found = prepared.get(place);
  if (found !== undefined && isUsable(found, now, maxAge)) {
    await transaction.restore(found.dump);
    return found.at;
  }
  await populate();
  prepared.set(place, { at: now, dump: await transaction.dump() });
  return now;
};

const isEmpty = async (transaction: StoreTransaction): Promise<boolean> =>
  Object.values((await transaction.dump()).collections).every((documents) => documents.length === 0);

/** If a job had been due since then, the sandbox would no longer be as it was made. */
const isUsable = ({ at, dump }: Prepared, now: number, maxAge: number): boolean =>
  now === at || (now > at && now <= at + maxAge && jobsIn(dump).every(({ dueAt }) => dueAt > now));

const jobsIn = ({ collections }: Dump): readonly Job[] =>
  (collections[jobs.name] ?? []).map(({ value }) => value as Job);
