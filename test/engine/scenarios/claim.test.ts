import { describe, expect, test } from '@jest/globals';
import { createRegister } from '../../../src/engine/assumptions/register.ts';
import { keyRecords } from '../../../src/engine/idempotency/key-record.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import type { Settled } from '../../../src/engine/exchange/exchange.ts';
import { readOrganizationChange } from '../../../src/engine/sandbox/organization-change.ts';
import { states } from '../../../src/engine/sandbox/sandbox-state.ts';
import type { ScenarioFile, StepFile } from '../../../src/generated/scenario-file.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { openScenarios } from './open-scenarios.ts';

const DAY = 86_400_000;

const file = (name: string, steps: readonly Partial<StepFile>[], more: Partial<ScenarioFile> = {}): ScenarioFile => ({
  scenario: name,
  steps: steps.map((step) => ({ on: 'createOrder', reply: 'pass', ...step })),
  ...more,
});

describe('a scenario that a request names', () => {
  test('starts again where earlier calls have moved it on, but not for their retries', async () => {
    const { claim, of } = await openScenarios([file('a', [{ inState: 'Started', moveTo: 'Over' }])]);
    const named = (key?: string) => claim('a', { isNamed: true, key });
    expect([await named('k'), await named('k'), await named('other'), await named(), await named('k')]).toEqual([
      1, 0, 1, 1, 0,
    ]);
    await of.activate('a');
    expect([await named('new'), await named('newer')]).toEqual([1, 0]);
  });

  test('still refuses a key that it refused before it started again', async () => {
    const refuses = { inState: 'Started', moveTo: 'Over', reply: { problem: 'idempotency-key-reused' } } as const;
    const { claim } = await openScenarios([file('a', [refuses])]);
    const named = (key: string) => claim('a', { isNamed: true, key });
    expect([await named('k'), await named('other'), await named('k')]).toEqual([1, 1, 1]);
  });

  test('counts the attempts under each key', async () => {
    const { claim } = await openScenarios([file('a', [{ nth: 3, count: 'attempts' }])]);
    const used: unknown[] = [];
    for (const key of ['k', 'k', 'other', 'k', 'k', 'other', 'other'])
      used.push(await claim('a', { isNamed: true, key }));
    expect(used).toEqual([0, 0, 0, 1, 0, 0, 1]);
  });
});

describe('a request that was answered before the scenario began', () => {
  const begin = async (beganAt: number) => {
    const opened = await openScenarios([file('a', [{ times: 1 }])]);
    await opened.sandbox.transact((work) =>
      work.insert(keyRecords, () => ({
        key: 'k',
        fingerprint: '',
        beganAt,
        status: 201,
        headers: {},
        source: 'stateful' as const,
      })),
    );
    return opened;
  };

  test('is a new one when its key is a day old', async () => {
    expect(await (await begin(TEST_NOW - DAY + 1)).claim('a', { key: 'op k', maybeReplayOf: 'k' })).toBe(0);
    expect(await (await begin(TEST_NOW - DAY)).claim('a', { key: 'op k', maybeReplayOf: 'k' })).toBe(1);
  });
});

test('a new request is told that no step is left, but no retry of the one that has used the last', async () => {
  const { of, scenarios, sandbox } = await openScenarios([file('a', [{ times: 1 }])]);
  const scenario = await of.find('a');
  const isExhausted = async (key: string): Promise<boolean> => {
    const request = { isNamed: false, key, maybeReplayOf: undefined, source: () => undefined };
    return (await scenarios.claim(sandbox, scenario, scenario.steps, request)).isExhausted;
  };
  expect([await isExhausted('k'), await isExhausted('k'), await isExhausted('other')]).toEqual([false, false, true]);
});

describe('a timeline', () => {
  const emits = (at: string, from?: string) => ({ at, emit: `at ${at}`, ...(from === undefined ? {} : { from }) });

  test('begins anew with the run, and is off when that ends', async () => {
    const timeline = [emits('PT2S'), emits('PT2S', 'Started')];
    const { of, wait, happened } = await openScenarios([file('a', [{}], { timeline })]);
    await of.activate('a');
    await wait(1500);
    await of.activate('a');
    await wait(1500);
    expect(happened).toEqual([]);
    await of.deactivate('a');
    expect(await wait(10_000)).toEqual([]);
    expect(happened).toEqual([]);
  });

  test('that breaks is a fault of ours, of which nothing is kept', async () => {
    const timeline = [{ at: 'PT1S', emit: 'broken' }];
    const { of, wait, failures } = await openScenarios([file('a', [{}], { timeline })]);
    await of.activate('a');
    await wait(1000);
    expect(failures).toHaveLength(1);
    expect((await of.show('a')).happened).toEqual([]);
  });

  test('of a file that was edited is off', async () => {
    const timeline = [emits('PT1S')];
    const { of, wait, edit, happened } = await openScenarios([file('a', [{}], { timeline })]);
    await of.activate('a');
    await edit(file('a', [{ title: 'Edited' }], { timeline }));
    await wait(1000);
    expect(happened).toEqual([]);
    await edit();
    await wait(1000);
    expect(happened).toEqual([]);
  });
});

