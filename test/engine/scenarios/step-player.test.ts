import { expect, test } from '@jest/globals';
import type { Routed } from '../../../src/engine/exchange/exchange.ts';
import { beginRun } from '../../../src/engine/scenarios/run.ts';
import { playsIn, prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import { createStepPlayer } from '../../../src/engine/scenarios/step-player.ts';
import type { StepFile } from '../../../src/generated/scenario-file.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const { contract, operation } = smallScenarioSchema();

const exchange = {
  operation: operation('createOrder'),
  pathParameters: {},
  request: { path: '/orders', query: '', header: () => undefined, headerLines: () => [] },
  sandbox: { clock: { now: () => 0 } },
} as unknown as Routed;

/** A request for which scenarios of these steps are active; of those that fit, the first is used. */
const begin = async (...scenarios: readonly (readonly Partial<StepFile>[])[]) => {
  const player = createStepPlayer(
    {
      scenarios: {
        playsFor: () => [],
        claim: (_sandbox, scenario, [step]) => {
          const run = beginRun(scenario, { random: createRandom('test'), now: 0, isActive: true });
          return Promise.resolve({ run, before: run, step, isRetry: false, refusals: new Map(), isExhausted: false });
        },
      },
      delays: 'real',
    },
    { contract } as Parameters<typeof createStepPlayer>[1],
  );
  const plays = await Promise.all(
    scenarios.map(async (steps, index) => {
      const file = { scenario: `s${String(index)}`, steps: steps.map((step) => ({ on: 'createOrder', ...step })) };
      return playsIn([await prepareScenario(file)], 'createOrder')[0]!;
    }),
  );
  return player(plays);
};

test('the fault of a request is the sum of the delays, and the last failure', async () => {
  const played = await begin(
    [{ reply: 'pass', delay: 'PT0.1S', fault: 'slow-body' }],
    [{ reply: 'pass' }],
    [{ delay: 'PT0.02S', fault: 'EMPTY_RESPONSE' }],
  );
  expect(await played.play('later', exchange)).toMatchObject({ source: 'scenario', isOffContract: true });
  expect(played.conclude('respond', 500)).toEqual({
    steps: ['s0/1', 's1/1', 's2/1'],
    exhausted: [],
    fault: { delay: 120, failure: { kind: 'EMPTY_RESPONSE' } },
  });
  const delayed = await begin([{ reply: 'pass', fault: 'slow-body' }], [{ reply: 'pass', delay: 'PT0.1S' }]);
  await delayed.play('later', exchange);
  expect(delayed.conclude('respond', 200)?.fault).toMatchObject({ delay: 100, failure: { kind: 'slow-body' } });
  const harmless = await begin([{ reply: 'pass' }]);
  await harmless.play('later', exchange);
  expect(harmless.conclude('respond', 200)?.fault).toBeUndefined();
});
