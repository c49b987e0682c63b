import type { JobHandlers } from '../engine/sandbox/job.ts';

/** What happens on the clock of a sandbox, by kind of job. */
export const jobHandlers: JobHandlers = {};
