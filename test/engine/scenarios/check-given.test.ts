import { describe, expect, test } from '@jest/globals';
import { AssumptionError } from '../../../src/engine/assumptions/register.ts';
import { checkScenario } from '../../../src/engine/scenarios/check-scenario.ts';
import type { ScenarioFlaw } from '../../../src/engine/scenarios/flaw.ts';
import type { ScenarioFile } from '../../../src/engine/scenarios/scenario-file.ts';
import { type Vocabulary, createVocabulary } from '../../../src/engine/scenarios/vocabulary.ts';
import { smallVocabulary } from './small-vocabulary.ts';

/** Knows the switch "size", and that it may be large. */
const WITH_SWITCHES: Vocabulary = {
  ...smallVocabulary(),
  register: {
    change: (_choices, wishes) => {
      for (const [id, wish] of Object.entries(wishes)) {
        if (id === 'broken') throw new Error('broken');
        if (id !== 'size') throw new AssumptionError(id, 'unknown', { isUnknown: true });
        if (wish !== 'large') throw new AssumptionError(id, 'no such alternative');
      }
      return {};
    },
  },
};

const flawsOf = (given: ScenarioFile['given'], vocabulary = WITH_SWITCHES): Promise<readonly ScenarioFlaw[]> =>
  checkScenario({ scenario: 'tested', given: given! }, vocabulary);

describe('switches that a scenario sets', () => {
  test('are enough for a scenario', async () => {
    expect(await flawsOf([{ assume: { size: 'large' } }])).toEqual([]);
    expect(await flawsOf([{ fixture: 'ready' }, { assume: { size: 'large' } }])).toEqual([]);
    expect(await flawsOf([{ assume: {} }])).toMatchObject([{ path: [] }]);
  });

  test('have a name and an alternative that there are: each flaw stands where it was written', async () => {
    const given = [{ fixture: 'ready' }, { assume: { size: 'large', sice: 'large' } }, { assume: { size: 'lagre' } }];
    const flaws = await flawsOf(given);
    expect(flaws.map(({ path, message, isKey = false }) => ({ path, message, isKey }))).toEqual([
      { path: ['given', 1, 'assume', 'sice'], message: 'unknown', isKey: true },
      { path: ['given', 2, 'assume', 'size'], message: 'no such alternative', isKey: false },
    ]);
  });

  test('are any where it is not known which there are', async () => {
    const { contract } = WITH_SWITCHES;
    expect(await flawsOf([{ assume: { anything: 'goes' } }], createVocabulary({ contract }))).toEqual([]);
  });

  test('that cannot be looked up for another reason are a bug of ours', async () => {
    await expect(flawsOf([{ assume: { broken: 'x' } }])).rejects.toThrow('broken');
  });
});

test('fixtures between switches are refused at their own place', async () => {
  const size = { assume: { size: 'large' } };
  const flaws = await flawsOf([
    size,
    { fixture: 'ready', with: { count: 1 } },
    size,
    { fixture: 'ready', with: { cuont: 1 } },
  ]);
  expect(flaws).toMatchObject([{ path: ['given', 3, 'with', 'cuont'] }]);
  expect(await flawsOf([size, { fixture: 'raedy' }])).toMatchObject([{ path: ['given', 1, 'fixture'] }]);
  expect(await flawsOf([size, { fixture: 'ready', with: { count: '{{request.path.uuid}}' } }])).toMatchObject([
    { path: ['given', 1, 'with', 'count'] },
  ]);
});
