import type { components } from '../../../src/generated/admin-types.ts';
import { type Read, useCall } from '../../server/use-call.ts';

export type DueJob = components['schemas']['DueJob'];

const MOST = 10;

/** The next jobs of the sandbox, read again when something changed. */
export const useNextJobs = (): Read<components['schemas']['DueJobList']> =>
  useCall('/jobs', { query: { limit: MOST } }, ['clock', 'state', 'delivery', 'scenario']);