describe('deliveries', () => {
  const deliveries = [{ duplicate: 1 }];
  const rulesOf = async ({ scenarios, sandbox }: Awaited<ReturnType<typeof openScenarios>>) =>
    await sandbox.read(async (reading) => await scenarios.deliveryRules(sandbox, reading));

  test('are ruled by what is written now', async () => {
    const opened = await openScenarios([file('a', [], { deliveries })]);
    await opened.of.activate('a');
    expect(await rulesOf(opened)).toHaveLength(1);
    await opened.edit(file('a', [{}]));
    expect(await rulesOf(opened)).toEqual([]);
  });

  test('do not wait for somebody else who is reading what is active', async () => {
    const opened = await openScenarios([file('a', [], { deliveries })]);
    await opened.of.activate('a');
    const reading = opened.plays('createOrder');
    expect(await rulesOf(opened)).toHaveLength(1);
    expect(await reading).toEqual([]);
  });
});

describe('what an active scenario expects', () => {
  const expectation = { expect: [{ request: 'createOrder' }] };

  test('counts the very request that began an edited file anew, but none that was on its way at the activation', async () => {
    const { of, claim, edit, expectations, sandbox } = await openScenarios([file('a', [{}], expectation)]);
    const end = async () => {
      const entry = { id: 'r', startedAt: -1, status: 200, headers: {}, operation: { id: 'createOrder' } };
      const exchange = { request: { query: '', header: () => undefined } };
      expectations.onExchange(entry as unknown as JournalEntry, sandbox.organization, exchange as unknown as Settled);
      return (await of.expectations('a')).expectations.map(({ count }) => count);
    };
    await of.activate('a');
    expect(await end()).toEqual([0]);
    await edit(file('a', [{ title: 'Edited' }], expectation));
    await claim('a');
    expect(await end()).toEqual([1]);
  });

  test('is not known from the beginning where the server did not see it', async () => {
    const { of, plays, expectations, sandbox, wait } = await openScenarios([file('a', [{}], expectation)]);
    await of.activate('a');
    expectations.live.load({ sandbox: sandbox.id, uuid: sandbox.organization }, undefined);
    await of.deactivate('nothing').catch(() => undefined);
    await wait(1000);
    await plays('createOrder');
    await wait(1000);
    expect(await of.expectations('a')).toMatchObject({
      complete: false,
      seenSince: '2026-11-20T09:00:01.000Z',
    });
  });
});

describe('switches that two active scenarios set', () => {
  const alternatives = ['x', 'y', 'z'].map((id) => ({ id, text: id }));
  const assumption = { id: 'colour', question: '?', chosen: 'None.', chosenId: 'none', alternatives };
  const register = createRegister([{ ...assumption, where: [], switchable: true }]);
  const sets = (name: string, colour: string, title = 'First'): ScenarioFile =>
    file(name, [{ title }], { given: [{ assume: { colour } }] });

  const openBoth = async () => {
    const opened = await openScenarios([sets('a', 'x'), sets('b', 'y')], { register });
    const colour = (): string => opened.sandbox.assumed.choices['colour'] ?? 'none';
    const state = { clock: { kind: 'frozen', at: TEST_NOW }, createdAt: TEST_NOW } as const;
    await opened.sandbox.transact((work) => work.insert(states, () => state));
    await opened.of.activate('a');
    await opened.of.activate('b');
    return { ...opened, colour };
  };

  test.each([
    ['a', 'y', 'b'],
    ['b', 'x', 'a'],
  ])('are restored if a file is edited while both run, and %s ends first', async (first, between, last) => {
    const { of, edit, claim, colour } = await openBoth();
    await edit(sets('a', 'x', 'Edited'), sets('b', 'y'));
    await claim('a');
    await of.deactivate(first);
    expect(colour()).toBe(between);
    await of.deactivate(last);
    expect(colour()).toBe('none');
  });
});

test('an edited file changes the organization, and its deliveries, from the request that plays it', async () => {
  const deliveries = [{ duplicate: 1 }];
  const { of, claim, edit, sandbox, scenarios, wait } = await openScenarios([file('a', [{}], { deliveries })]);
  const rulesOf = () => sandbox.read(async (reading) => await scenarios.deliveryRules(sandbox, reading));
  await of.activate('a');
  await edit(file('a', [{ title: 'Edited' }], { deliveries, organization: { dpaAccepted: false } }));
  await wait(1000);
  await rulesOf();
  await claim('a');
  expect(await sandbox.read(readOrganizationChange)).toEqual({ dpaAccepted: false });
  expect(await rulesOf()).toMatchObject([{ since: TEST_NOW + 1000 }]);
});
