import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ScenarioRun, beginRun, claimStep } from '../../../src/engine/scenarios/run.ts';
import { type Scenario, prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { StepFile } from '../../../src/generated/scenario-file.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const prepare = (...steps: Omit<StepFile, 'on'>[]): Promise<Scenario> =>
  prepareScenario({ scenario: 'test', steps: steps.map((step) => ({ on: 'createOrder', ...step })) });

const begin = (scenario: Scenario): ScenarioRun =>
  beginRun(scenario, { random: createRandom('test'), now: 0, isActive: true });

/** Plays requests in turn, each by its key, and tells which step was used: by number, or 0 for none. */
const play = (scenario: Scenario, keys: readonly (string | undefined)[]): { used: number[]; run: ScenarioRun } => {
  let run = begin(scenario);
  const used = keys.map((key, index) => {
    const claimed = claimStep(run, scenario.steps, { key, isReplay: false, now: index });
    ({ run } = claimed);
    return claimed.step?.number ?? 0;
  });
  return { used, run };
};

const fresh = (count: number): string[] => Array.from({ length: count }, (_, index) => `key-${String(index)}`);

test('a step without limits is used for everything', async () => {
  expect(play(await prepare({ reply: 'pass' }), fresh(4)).used).toEqual([1, 1, 1, 1]);
});

test('times gives a step to so many requests, then to the next step', async () => {
  const scenario = await prepare({ times: 2, reply: 'pass' }, { times: 1, reply: 'pass' });
  expect(play(scenario, fresh(4)).used).toEqual([1, 1, 2, 0]);
});

test('nth counts the requests that fit, whoever answered the others', async () => {
  const scenario = await prepare({ nth: 1, reply: 'pass' }, { nth: 3, reply: 'pass' });
  expect(play(scenario, fresh(4)).used).toEqual([1, 0, 2, 0]);
});

test('a scenario moves on with its step, and with the last use where there are several', async () => {
  const scenario = await prepare(
    { inState: 'Started', times: 2, moveTo: 'Second', reply: 'pass' },
    { inState: 'Second', moveTo: 'Third', reply: 'pass' },
    { inState: 'Third', reply: 'pass' },
  );
  const { used, run } = play(scenario, fresh(5));
  expect(used).toEqual([1, 1, 2, 3, 3]);
  expect(run).toMatchObject({ state: 'Third', enteredAt: 2 });
});

describe('a retry under the same key', () => {
  test('uses up no second step', async () => {
    const scenario = await prepare({ times: 1, reply: 'pass' }, { times: 1, reply: 'pass' });
    expect(play(scenario, ['a', 'a', 'a', 'b']).used).toEqual([1, 0, 0, 2]);
  });

  test('is refused each time when its key was: that is what it was told', async () => {
    const refuses = { times: 1, reply: { problem: 'idempotency-key-reused' } };
    const scenario = await prepare(refuses, { times: 1, reply: 'pass' });
    expect(play(scenario, ['a', 'a', 'a', 'b', 'a']).used).toEqual([1, 1, 1, 2, 1]);
  });

  test('is not counted by nth', async () => {
    expect(play(await prepare({ nth: 2, reply: 'pass' }), ['a', 'a', 'b']).used).toEqual([0, 0, 1]);
  });

  test('moves no scenario on', async () => {
    const scenario = await prepare(
      { inState: 'Started', moveTo: 'Second', reply: 'pass' },
      { inState: 'Second', moveTo: 'Third', reply: 'pass' },
    );
    expect(play(scenario, ['a', 'a']).run.state).toBe('Second');
  });

  test('meets steps without limits as every request does', async () => {
    expect(play(await prepare({ reply: 'pass' }), ['a', 'a']).used).toEqual([1, 1]);
  });

  test('counts where attempts are counted', async () => {
    const scenario = await prepare({ times: 2, count: 'attempts', reply: 'pass' });
    expect(play(scenario, ['a', 'a', 'a']).used).toEqual([1, 1, 0]);
  });

  test('is counted by nth where attempts are counted, beside a step that counts requests', async () => {
    const scenario = await prepare(
      { nth: 3, count: 'attempts', reply: 'pass' },
      { nth: 2, count: 'requests', reply: 'pass' },
    );
    expect(play(scenario, ['a', 'a', 'a', 'a']).used).toEqual([0, 0, 1, 0]);
    expect(play(scenario, ['a', 'a', 'b', 'b']).used).toEqual([0, 0, 1, 0]);
    expect(play(scenario, ['a', 'b', 'b', 'c']).used).toEqual([0, 2, 1, 0]);
  });

  test('is one also when the first attempt was answered before the scenario began', async () => {
    const scenario = await prepare({ times: 1, reply: 'pass' });
    const { step, refusals } = claimStep(begin(scenario), scenario.steps, { key: 'a', isReplay: true, now: 0 });
    expect(step).toBeUndefined();
    expect([...refusals.values()]).toEqual([expect.stringContaining('uses up no second step')]);
  });
});

test('every refusal says why', async () => {
  const scenario = await prepare(
    { times: 1, reply: 'pass' },
    { inState: 'Later', reply: 'pass' },
    { nth: 5, reply: 'pass', moveTo: 'Later' },
  );
  const { run } = play(scenario, ['a']);
  const { refusals } = claimStep(run, scenario.steps, { key: 'b', isReplay: false, now: 0 });
  expect(scenario.steps.map((step) => refusals.get(step))).toEqual([
    'the step was used 1 times, which is all',
    'the scenario is in state Started, the step waits for Later',
    'it is request 2 of those that fit, the step waits for 5',
  ]);
});

describe('whatever comes in whatever order', () => {
  const anyStep = fc.record(
    {
      times: fc.integer({ min: 1, max: 3 }),
      nth: fc.integer({ min: 1, max: 4 }),
      inState: fc.constantFrom('Started', 'A', 'B'),
      moveTo: fc.constantFrom('Started', 'A', 'B'),
      count: fc.constantFrom('requests' as const, 'attempts' as const),
    },
    { requiredKeys: [] },
  );
  const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 4 });
  const anyKeys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', undefined), { maxLength: 20 });

  test('no step is used more often than it says', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyKeys, async (files, keys) => {
        const scenario = await prepare(...files.map((file) => ({ ...file, reply: 'pass' as const })));
        const { used } = play(scenario, keys);
        for (const { number, file } of scenario.steps)
          if (file.times !== undefined)
            expect(used.filter((one) => one === number).length).toBeLessThanOrEqual(file.times);
      }),
    );
  });

  test('no key uses up two steps that count requests', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyKeys, async (files, keys) => {
        const scenario = await prepare(...files.map((file) => ({ ...file, reply: 'pass' as const })));
        const { used } = play(scenario, keys);
        for (const key of ['a', 'b', 'c', 'd']) {
          const limited = used.filter(
            (number, index) => keys[index] === key && scenario.steps[number - 1]?.countsRequests,
          );
          expect(limited.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('the run never holds a state that nothing leads to', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyKeys, async (files, keys) => {
        const scenario = await prepare(...files.map((file) => ({ ...file, reply: 'pass' as const })));
        expect(scenario.states).toContain(play(scenario, keys).run.state);
      }),
    );
  });
});

