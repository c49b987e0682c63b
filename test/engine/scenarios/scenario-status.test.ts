import { describe, expect, test } from '@jest/globals';
import { type ScenarioRun, beginRun } from '../../../src/engine/scenarios/run.ts';
import { prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { ScenarioFile } from '../../../src/generated/scenario-file.ts';
import { toStatus } from '../../../src/engine/scenarios/sandbox-scenarios.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const FILE: ScenarioFile = {
  scenario: 'own',
  steps: [
    { on: 'createOrder', title: 'First', times: 2, moveTo: 'later', reply: 'pass' },
    { on: 'getOrder', reply: 'pass' },
  ],
};

const statusOf = async (file: ScenarioFile, change?: Partial<ScenarioRun>, isUploaded = false) => {
  const scenario = await prepareScenario(file);
  const run =
    change === undefined
      ? undefined
      : { ...beginRun(scenario, { random: createRandom('test'), now: 0, isActive: true }), ...change };
  return toStatus(scenario, { run, isUploaded });
};

test('a scenario that was never begun stands at its beginning', async () => {
  expect(await statusOf(FILE)).toEqual({
    name: 'own',
    teaches: null,
    client: null,
    origin: 'file',
    area: null,
    active: false,
    exhausted: false,
    state: 'Started',
    states: ['Started', 'later'],
    steps: [
      { number: 1, title: 'First', on: 'createOrder', used: 0, left: 2 },
      { number: 2, title: null, on: 'getOrder', used: 0, left: null },
    ],
    given: [],
    assumed: {},
    happened: [],
  });
});

test('what it teaches, what a client does, and where it comes from are told', async () => {
  expect(await statusOf({ ...FILE, teaches: 'Patience.', client: 'Waits.' }, undefined, true)).toMatchObject({
    teaches: 'Patience.',
    client: 'Waits.',
    origin: 'uploaded',
  });
});

describe('a run', () => {
  const change: Partial<ScenarioRun> = {
    state: 'later',
    uses: { 1: 3, 2: 5 },
    given: [{ fixture: 'ready', kind: 'order', values: { orderUuid: 'o-1' } }],
    timelineResults: [
      { entry: 1, at: 1000 },
      { entry: 2, at: 2000, failure: 'No.' },
    ],
  };

  test('shows how far it has come; nothing is left of what was used too often', async () => {
    expect(await statusOf(FILE, change)).toMatchObject({
      active: true,
      state: 'later',
      steps: [
        { used: 3, left: 0 },
        { used: 5, left: null },
      ],
      given: [{ fixture: 'ready', kind: 'order', orderUuid: 'o-1' }],
      happened: [
        { entry: 1, at: '1970-01-01T00:00:01.000Z', failure: null },
        { entry: 2, at: '1970-01-01T00:00:02.000Z', failure: 'No.' },
      ],
    });
  });

  test('shows what is left', async () => {
    expect((await statusOf(FILE, { uses: { 1: 1 } })).steps[0]).toMatchObject({ used: 1, left: 1 });
  });

  test('that was begun with another file says nothing of this one, but that it is active', async () => {
    expect(await statusOf(FILE, { ...change, digest: 'other' })).toMatchObject({
      active: true,
      state: 'Started',
      steps: [{ used: 0 }, { used: 0 }],
      given: [],
      happened: [],
    });
  });
});
