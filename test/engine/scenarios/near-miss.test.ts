import { expect, test } from '@jest/globals';
import type { Facts } from '../../../src/engine/matching/facts.ts';
import { compare, missBehindGate, nearestMiss } from '../../../src/engine/scenarios/step-player.ts';
import { type Scenario, prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import { beginEffort } from '../../../src/engine/matching/pattern.ts';
import type { Conditions } from '../../../src/generated/scenario-file.ts';

const HEADERS: Readonly<Record<string, string>> = { a: '1', b: '1' };
const FACTS: Facts = {
  parameter: () => [],
  pathParameter: () => undefined,
  queryParameter: () => undefined,
  header: (name) => HEADERS[name],
  body: () => undefined,
  effort: beginEffort(),
};

const prepare = (...headers: NonNullable<Conditions['headers']>[]): Promise<Scenario> =>
  prepareScenario({
    scenario: 'own',
    steps: headers.map((wanted, index) => ({
      on: 'createOrder',
      title: `Title ${String(index + 1)}`,
      when: { headers: wanted },
      delay: 'PT1S',
    })),
  });

test('the closeness is the share of the conditions that hold, the difference the first that does not', async () => {
  const { steps } = await prepare({}, { a: '1' }, { a: '1', b: '2', c: '3' });
  expect(steps.map((step) => compare(step, FACTS))).toEqual([
    { step: steps[0], fits: true, closeness: 1, difference: undefined },
    { step: steps[1], fits: true, closeness: 1, difference: undefined },
    {
      step: steps[2],
      fits: false,
      closeness: 1 / 3,
      difference: { at: 'header b', expected: 'equals "2"', actual: '"1"' },
    },
  ]);
});

test('the nearest miss is the step of whose conditions the most hold, the first among equals', async () => {
  const scenario = await prepare({ c: '1' }, { a: '1', c: '1' }, { b: '1', c: '1' });
  const comparisons = scenario.steps.map((step) => compare(step, FACTS));
  expect(nearestMiss(scenario, comparisons, new Map())).toEqual({
    scenario: 'own',
    step: 2,
    title: 'Title 2',
    difference: { at: 'header c', expected: 'equals "1"', actual: 'absent' },
  });
  expect(nearestMiss(scenario, [], new Map())).toBeUndefined();
});

test('where all conditions hold, it is told why the step was not used', async () => {
  const scenario = await prepare({ a: '1' });
  const comparisons = scenario.steps.map((step) => compare(step, FACTS));
  const reasonIn = (refusals: Parameters<typeof nearestMiss>[2]) =>
    nearestMiss(scenario, comparisons, refusals)?.difference;
  const free = { at: 'use', expected: 'the step is free' };
  expect(reasonIn(new Map([[scenario.steps[0]!, 'it was used']]))).toEqual({ ...free, actual: 'it was used' });
  expect(reasonIn(new Map())).toEqual({ ...free, actual: 'an earlier step was used' });
});

test('a request that a gate refused never got as far', async () => {
  const scenario = await prepare({});
  expect(missBehindGate(scenario, scenario.steps[0]!, 'authenticate', 401)).toEqual({
    scenario: 'own',
    step: 1,
    title: 'Title 1',
    difference: {
      at: 'stage',
      expected: 'a request that passes every check',
      actual: 'it ended in the stage authenticate with 401',
    },
  });
});
