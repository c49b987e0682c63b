import { describe, expect, test } from '@jest/globals';
import { createRegister, type RequestedChoices } from '../../../src/engine/assumptions/register.ts';
import type { Assumption } from '../../../src/generated/assumptions-file.ts';
import { type SandboxState, STATE, states } from '../../../src/engine/sandbox/sandbox-state.ts';
import type { GivenFile, ScenarioFile } from '../../../src/generated/scenario-file.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { installFixturesWith, openScenarios } from './open-scenarios.ts';

const assumption = (id: string, chosenId: string, ...alternatives: readonly string[]): Assumption => ({
  id,
  question: `Which ${id}?`,
  chosen: chosenId,
  chosenId,
  alternatives: alternatives.map((each) => ({ id: each, text: each })),
  where: [],
  switchable: true,
});

const ASSUMPTIONS = [assumption('size', 'small', 'large', 'huge'), assumption('colour', 'red', 'blue')];

const given = (name: string, ...all: readonly GivenFile[]): ScenarioFile => ({
  scenario: name,
  steps: [{ on: 'createOrder', delay: 'PT1S' }],
  given: all,
});
const sets = (name: string, assume: Readonly<Record<string, string>>) => given(name, { assume });

/** With a state that remembers what somebody has set; without one, as the server was started. */
const open = async (
  files: readonly ScenarioFile[],
  requested: RequestedChoices = {},
  remembered: Readonly<Record<string, string>> | null = {},
) => {
  const register = createRegister(ASSUMPTIONS, requested);
  const opened = await openScenarios(files, { register, installFixtures: installFixturesWith() });
  const { sandbox } = opened;
  sandbox.assumed = remembered === null ? register.initial : register.assume(remembered);
  const kept = async () => (await sandbox.read((work) => work.get(states, STATE)))?.assumed;
  if (remembered !== null)
    await sandbox.transact((work) =>
      work.insert<SandboxState>(states, () => ({
        clock: { kind: 'frozen', at: TEST_NOW },
        createdAt: TEST_NOW,
        assumed: remembered,
      })),
    );
  return {
    ...opened,
    /** What the sandbox assumes. */
    stand: () => sandbox.assumed.choices,
    kept,
  };
};

describe('switches that a scenario sets', () => {
  test('are several: of two for the same assumption the later one counts', async () => {
    const all = given(
      'a',
      { assume: { size: 'large', colour: 'blue' } },
      { fixture: 'ready' },
      { assume: { size: 'huge' } },
    );
    const { of, stand } = await open([all]);
    await of.activate('a');
    expect(stand()).toEqual({ size: 'huge', colour: 'blue' });
    await of.deactivate('a');
    expect(stand()).toEqual({});
  });

  test('are taken back from an uploaded one when it is replaced or removed', async () => {
    const { of, stand } = await open([]);
    await of.upload(sets('a', { size: 'large' }));
    await of.activate('a');
    await of.upload(sets('a', { size: 'huge' }));
    expect(stand()).toEqual({});
    await of.activate('a');
    expect(stand()).toEqual({ size: 'huge' });
    await of.remove('a');
    expect(stand()).toEqual({});
  });
});

describe('of scenarios that set the same switch', () => {
  const FILES = [
    given('other'),
    sets('first', { size: 'large' }),
    sets('second', { size: 'huge' }),
    sets('third', { size: 'large' }),
    sets('fourth', { size: 'small' }),
  ];

  /** Activates them in this order, ends them in the other, and tells how the switch stands after each. */
  const play = async (begin: readonly string[], end: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const { of, stand } = await open(FILES);
    for (const name of ['other', ...begin]) await of.activate(name);
    const stood: (string | undefined)[] = [stand()['size']];
    for (const name of end) {
      await of.deactivate(name);
      stood.push(stand()['size']);
    }
    return stood;
  };

  test.each<[readonly string[], readonly string[], readonly (string | undefined)[]]>([
    [
      ['first', 'second'],
      ['second', 'first'],
      ['huge', 'large', undefined],
    ],
    [
      ['first', 'second'],
      ['first', 'second'],
      ['huge', 'huge', undefined],
    ],
    // To the same: it stands until the last of them ends.
    [
      ['first', 'third'],
      ['first', 'third'],
      ['large', 'large', undefined],
    ],
    [
      ['first', 'third'],
      ['third', 'first'],
      ['large', 'large', undefined],
    ],
    // There and back, and there again.
    [
      ['first', 'second', 'third', 'fourth'],
      ['first', 'fourth', 'third', 'second'],
      [undefined, undefined, 'large', 'huge', undefined],
    ],
    [
      ['second', 'first', 'fourth', 'third'],
      ['first', 'third', 'fourth', 'second'],
      ['large', 'large', undefined, 'huge', undefined],
    ],
  ])('begun as %j and ended as %j', async (begin, end, expected) => {
    expect(await play(begin, end)).toEqual(expected);
  });

  test('one that ends goes back to what it found, not to what an older one did', async () => {
    const { of, stand } = await open(
      [sets('a', { size: 'huge' }), sets('b', { size: 'large' }), sets('c', { size: 'small' })],
      {},
      { size: 'large' },
    );
    for (const name of ['a', 'b', 'c', 'b']) await of.activate(name);
    expect(stand()).toEqual({ size: 'large' });
    await of.deactivate('b');
    expect(stand()).toEqual({});
    await of.deactivate('c');
    expect(stand()).toEqual({ size: 'huge' });
    await of.deactivate('a');
    expect(stand()).toEqual({ size: 'large' });
  });
});
