import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { type Scenario, prepareScenario } from '../../engine/scenarios/scenario.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import { FileError, type FileFault } from '../../kernel/file-error.ts';
import { packageFile } from './package-files.ts';
import { readScenario } from './read-scenario.ts';

/** The bundled scenario library. */
export const READY_SCENARIOS = packageFile('scenarios');

export const MAX_SCENARIOS = 1000;

const SCENARIO_FILE = /\.ya?ml$/i;

/**
 * Loads every scenario of a folder and its subfolders: `<area>/<name>.yaml`. Validates them if there is a scenario
 * schema; our own files are not validated at every start.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadScenarios = async (folder: string, scenarioSchema?: ScenarioSchema): Promise<ScenarioSet> => {
  const files = await findFiles(folder);
  const faults: FileFault[] = [];
  const loaded = new Map<string, { readonly scenario: Scenario; readonly file: string }>();
  for (const file of files) {
    try {
      const scenario = await loadScenario(file, { scenarioSchema, folder });
      const twin = loaded.get(scenario.name);
      if (twin !== undefined)
        faults.push(fault(file, `the scenario "${scenario.name}" already exists in ${twin.file}: rename one of them`));
      else loaded.set(scenario.name, { scenario, file });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length > 0) throw new FileError(faults);
  return new Map([...loaded].map(([name, { scenario }]) => [name, scenario]));
};

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
  const files = await findFiles(READY_SCENARIOS).catch(() => []);
  if (files.length === 0)
    throw new FileError([
      fault(READY_SCENARIOS, 'contains no ready scenario: the package is incomplete; reinstall it'),
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
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new FileError([
      fault(file, `cannot be read (${String((error as NodeJS.ErrnoException).code)}): check its permissions`),
    ]);
  });
  const name = path.basename(file).replace(SCENARIO_FILE, '');
  const [area = ''] = path.relative(folder, path.dirname(file)).split(path.sep);
  const place = { area: area === '' ? null : area, path: file };
  const scenario = await readScenario(text, file, { scenarioSchema, name });
  return prepareScenario(scenario, scenarioSchema?.contract.problems, place);
};

const findFiles = async (folder: string): Promise<readonly string[]> => {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw new FileError([fault(folder, 'no such folder: create it, or correct --scenarios')]);
  if (!found.isDirectory())
    throw new FileError([fault(folder, 'not a folder: set --scenarios to the folder that contains the files')]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && SCENARIO_FILE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    // Skips node_modules below the folder; the folder itself may be part of an installed package.
    .filter((file) => !path.relative(folder, file).split(path.sep).includes('node_modules'))
    .sort();
  if (files.length > MAX_SCENARIOS)
    throw new FileError([
      fault(
        folder,
        `contains ${String(files.length)} scenarios, but the maximum is ${String(MAX_SCENARIOS)}: remove some`,
      ),
    ]);
  return files;
};

const fault = (file: string, message: string): FileFault => ({ file, line: 1, column: 1, message });
