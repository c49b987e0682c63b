import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Mock, type ScenarioReport, createMock } from '../../../src/index.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type DirectorClient, createDirectorClient } from './director.ts';

const ASKED_TWICE = `storyboard: asked-twice
title: Asked twice
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - title: The scenario
        sentence: A scenario expects something.
        actions: [{ control: activateScenario, params: { name: asks } }]
      - title: Who we are
        sentence: One call says who we are.
        actions: [{ call: getOrganization }]
      - title: Once more
        sentence: It says so again.
        actions: [{ call: getOrganization }]
`;

const ASKS = {
  scenario: 'asks',
  steps: [{ on: 'getOrder', reply: 'pass' }],
  expect: [{ request: 'getOrganization', times: 2 }],
};

let mock: Mock;
let director: DirectorClient;
beforeAll(async () => {
  mock = await createMock({ clock: createTestClock(), seed: '42', delays: 'skip' });
  director = createDirectorClient(mock);
});
afterAll(() => mock.close());

const counted = async (): Promise<object> => {
  const { body } = await director.call('GET', '/scenarios/asks/verdict');
  const { verdict, complete, expectations } = body as ScenarioReport;
  return { verdict, complete, count: expectations[0]?.count, requests: expectations[0]?.requests.length };
};

test('calls of a step that was taken back do not count for the expectations of a scenario', async () => {
  await director.play(ASKED_TWICE);
  // The start has reset the sandbox, with its scenarios.
  expect((await director.call('POST', '/scenarios', ASKS)).status).toBe(201);
  await director.next();
  const none = { verdict: 'open', complete: true, count: 0, requests: 0 };
  const one = { ...none, count: 1, requests: 1 };
  const both = { verdict: 'met', complete: true, count: 2, requests: 2 };
  expect(await counted()).toEqual(none);
  await director.next();
  expect(await counted()).toEqual(one);

  await director.back();
  // Not asked in between: the next call counts even if nobody has read the report.
  await director.next();
  expect(await counted()).toEqual(one);
  await director.next();
  expect(await counted()).toEqual(both);

  await director.back();
  expect(await counted()).toEqual(one);
  await director.jump(1, 1);
  expect(await counted()).toEqual(none);
  await director.jump(1, 3);
  expect(await counted()).toEqual(both);
});
