import type { Job } from './job.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * Job handlers by kind. The job is removed before its handler runs; if the handler throws, the removal is rolled back.
 */
export type JobHandlers = Readonly<Record<string, (work: UnitOfWork, job: Job) => Promise<void>>>;
