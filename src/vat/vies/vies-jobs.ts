import { key } from '../../engine/sandbox/collection.ts';
import { type JobHandlers, handlesJob } from '../../engine/sandbox/job-handlers.ts';
import { idIn, object } from '../../engine/sandbox/record-schema.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { buyers } from '../buyers/buyer.ts';
import { getBuyerOf } from '../buyers/find-buyer.ts';
import { ensureRecheck, hasOpenOrder } from '../verdict/daily-recheck.ts';
import { repeatChecks, runCheck, startCheck } from './run-check.ts';
import { viesChecks } from '../vies-checks/vies-check.ts';

const ofBuyer = object({ buyerUuid: idIn(buyers.name) });

const recheck = async (work: UnitOfWork, buyerUuid: string): Promise<void> => {
  if (!hasOpenOrder(work, buyerUuid)) return;
  ensureRecheck(work, buyerUuid);
  // While VIES is down, pending checks are repeated more often anyway.
  const waiting = work.findFirst(viesChecks, key('unknown', buyerUuid));
  if (waiting === undefined) await startCheck(work, getBuyerOf(work, buyerUuid), { isRecheck: true });
};

/** VIES jobs on the sandbox clock. */
export const viesJobs = {
  'vies-check': handlesJob(object({ checkId: idIn(viesChecks.name) }), (work, { checkId }) => runCheck(work, checkId)),
  'vies-repeat': handlesJob(ofBuyer, (work, { buyerUuid }) => repeatChecks(work, buyerUuid)),
  'vies-recheck': handlesJob(ofBuyer, (work, { buyerUuid }) => recheck(work, buyerUuid)),
} satisfies JobHandlers;
