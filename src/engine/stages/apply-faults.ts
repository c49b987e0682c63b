import type { SettleStage } from '../pipeline/pipeline.ts';

/**
 * Applies the faults of the matched steps. Runs after the response was stored, so that a client can repeat a request
 * whose response was lost. A header names the step.
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
