import { describe, expect, test } from '@jest/globals';
import { beginRun, enterState, addTimelineResult } from '../../../src/engine/scenarios/run.ts';
import { prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { TimelineEntry } from '../../../src/generated/scenario-file.ts';
import { secondsLeft } from '../../../src/engine/scenarios/timeline.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const begin = async (...timeline: TimelineEntry[]) => {
  const scenario = await prepareScenario({ scenario: 'own', timeline });
  const run = beginRun(scenario, { random: createRandom('test'), now: 10_000, isActive: true });
  return { scenario, run };
};

const left = async (now: number, ...timeline: TimelineEntry[]) => {
  const { scenario, run } = await begin(...timeline);
  return secondsLeft(scenario, run, now);
};

describe('the time that is left in a state', () => {
  const MOVES = { at: 'PT5S', moveTo: 'later' };

  test('is counted from the beginning of the run to the next move, in whole seconds', async () => {
    expect(await left(10_000, MOVES)).toBe(5);
    expect(await left(11_000, MOVES)).toBe(4);
    expect(await left(11_001, MOVES)).toBe(4);
    expect(await left(14_999, MOVES)).toBe(1);
  });

  test('is unknown where nothing moves any more, or nothing but events is to come', async () => {
    expect(await left(10_000)).toBeUndefined();
    expect(await left(15_000, MOVES)).toBeUndefined();
    expect(await left(10_000, { at: 'PT5S', emit: 'a' })).toBeUndefined();
    expect(await left(10_000, { at: 'PT5S', from: 'another', moveTo: 'later' })).toBeUndefined();
  });

  test('ends with the first of several moves', async () => {
    expect(await left(10_000, { at: 'PT9S', moveTo: 'a' }, MOVES, { at: 'PT7S', moveTo: 'b' })).toBe(5);
  });

  test('is counted from the beginning for moves out of any state', async () => {
    const { scenario, run } = await begin(MOVES);
    expect(secondsLeft(scenario, enterState(run, 'later', 12_000), 13_000)).toBe(2);
  });

  test('is counted from where a state was entered, for moves out of that state', async () => {
    const { scenario, run } = await begin({ at: 'PT5S', from: 'later', moveTo: 'last' });
    expect(secondsLeft(scenario, enterState(run, 'later', 12_000), 13_000)).toBe(4);
    expect(secondsLeft(scenario, run, 13_000)).toBeUndefined();
  });
});

test('of what happened the newest two hundred are kept', async () => {
  const { run } = await begin();
  let noted = run;
  for (let at = 0; at < 250; at++) noted = addTimelineResult(noted, { entry: 1, at });
  expect(noted.timelineResults).toHaveLength(200);
  expect([noted.timelineResults[0]?.at, noted.timelineResults.at(-1)?.at]).toEqual([50, 249]);
});
