import { jobs } from '../../engine/sandbox/job.ts';
import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { describeOwnJob } from '../../vat/read-model/describe-job.ts';
import type { ShownJob } from '../../vat/read-model/shown-job.ts';

/** The jobs that are due for some buyers, in order, by UUID of the buyer. */
export const readJobsOfBuyers = async (
  reading: Reading,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly ShownJob[]>> => {
  const found = new Map<string, ShownJob[]>();
  if (wanted.size === 0) return found;
  const inOrder = (await readWhole(reading, jobs)).sort((one, other) => one.dueAt - other.dueAt);
  for (const job of inOrder) {
    if (job.isParked === true) continue;
    const shown = describeOwnJob(reading, job);
    if (shown?.subject?.kind === 'buyer' && wanted.has(shown.subject.id))
      getOrInsert(found, shown.subject.id, (): ShownJob[] => []).push(shown);
    await reading.pause();
  }
  return found;
};
