import type { SettleStage } from '../pipeline/pipeline.ts';
import { missBehindGate } from '../scenarios/near-miss.ts';
import { faultOf } from '../scenarios/scripting.ts';

/**
 * Gives the answer the faults of the steps that the request met: after it was kept, so that what is lost on the way can
 * be asked for again. Says in a header which step it was.
 */
export const disturb = (): SettleStage => ({
  name: 'disturb',
  run: ({ scripting, reply, source, endedAt }) => {
    if (scripting === undefined) return undefined;
    const { plays, played, misses, askedLater } = scripting;
    if (played.length === 0) {
      if (!askedLater)
        for (const { scenario, later } of plays)
          if (later[0] !== undefined) misses.push(missBehindGate(scenario, later[0], endedAt, reply.status));
      return undefined;
    }
    const fault = faultOf(scripting);
    const names = played.map(({ scenario, step }) => `${scenario}/${String(step.number)}`);
    const headers = { ...reply.headers, 'x-mock-scenario': names.join(', ') };
    return { reply: { ...reply, headers, ...(fault === undefined ? {} : { fault }) }, source };
  },
});
