import { key } from '../../engine/sandbox/collection.ts';
import { problem } from '../../engine/problems/problem.ts';
import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { detailBuyer } from '../../vat/read-model/detail-buyer.ts';
import { READ_MODEL_LIMITS } from '../../vat/read-model/limits.ts';
import { summarizeBuyer } from '../../vat/read-model/summarize-buyer.ts';
import { viesChecks } from '../../vat/vies/vies-check.ts';
import { readJobsOfBuyers } from './due-jobs-of-buyers.ts';
import { readFiredJobs } from './fired-jobs.ts';
import { readOrdersOfBuyers } from './orders-of-buyers.ts';

/** A buyer with its history. Throws 404. */
export const showBuyer = (
  { sandbox, sellers }: { readonly sandbox: Sandbox; readonly sellers: readonly CallerSeller[] },
  wanted: string,
) =>
  sandbox.read(async (reading) => {
    const buyer = reading.get(buyers, wanted.toLowerCase());
    if (buyer === undefined)
      throw problem('not-found', {
        detail: `The sandbox has no buyer ${wanted}; GET /__admin/buyers lists its buyers.`,
      });
    const { uuid } = buyer;
    const jobs = (await readJobsOfBuyers(reading, new Set([uuid]))).get(uuid) ?? [];
    const orders = (await readOrdersOfBuyers(reading, new Set([uuid]))).get(uuid) ?? [];
    const checks = (await readWhole(reading, viesChecks)).filter(({ buyerUuid }) => buyerUuid === uuid);
    const fired = await readFiredJobs(reading, uuid, checks);
    const sessions = reading.findAll(kycVerifications, key('buyer', uuid));
    return {
      ...summarizeBuyer({ buyer, orders, sellers, nextJob: jobs[0] }),
      ...detailBuyer(buyer, { checks, sessions }),
      jobs,
      firedJobs: fired.slice(-READ_MODEL_LIMITS.timeline).toReversed(),
      firedJobCount: fired.length,
    };
  });
