import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { checkScenario } from '../../engine/scenarios/check-scenario.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { formatPath } from '../../kernel/path.ts';
import { packageJson } from './package-files.ts';
import { type LocatedFileOptions, MAX_FAULTS, findFileFaults, readLocatedFile } from './read-located-file.ts';

interface ReadOptions extends LocatedFileOptions {
  /** Schema to validate the scenario against; omitted for our own files, which tests validate. */
  readonly scenarioSchema?: ScenarioSchema | undefined;
  /** Expected scenario name, derived from the file name: in a folder, files and scenarios have the same names. */
  readonly name?: string | undefined;
}

/** Bytes; a scenario of two hundred steps takes a tenth of it. */
const LARGEST_FILE = 256 * 1024;

/**
 * Parses a scenario from YAML, or from JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const readScenario = (text: string, file: string, options: ReadOptions = {}): Promise<ScenarioFile> =>
  readLocatedFile<ScenarioFile>(text, file, {
    ...options,
    ...kindOf(options),
    largest: LARGEST_FILE,
    tooLarge: 'split it into several scenarios',
  });

/** All faults of an uploaded scenario in a state that is imported. */
export const findImportFaults = async (
  file: object,
  scenarioSchema: ScenarioSchema,
): Promise<readonly PathDiagnostic[]> => {
  const value = file as Json;
  if (Buffer.byteLength(stringifyJson(value)) > LARGEST_FILE)
    return [{ path: [], message: `is larger than ${String(LARGEST_FILE)} bytes: split it into several scenarios` }];
  return (await findFileFaults(value, kindOf({ scenarioSchema }))).slice(0, MAX_FAULTS);
};

/** A scenario from a program is invalid; the message locates each error. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/**
 * Validates a scenario from a program.
 *
 * @throws {@link ScenarioError}
 */
export const readDefinition = async (definition: object, scenarioSchema: ScenarioSchema): Promise<ScenarioFile> => {
  // Copies the definition, so that later changes by the program have no effect. Omits what JSON omits.
  const value = parseOwnJson(stringifyJson(definition));
  const faults = await findFileFaults(value, kindOf({ scenarioSchema }));
  if (faults.length === 0) return value as unknown as ScenarioFile;
  const lines = faults.slice(0, MAX_FAULTS).map(({ message }) => toSentence(message));
  const name = (value as { readonly scenario?: unknown }).scenario;
  throw new ScenarioError(
    `the scenario ${typeof name === 'string' ? `"${name}" ` : ''}is invalid:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
};

const kindOf = ({ scenarioSchema, name, pause }: ReadOptions) => ({
  schema: scenarioFileSchema(),
  empty: 'the file is empty: start with "scenario:" and a name, then add steps',
  check: async (scenario: ScenarioFile): Promise<readonly PathDiagnostic[]> => {
    await pause?.();
    const message = `the scenario is "${scenario.scenario}", but its file is ${String(name)}.yaml: rename one of the two`;
    const misnamed = name === undefined || scenario.scenario === name ? [] : [{ path: ['scenario'], message }];
    const found = scenarioSchema === undefined ? [] : await checkScenario(scenario, scenarioSchema, pause);
    return [
      ...misnamed,
      ...found.map((diagnostic) => ({ ...diagnostic, message: `${toWhere(diagnostic.path)}${diagnostic.message}` })),
    ];
  },
  isReference: (message: string) => REFERENCE.test(message),
});

/** A reference to a part that was removed is not reported as missing. */
const REFERENCE = /\bstate\b|\bcan never match: (?:step|entry) \d|\{\{given\./;

const toWhere = (path: PathDiagnostic['path']): string => (path.length === 0 ? '' : `${formatPath(path)}: `);

let schema: object | undefined;

/** The JSON Schema of scenario files. */
export const scenarioFileSchema = (): object => (schema ??= packageJson('scenarios', 'scenario.schema.json'));
