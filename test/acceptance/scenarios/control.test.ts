import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { MockScenarios } from '../../../src/index.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';

const started = startedBy(beforeEach, afterEach);
let scenarios: MockScenarios;
beforeEach(async () => {
  scenarios = await started.mock.scenarios();
});

const JSON_BODY = { 'content-type': 'application/json' };

const FAILS = 'scenario: fails\nsteps:\n  - { on: getOrganization, times: 2, reply: { problem: internal-error } }\n';

const statusOfMe = async (headers: Record<string, string> = {}, as = 'api-client-demo'): Promise<number> =>
  (await started.api.get('/me', { headers, as })).status;

describe('active scenarios', () => {
  test('concern every call until they are deactivated', async () => {
    await scenarios.add(FAILS);
    expect(await statusOfMe()).toBe(200);
    expect(await scenarios.activate('fails')).toMatchObject({ active: true, state: 'Started' });
    expect(await statusOfMe()).toBe(500);
    expect(await scenarios.deactivate('fails')).toMatchObject({ active: false });
    expect(await statusOfMe()).toBe(200);
  });

  test('begin anew when they are activated again', async () => {
    await scenarios.add(FAILS);
    await scenarios.activate('fails');
    expect([await statusOfMe(), await statusOfMe(), await statusOfMe()]).toEqual([500, 500, 200]);
    const again = await scenarios.activate('fails');
    expect(again).toMatchObject({ name: 'fails', active: true, steps: [{ used: 0, left: 2 }] });
    expect([await statusOfMe(), await statusOfMe(), await statusOfMe()]).toEqual([500, 500, 200]);
  });

  test('play in the order of their activation; what only passes leaves the call to the next', async () => {
    const passes = 'scenario: passes\nsteps:\n  - { on: "*", reply: pass, delay: PT0.001S }\n';
    await scenarios.add(passes);
    await scenarios.add(FAILS);
    await scenarios.activate('passes');
    await scenarios.activate('fails');
    const { status, headers } = await started.api.get('/me');
    expect({ status, steps: headers['x-mock-scenario'] }).toEqual({ status: 500, steps: 'passes/1, fails/1' });
  });

  test('are twenty at most', async () => {
    for (let number = 0; number < 21; number++) {
      const name = `many-${String(number)}`;
      const clock = number < 20 ? 'frozen' : '2099-01-01T00:00:00Z';
      await scenarios.add(`scenario: ${name}\nclock: ${clock}\nsteps:\n  - { on: getOrder, delay: PT1S }\n`);
      if (number < 20) await scenarios.activate(name);
    }
    await expect(scenarios.activate('many-20')).rejects.toThrow('20 scenarios are active');
    expect((await started.mock.clock.now()).getUTCFullYear()).toBeLessThan(2099);
  });

  test('touch no other sandbox, and an upload is seen by its own only', async () => {
    await scenarios.add(FAILS);
    await scenarios.activate('fails');
    expect(await statusOfMe({}, 'api-client-restricted')).toBe(200);
    const others = await started.mock.scenarios('restricted');
    await expect(others.activate('fails')).rejects.toThrow('Unknown scenario "fails"');
  });

  test('are gone with the sandbox', async () => {
    await scenarios.add(FAILS);
    await scenarios.activate('fails');
    await started.mock.reset();
    expect(await statusOfMe()).toBe(200);
    expect((await (await started.mock.scenarios()).list()).map(({ name }) => name)).not.toContain('fails');
  });
});

