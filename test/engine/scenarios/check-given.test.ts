import { describe, expect, test } from '@jest/globals';
import { AssumptionError } from '../../../src/engine/assumptions/register.ts';
import { checkScenario } from '../../../src/engine/scenarios/check-scenario.ts';
import type { PathDiagnostic } from '../../../src/kernel/diagnostic.ts';
import type { ScenarioFile } from '../../../src/generated/scenario-file.ts';
import type { ScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

/** Knows the switch "size", and that it may be large. */
const WITH_SWITCHES: ScenarioSchema = {
  ...smallScenarioSchema(),
  register: {
    change: (_choices, requested) => {
      for (const [id, wish] of Object.entries(requested)) {
        if (id === 'broken') throw new Error('broken');
        if (id !== 'size') throw new AssumptionError(id, 'unknown', { isUnknown: true });
        if (wish !== 'large') throw new AssumptionError(id, 'no such alternative');
      }
      return {};
    },
  },
};

const diagnosticsOf = (
  given: ScenarioFile['given'],
  scenarioSchema = WITH_SWITCHES,
): Promise<readonly PathDiagnostic[]> => checkScenario({ scenario: 'tested', given: given! }, scenarioSchema);

describe('switches that a scenario sets', () => {
  test('have a name and an alternative that there are: each flaw stands where it was written', async () => {
    const given = [{ fixture: 'ready' }, { assume: { size: 'large', sice: 'large' } }, { assume: { size: 'lagre' } }];
    const diagnostics = await diagnosticsOf(given);
    expect(diagnostics.map(({ path, message, isKey = false }) => ({ path, message, isKey }))).toEqual([
      { path: ['given', 1, 'assume', 'sice'], message: 'unknown', isKey: true },
      { path: ['given', 2, 'assume', 'size'], message: 'no such alternative', isKey: false },
    ]);
  });
});

test('fixtures between switches are refused at their own place', async () => {
  const size = { assume: { size: 'large' } };
  const diagnostics = await diagnosticsOf([
    size,
    { fixture: 'ready', with: { count: 1 } },
    size,
    { fixture: 'ready', with: { cuont: 1 } },
  ]);
  expect(diagnostics).toMatchObject([{ path: ['given', 3, 'with', 'cuont'] }]);
  expect(await diagnosticsOf([size, { fixture: 'raedy' }])).toMatchObject([{ path: ['given', 1, 'fixture'] }]);
  expect(await diagnosticsOf([size, { fixture: 'ready', with: { count: '{{request.path.uuid}}' } }])).toMatchObject([
    { path: ['given', 1, 'with', 'count'] },
  ]);
});
