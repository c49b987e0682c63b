import path from 'node:path';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { type Scenario, prepareScenario } from '../../engine/scenarios/scenario.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import { FileError } from '../../kernel/file-error.ts';
import { packageFile } from './package-files.ts';
import { readScenario } from './read-scenario.ts';
import { type YamlFolder, faultOf, findYamlFiles, loadYamlFolder, nameOfFile, readTextFile } from './yaml-folder.ts';

/** The bundled scenario library. */
export const READY_SCENARIOS = packageFile('scenarios');

const MAX_SCENARIOS = 1000;

const inFolder = (folder: string): YamlFolder => ({
  folder,
  noun: 'scenario',
  flag: '--scenarios',
  most: MAX_SCENARIOS,
});

/**
 * Loads every scenario of a folder and its subfolders: `<area>/<name>.yaml`. Validates them if there is a scenario
 * schema; our own files are not validated at every start.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadScenarios = (folder: string, scenarioSchema?: ScenarioSchema): Promise<ScenarioSet> =>
  loadYamlFolder(inFolder(folder), (file) => loadScenario(file, { scenarioSchema, folder }));

/**
 * The bundled library. It is never empty: without it the package is broken, and a client would appear to pass all tests
 * because there are none.
 *
 * @throws {@link FileError} if the library is missing or one of its files is invalid
 */
export const loadReadyScenarios = async (scenarioSchema?: ScenarioSchema): Promise<ScenarioSet> => {
  await checkReadyScenarios();
  return loadScenarios(READY_SCENARIOS, scenarioSchema);
};

/** Checks at every start that the library exists. Its files are loaded on demand. */
export const checkReadyScenarios = async (): Promise<void> => {
  const files = await findYamlFiles(inFolder(READY_SCENARIOS)).catch(() => []);
  if (files.length === 0)
    throw new FileError([
      faultOf(READY_SCENARIOS, 'contains no ready scenario: the package is incomplete; reinstall it'),
    ]);
};

interface LoadOptions {
  readonly scenarioSchema?: ScenarioSchema | undefined;
  /** The folder whose subfolders are areas. */
  readonly folder?: string;
}

export const loadScenario = async (
  file: string,
  { scenarioSchema, folder = path.dirname(file) }: LoadOptions = {},
): Promise<Scenario> => {
  const text = await readTextFile(file);
  const name = nameOfFile(file);
  const [area = ''] = path.relative(folder, path.dirname(file)).split(path.sep);
  const place = { area: area === '' ? null : area, path: file };
  const scenario = await readScenario(text, file, { scenarioSchema, name });
  return prepareScenario(scenario, scenarioSchema?.contract.problems, { place });
};
