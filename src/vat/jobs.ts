import type { JobHandlers } from '../engine/sandbox/job-handlers.ts';
import { invitationJobs } from './invitations/expire-invitation.ts';
import { kycJobs } from './kyc/run-verification.ts';
import { viesJobs } from './vies/vies-jobs.ts';

/** Handlers of the jobs on a sandbox clock, by kind. */
export const jobHandlers: JobHandlers = {
  ...invitationJobs,
  ...viesJobs,
  ...kycJobs,
};
