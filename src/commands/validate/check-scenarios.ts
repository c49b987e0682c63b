import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openGivenFixtures } from '../../edges/files/given-fixtures.ts';
import { FileError } from '../../kernel/file-error.ts';
import { loadAssumptions } from '../../edges/files/load-assumptions.ts';
import { loadOwnContract } from '../../edges/files/load-own-contract.ts';
import { READY_SCENARIOS, loadReadyScenarios, loadScenarios } from '../../edges/files/load-scenarios.ts';
import { readScenario } from '../../edges/files/read-scenario.ts';
import { createRegister } from '../../engine/assumptions/register.ts';
import { type ScenarioSchema, createScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { drawSeededSecret } from '../../vat/invitations/invitation.ts';
import { SCENARIO_TEMPLATES } from '../../vat/scenarios/scenario-templates.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';

/** Only names and members matter here: no fixture is installed. */
const fixtures = openGivenFixtures({ drawSecret: drawSeededSecret, organizationOf: () => undefined });

let made: Promise<ScenarioSchema> | undefined;

/** Scenarios apply to the bundled description only. */
const scenarioSchema = (): Promise<ScenarioSchema> =>
  (made ??= Promise.all([loadOwnContract(), loadAssumptions()]).then(([{ contract }, assumptions]) =>
    createScenarioSchema({
      contract,
      simulators: SIMULATORS,
      fixtures: fixtures.words,
      register: createRegister(assumptions),
      templates: SCENARIO_TEMPLATES,
    }),
  ));

/**
 * A file that is named alone may have any name.
 *
 * @throws {@link FileError}
 */
export const checkScenarioFile = async (file: string): Promise<void> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const message = `cannot be read (${String((error as NodeJS.ErrnoException).code)})`;
    throw new FileError([{ file, line: 1, column: 1, message }]);
  });
  await readScenario(text, file, { scenarioSchema: await scenarioSchema() });
};

/** @throws {@link FileError} with the faults of all files */
export const checkScenarioFolder = async (folder: string): Promise<void> => {
  const words = await scenarioSchema();
  await (path.resolve(folder) === path.resolve(READY_SCENARIOS)
    ? loadReadyScenarios(words)
    : loadScenarios(folder, words));
};
