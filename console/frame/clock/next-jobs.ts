import { call } from '../../server/call.ts';
import { type Read, useRead } from '../../server/use-call.ts';

export interface DueJob {
  readonly id: string;
  readonly title: string;
  readonly dueAt: string;
}

export interface NextJobs {
  readonly data: readonly DueJob[];
}

const MOST = 10;

const read = async (): Promise<NextJobs> => {
  const answer: unknown = await call('GET', '/jobs' as never, { query: { limit: MOST } } as never);
  return answer as NextJobs;
};

/** The next jobs of the sandbox, read again when something changed. */
export const useNextJobs = (): Read<NextJobs> => useRead(read, ['jobs'], ['clock', 'state', 'delivery', 'scenario']);
