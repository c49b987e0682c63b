import type { JobHandlers } from '../engine/sandbox/job-handlers.ts';
import { invitationJobs } from './invitations/expire-invitation.ts';
import { kycJobs } from './kyc/run-verification.ts';
import { viesJobs } from './vies/vies-jobs.ts';

/** What happens on the clock of a sandbox, by kind of job. */
export const jobHandlers: JobHandlers = {
  ...invitationJobs,
  ...viesJobs,
  ...kycJobs,
};
