import { listDueJobs } from '../../../control/read-model/due-jobs.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

const USUAL_LIMIT = 20;

/** What is due next on the clock of a sandbox. */
export const showJobs = defineBehaviours({
  listJobs: async ({ sandbox, query: { limit = USUAL_LIMIT } }) => ok(await listDueJobs(sandbox, limit)),
});
