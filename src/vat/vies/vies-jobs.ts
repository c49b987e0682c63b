import { key } from '../../engine/sandbox/collection.ts';
import type { Job } from '../../engine/sandbox/job.ts';
import type { JobHandlers } from '../../engine/sandbox/job-handlers.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { getBuyerOf } from '../buyers/find-buyer.ts';
import { ensureRecheck, hasOpenOrder } from '../verdict/daily-recheck.ts';
import { repeatChecks, runCheck, startCheck } from './run-check.ts';
import { viesChecks } from './vies-check.ts';

const buyerOf = (job: Job): string => (job.data as { readonly buyerUuid: string }).buyerUuid;

/** VIES jobs on the sandbox clock. */
export const viesJobs = {
  'vies-check': (work, job) => runCheck(work, (job.data as { readonly checkId: string }).checkId),
  'vies-repeat': (work, job) => repeatChecks(work, buyerOf(job)),
  'vies-recheck': (work, job) => recheck(work, buyerOf(job)),
} satisfies JobHandlers;

const recheck = async (work: UnitOfWork, buyerUuid: string): Promise<void> => {
  if (!(await hasOpenOrder(work, buyerUuid))) return;
  await ensureRecheck(work, buyerUuid);
  // While VIES is down, pending checks are repeated more often anyway.
  const waiting = await work.findFirst(viesChecks, key('unknown', buyerUuid));
  if (waiting === undefined) await startCheck(work, await getBuyerOf(work, buyerUuid));
};
