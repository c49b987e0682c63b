import { type Play, type Stage, countOrders, registerOne } from '../play.ts';
import { VIN } from '../../../support/workflow.ts';

/** Three pieces of work, as a queue would have them: a failure of one is no reason to leave out the next. */
const threePieces = async ({ client, activate }: Stage): Promise<unknown> => {
  await activate();
  const results: string[] = [];
  for (let piece = 0; piece < 3; piece++)
    results.push(
      await client.findOrders(VIN).then(
        () => 'found',
        () => 'failed',
      ),
    );
  return results;
};

const HASTY = {
  does: 'asks again at once',
  habits: { waits: false },
  finding: 'retry-too-early',
  isUnexpected: true,
} as const;

export const LIMITS: Readonly<Record<string, Play>> = {
  'rate-limit-storm': {
    play: registerOne,
    after: countOrders,
    ends: { result: 'registered', stub: 1 },
    wrong: [HASTY],
  },
  'circuit-breaker': {
    play: threePieces,
    ends: { result: ['found', 'found', 'found'] },
    wrong: [{ ...HASTY, ends: { result: ['failed', 'failed', 'failed'] } }],
  },
};