test('what a run remembers stays small', async () => {
  const scenario = await prepare({ times: 10_000, reply: 'pass' });
  const { run } = play(scenario, fresh(1000));
  expect(run.counted.length).toBeLessThanOrEqual(200);
  expect(run.uses['1']).toBe(1000);
});

test('of keys that were refused the newest two hundred are known', async () => {
  const refuses = { count: 'attempts' as const, reply: { problem: 'idempotency-key-reused' } };
  const { run } = play(await prepare(refuses), fresh(250));
  expect(run.keysRefused).toHaveLength(200);
  expect(run.keysRefused?.at(-1)).toEqual({ key: 'key-249', step: 1 });
});

test('only what counts requests remembers them: who was served by a step without limits may use one later', async () => {
  const scenario = await prepare({ inState: 'Started', reply: 'pass' }, { times: 1, reply: 'pass' });
  const { run } = play(scenario, ['a']);
  expect(run.counted).toEqual([]);
  const moved = { ...run, state: 'Later' };
  expect(claimStep(moved, scenario.steps, { key: 'a', isReplay: false, now: 0 }).step?.number).toBe(2);
});

test('a step that is used says nothing of itself among the refusals', async () => {
  const scenario = await prepare({ times: 1, reply: 'pass' }, { reply: 'pass' });
  const { step, refusals } = claimStep(begin(scenario), scenario.steps, { key: 'a', isReplay: false, now: 0 });
  expect([step?.number, refusals.size]).toEqual([1, 0]);
});

test('the chance of a run is the seed of its file, or drawn', async () => {
  const chanceOf = async (seed?: string | number) => {
    const scenario = await prepareScenario({ scenario: 'test', ...(seed === undefined ? {} : { seed }) });
    return begin(scenario).chance;
  };
  expect([await chanceOf('x'), await chanceOf(7)]).toEqual(['x', '7']);
  expect(await chanceOf()).toMatch(/^[0-9a-f]{32}$/);
});
