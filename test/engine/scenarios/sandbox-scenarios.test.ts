import { describe, expect, test } from '@jest/globals';
import { readOrganizationChange } from '../../../src/engine/sandbox/organization-change.ts';
import type { ScenarioFile, StepFile } from '../../../src/generated/scenario-file.ts';
import { uploadedScenarios } from '../../../src/engine/scenarios/repository.ts';
import { openScenarios } from './open-scenarios.ts';
import { refusalOf } from '../../support/refusal-of.ts';

const file = (name: string, change: Partial<StepFile> = {}, more: Partial<ScenarioFile> = {}): ScenarioFile => ({
  scenario: name,
  steps: [{ on: 'createOrder', delay: 'PT1S', ...change }],
  ...more,
});

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('the list shows a scenario that was uploaded before there was a file of its name', async () => {
  const { of, edit } = await openScenarios([]);
  await of.upload(file('b', { title: 'Mine' }));
  await edit(file('b'));
  expect(await of.list()).toMatchObject([{ name: 'b', origin: 'uploaded', steps: [{ title: 'Mine' }] }]);
  expect(await of.show('b')).toMatchObject({ origin: 'uploaded' });
});

describe('an organization that a scenario changes', () => {
  const organization = { dpaAccepted: false };
  const changed = (opened: Awaited<ReturnType<typeof openScenarios>>) => opened.sandbox.read(readOrganizationChange);

  test('stays as it is while the scenario was only named or moved', async () => {
    const opened = await openScenarios([file('a', {}, { organization })]);
    await opened.claim('a');
    await opened.of.setState('a', 'Started');
    expect(await changed(opened)).toBeUndefined();
  });
});

test('an upload is one of a hundred at most; the hundredth can still be replaced', async () => {
  const { of } = await openScenarios([]);
  for (let index = 0; index < 100; index++) await of.upload(file(`u${String(index)}`));
  expect(await refusalOf(of.upload(file('more')))).toMatchObject({
    status: 409,
    detail: expect.stringMatching(/ 100 uploaded scenarios.*: delete one/),
  });
  expect(await of.upload(file('u99', { title: 'New' }))).toMatchObject({ steps: [{ title: 'New' }] });
  expect(await of.list()).toHaveLength(100);
});

describe('the clock', () => {
  const opened = async (clock: string, isReached = true) => {
    const asked: (number | undefined)[] = [];
    const { of } = await openScenarios([file('a', {}, { clock })], {
      freeze: (_sandbox, at) => {
        asked.push(at);
        return Promise.resolve(isReached);
      },
    });
    return { of, asked };
  };

  test('that does not get there leaves the scenario as it is', async () => {
    const { of } = await opened('2026-11-20T10:00:00Z', false);
    const { status, detail } = await refusalOf(of.activate('a'));
    expect(status).toBe(409);
    expect(detail).toMatch(/ 2026-11-20T10:00:00Z.*: activate a again/);
    expect(await of.show('a')).toMatchObject({ active: false });
  });
});

test('when a file changes, the steps are counted from the beginning; it stays active', async () => {
  const { of, claim, edit } = await openScenarios([file('a', { times: 1 })]);
  await of.activate('a');
  expect([await claim('a'), await claim('a')]).toEqual([1, 0]);
  await edit(file('a', { times: 1, title: 'Edited' }));
  expect([await claim('a'), await claim('a')]).toEqual([1, 0]);
  expect(await of.show('a')).toMatchObject({ active: true });
});

describe('what ends', () => {
  const organization = { dpaAccepted: false };

  test('takes its change of the organization with it when it is removed, replaced or begun anew without one', async () => {
    const { of, sandbox } = await openScenarios([]);
    const changed = () => sandbox.read(readOrganizationChange);
    await of.upload(file('a', {}, { organization }));
    await of.activate('a');
    await of.upload(file('a'));
    expect(await changed()).toBeUndefined();
    await of.upload(file('a', {}, { organization }));
    await of.activate('a');
    await of.remove('a');
    expect(await changed()).toBeUndefined();
  });
});

test('what was put in the middle of a scenario is forgotten when it is begun anew', async () => {
  const timeline = [{ at: 'PT2S', from: 'later', emit: 'late' }];
  const { of, wait, happened } = await openScenarios([file('a', { moveTo: 'later' }, { timeline })]);
  await of.activate('a');
  await of.setState('a', 'later');
  await of.activate('a');
  await wait(5000);
  expect(happened).toEqual([]);
});

test('a file of an imported state that cannot be played is passed over', async () => {
  const { of, sandbox } = await openScenarios([file('a')]);
  const broken = { scenario: 'b', steps: [{ on: 'createOrder', delay: 'nonsense' }] };
  await sandbox.transact((work) => work.insert(uploadedScenarios, () => ({ name: 'b', file: broken })));
  expect(names(await of.list())).toEqual(['a']);
  expect(await refusalOf(of.show('b'))).toMatchObject({ status: 404 });
});
