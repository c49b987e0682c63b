import { type Json, parseOwnJson, stringifyJson, toNumbers } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { checkScenario } from '../../engine/scenarios/check-scenario.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { FileError } from '../../kernel/file-error.ts';
import { firstMembers } from '../../engine/validation/first-members.ts';
import { toShapeFault } from '../../engine/validation/shape-fault.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { formatPath } from '../../kernel/path.ts';
import { type Pause, type RunInSlices, atOnce } from '../../kernel/time-slices.ts';
import { fileValidator } from './file-validator.ts';
import { findFaults } from './find-faults.ts';
import { packageJson } from './package-files.ts';

export interface ReadOptions {
  /** Schema to validate the scenario against; omitted for our own files, which tests validate. */
  readonly scenarioSchema?: ScenarioSchema | undefined;
  /** Expected scenario name, derived from the file name. */
  readonly name?: string | undefined;
  /** Parses a file of a stranger in slices; by default at once. */
  readonly run?: RunInSlices;
  /** Awaited between two of its steps when they are checked. */
  readonly pause?: Pause;
}

/** Bytes; a scenario of two hundred steps takes a tenth of it. */
const LARGEST_FILE = 256 * 1024;

/** One more than the longest list of the schema has, so that one that is too long still is. */
const MOST_LISTED = 201;

/** Maximum faults of shape per file; beyond, its other faults are not looked for. */
const MOST_SHAPE_FAULTS = 100;

/** Maximum reported faults per file; more are usually consequences of one fault. */
const MAX_FAULTS = 20;

/**
 * Parses a scenario from YAML, or from JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const readScenario = async (
  text: string,
  file: string,
  { scenarioSchema, name, run = atOnce, pause }: ReadOptions = {},
): Promise<ScenarioFile> => {
  if (Buffer.byteLength(text) > LARGEST_FILE) {
    const message = `the file is larger than ${String(LARGEST_FILE)} bytes: split it into several scenarios`;
    throw new FileError([{ file, line: 1, column: 1, message }]);
  }
  // Loaded with the first scenario: a server starts without it.
  const { parseLocatedYaml } = await import('./located-yaml.ts');
  const { value, placeOf } = await run(parseLocatedYaml(text, file));
  const fail = (faults: readonly PathDiagnostic[]): FileError =>
    new FileError(
      faults
        .slice(0, MAX_FAULTS)
        .map(({ path, isKey = false, message }) => ({ file, ...placeOf(path, isKey), message: toSentence(message) })),
    );
  await pause?.();
  const faults = await findScenarioFaults(value, { scenarioSchema, name, ...(pause === undefined ? {} : { pause }) });
  if (faults.length > 0) throw fail(faults);
  return value as unknown as ScenarioFile;
};

/** All faults of an uploaded scenario in a state that is imported. */
export const findImportFaults = async (
  file: object,
  scenarioSchema: ScenarioSchema,
): Promise<readonly PathDiagnostic[]> => {
  const value = file as Json;
  if (Buffer.byteLength(stringifyJson(value)) > LARGEST_FILE)
    return [{ path: [], message: `is larger than ${String(LARGEST_FILE)} bytes: split it into several scenarios` }];
  return (await findScenarioFaults(value, { scenarioSchema })).slice(0, MAX_FAULTS);
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
  const faults = await findScenarioFaults(value, { scenarioSchema });
  if (faults.length === 0) return value as unknown as ScenarioFile;
  const lines = faults.slice(0, MAX_FAULTS).map(({ message }) => toSentence(message));
  const name = (value as { readonly scenario?: unknown }).scenario;
  throw new ScenarioError(
    `the scenario ${typeof name === 'string' ? `"${name}" ` : ''}is invalid:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
};

const findScenarioFaults = (
  value: Json,
  { scenarioSchema, name, pause }: ReadOptions,
): Promise<readonly PathDiagnostic[]> =>
  findFaults<ScenarioFile>(value, {
    findShapeFaults,
    findDiagnostics: async (scenario, isPart) => {
      await pause?.();
      if (name !== undefined && scenario.scenario !== name)
        return [
          {
            path: ['scenario'],
            message: `the scenario is "${scenario.scenario}", but its file is ${name}.yaml: rename one of the two`,
          },
        ];
      const found = scenarioSchema === undefined ? [] : await checkScenario(scenario, scenarioSchema, pause);
      return found
        .filter(({ message }) => !isPart || !REFERENCE.test(message))
        .map((diagnostic) => ({ ...diagnostic, message: `${toWhere(diagnostic.path)}${diagnostic.message}` }));
    },
  });

/** A reference to a part that was removed is not reported as missing. */
const REFERENCE = /\bstate\b|\bcan never match: (?:step|entry) \d|\{\{given\./;

const toWhere = (path: PathDiagnostic['path']): string => (path.length === 0 ? '' : `${formatPath(path)}: `);

let schema: object | undefined;

/** The JSON Schema of scenario files. */
export const scenarioFileSchema = (): object => (schema ??= packageJson('scenarios', 'scenario.schema.json'));

/** Violations of scenario.schema.json. */
const findShapeFaults = (value: Json): PathDiagnostic[] => {
  if (value === null)
    return [{ path: [], message: 'the file is empty: start with "scenario:" and a name, then add steps' }];
  const validate = fileValidator(scenarioFileSchema());
  const numbers = toNumbers(value);
  // All faults of a huge file would take quadratic time; its first parts have enough.
  const part = firstMembers(numbers, MOST_LISTED);
  if (validate(part) && (part === numbers || validate(numbers))) return [];
  // An "if" error only repeats that its "then" or "else" failed, which is already listed.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return errors.slice(0, MOST_SHAPE_FAULTS).map(toShapeFault);
};
