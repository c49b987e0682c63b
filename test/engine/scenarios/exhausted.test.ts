import { expect, test } from '@jest/globals';
import { isExhausted, beginRun } from '../../../src/engine/scenarios/run.ts';
import { prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { ScenarioFile } from '../../../src/generated/scenario-file.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const on = { on: 'createOrder', reply: 'pass' } as const;
const move = (moveTo: string, from?: string) => ({ at: 'PT1H', moveTo, ...(from === undefined ? {} : { from }) });

test.each<[string, Omit<ScenarioFile, 'scenario'>, object, boolean]>([
  ['has no steps', {}, {}, false],
  ['has a step without limits', { steps: [on] }, { uses: { 1: 9 } }, false],
  ['has uses left', { steps: [{ ...on, times: 2 }] }, { uses: { 1: 1 } }, false],
  ['has no uses left', { steps: [{ ...on, times: 2 }] }, { uses: { 1: 2 } }, true],
  [
    'has one of two steps left',
    {
      steps: [
        { ...on, times: 1 },
        { ...on, times: 1 },
      ],
    },
    { uses: { 1: 1 } },
    false,
  ],
  ['waits for the third', { steps: [{ ...on, nth: 3 }] }, { seen: { 1: 2 } }, false],
  ['has let the third pass', { steps: [{ ...on, nth: 3 }] }, { seen: { 1: 3 } }, true],
  [
    'waits for a state that is over',
    { steps: [{ ...on, inState: 'Started', moveTo: 'Over' }] },
    { state: 'Over' },
    true,
  ],
  [
    'comes back by a step',
    {
      steps: [
        { ...on, inState: 'Started', moveTo: 'Over' },
        { ...on, inState: 'Over', moveTo: 'Started' },
      ],
    },
    { state: 'Over' },
    false,
  ],
  [
    'would come back by a step that is used up',
    {
      steps: [
        { ...on, inState: 'Started', times: 1, moveTo: 'Over' },
        { ...on, inState: 'Over', times: 1, moveTo: 'Started' },
      ],
    },
    { state: 'Over', uses: { 1: 1, 2: 1 } },
    true,
  ],
  [
    'comes back with time',
    { steps: [{ ...on, inState: 'Started', moveTo: 'Over' }], timeline: [move('Started', 'Over')] },
    { state: 'Over' },
    false,
  ],
  [
    'comes there once, with the time since its beginning',
    { steps: [{ ...on, inState: 'Later' }], timeline: [move('Later')] },
    {},
    false,
  ],
  [
    'was there, and that time does not come again',
    { steps: [{ ...on, inState: 'Later', moveTo: 'Over' }], timeline: [move('Later')] },
    { state: 'Over', timelineResults: [{ entry: 1, at: 0 }] },
    true,
  ],
])('a scenario that %s', async (_what, file, change, exhausted) => {
  const scenario = await prepareScenario({ scenario: 'own', ...file });
  const run = beginRun(scenario, { random: createRandom('test'), now: 0, isActive: true });
  expect(isExhausted(scenario, { ...run, ...change })).toBe(exhausted);
});