describe('a state', () => {
  const STATES =
    'scenario: states\nsteps:\n  - { on: getOrganization, inState: Down, reply: { problem: internal-error } }\n  - { on: findOrders, reply: pass, moveTo: Down }\n';

  test('is reached by a step, or set', async () => {
    await scenarios.add(STATES);
    await scenarios.activate('states');
    expect(await statusOfMe()).toBe(200);
    await started.api.get('/orders');
    expect(await statusOfMe()).toBe(500);
    expect(await scenarios.setState('states', 'Started')).toMatchObject({
      state: 'Started',
      states: ['Started', 'Down'],
    });
    expect(await statusOfMe()).toBe(200);
    await scenarios.setState('states', 'Down');
    expect(await statusOfMe()).toBe(500);
  });

  test('that no step names is refused', async () => {
    await scenarios.add(STATES);
    await expect(scenarios.setState('states', 'down')).rejects.toThrow('which knows Started, Down.');
    const activation = { method: 'POST', headers: JSON_BODY, body: '{"state":"down"}' };
    expect((await fetch(`${started.mock.url}/__admin/scenarios/states/activate`, activation)).status).toBe(422);
    expect(await scenarios.show('states')).toMatchObject({ active: false });
  });
});

describe('an upload', () => {
  test('is checked like a file', async () => {
    await expect(scenarios.add('scenario: x\nsteps:\n  - { on: nobody, delay: PT1S }\n')).rejects.toThrow(
      'upload:3:11: steps[0].on: the description has no operation "nobody"',
    );
  });

  test('takes the place of a former one, which ends', async () => {
    await scenarios.add(FAILS);
    await scenarios.activate('fails');
    await scenarios.add(FAILS.replace('internal-error', 'rate-limited'));
    expect(await statusOfMe()).toBe(200);
    await scenarios.activate('fails');
    expect(await statusOfMe()).toBe(429);
  });

  test('takes the place of none that comes from a file', async () => {
    await expect(scenarios.add(FAILS.replace('fails', 'lost-answer'))).rejects.toThrow(
      'upload yours under another name',
    );
    await expect(scenarios.remove('lost-answer')).rejects.toThrow('comes from a file');
  });

  test('can be taken away', async () => {
    await scenarios.add(FAILS);
    await scenarios.activate('fails');
    await scenarios.remove('fails');
    expect(await statusOfMe()).toBe(200);
    await expect(scenarios.show('fails')).rejects.toThrow('Unknown scenario "fails"');
  });
});

test('a name that does not exist is said so, with the names that may be meant', async () => {
  for (const call of [
    scenarios.show('lost-answr'),
    scenarios.activate('lost-answr'),
    scenarios.deactivate('lost-answr'),
    scenarios.setState('lost-answr', 'Started'),
    scenarios.remove('lost-answr'),
  ])
    await expect(call).rejects.toThrow('did you mean "lost-answer"?');
});

test('the list tells what each teaches, and how it stands', async () => {
  const list = await scenarios.list();
  expect(list.length).toBeGreaterThanOrEqual(22);
  expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => name).sort());
  expect(list.find(({ name }) => name === 'rate-limit-storm')).toMatchObject({
    origin: 'file',
    area: 'limits',
    active: false,
    state: 'Started',
    steps: [{ number: 1, on: '*', used: 0, left: 3 }],
  });
});

describe('X-Mock-Scenario', () => {
  const header = { 'x-mock-scenario': 'fails' };

  test('plays a scenario for the calls that name it, and no other for them', async () => {
    await scenarios.add(FAILS);
    await scenarios.add(FAILS.replace('fails', 'others').replace('internal-error', 'rate-limited'));
    await scenarios.activate('others');
    expect(await statusOfMe(header)).toBe(500);
    expect(await statusOfMe()).toBe(429);
    expect([await statusOfMe(header), await statusOfMe(header)]).toEqual([500, 500]);
    expect(await scenarios.show('fails')).toMatchObject({ active: false, steps: [{ used: 3 }] });
  });

  test('with a name that does not exist is 400, and does nothing', async () => {
    const answer = await started.api.get('/me', { headers: { 'x-mock-scenario': 'rate-limit-strom' } });
    expectProblem(answer, started.mock, {
      status: 400,
      type: 'malformed-request',
      instance: '/v1/me',
      detail: 'did you mean "rate-limit-storm"?',
    });
  });
});
