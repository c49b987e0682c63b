import type { SettleStage } from '../pipeline/pipeline.ts';

/**
 * Applies the faults of the matched steps. Runs after the response was stored, so that a client can repeat a request
 * whose response was lost. A header names the step, another one the scenarios that have none left.
 */
export const applyFaults = (): SettleStage => ({
  name: 'apply-faults',
  run: ({ scripting, reply, source, endedAt }) => {
    const performance = scripting?.conclude(endedAt, reply.status);
    if (performance === undefined) return undefined;
    const { steps, exhausted, fault } = performance;
    const headers = {
      ...reply.headers,
      ...(steps.length === 0 ? {} : { 'x-mock-scenario': steps.join(', ') }),
      ...(exhausted.length === 0 ? {} : { 'x-mock-scenario-exhausted': exhausted.join(', ') }),
    };
    return { reply: { ...reply, headers, ...(fault === undefined ? {} : { fault }) }, source };
  },
});
