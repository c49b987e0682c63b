import type { SettleStage } from '../pipeline/pipeline.ts';

/**
 * Gives the answer the faults of the steps that the request met: after it was kept, so that what is lost on the way can
 * be asked for again. Says in a header which step it was.
 */
export const applyFaults = (): SettleStage => ({
  name: 'apply-faults',
  run: ({ scripting, reply, source, endedAt }) => {
    const performance = scripting?.conclude(endedAt, reply.status);
    if (performance === undefined) return undefined;
    const { steps, fault } = performance;
    const headers = { ...reply.headers, 'x-mock-scenario': steps.join(', ') };
    return { reply: { ...reply, headers, ...(fault === undefined ? {} : { fault }) }, source };
  },
});
