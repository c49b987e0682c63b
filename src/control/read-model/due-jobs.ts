import { jobs } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { ShownJob } from '../../vat/read-model/shown-job.ts';
import { describeJob } from './describe-job.ts';

/** What is due next on the sandbox's clock, in order. Reads only the jobs that it returns. */
export const listDueJobs = (sandbox: Sandbox, limit: number) =>
  sandbox.read(async (reading) => {
    const data: ShownJob[] = [];
    for (const job of reading.lowest(jobs, 'due', limit)) {
      data.push(await describeJob(reading, job));
      await reading.pause();
    }
    return { now: toIsoDateTime(reading.now), data };
  });
