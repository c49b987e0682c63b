import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Json, parseOwnJson, stringifyJson, toNumbers } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { checkScenario } from '../../engine/scenarios/check-scenario.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { FileError } from './file-error.ts';
import { salvage } from './salvage.ts';
import { type ShapeFault, toShapeFault } from './shape-fault.ts';
import { packageFile } from './package-files.ts';

export const SCENARIO_SCHEMA = packageFile('scenarios', 'scenario.schema.json');

export interface ReadOptions {
  /** Schema to validate the scenario against; omitted for our own files, which tests validate. */
  readonly scenarioSchema?: ScenarioSchema | undefined;
  /** Expected scenario name, derived from the file name. */
  readonly name?: string | undefined;
}

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
  { scenarioSchema, name }: ReadOptions = {},
): Promise<ScenarioFile> => {
  // Loaded with the first scenario: a server starts without it.
  const { parseLocatedYaml } = await import('./located-yaml.ts');
  const { value, placeOf } = parseLocatedYaml(text, file);
  const fail = (faults: readonly ShapeFault[]): FileError =>
    new FileError(
      faults
        .slice(0, MAX_FAULTS)
        .map(({ path, isKey = false, message }) => ({ file, ...placeOf(path, isKey), message: toSentence(message) })),
    );
  const faults = await findFaults(value, { scenarioSchema, name });
  if (faults.length > 0) throw fail(faults);
  return value as unknown as ScenarioFile;
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
  const faults = await findFaults(value, { scenarioSchema });
  if (faults.length === 0) return value as unknown as ScenarioFile;
  const lines = faults.slice(0, MAX_FAULTS).map(({ message }) => toSentence(message));
  const name = (value as { readonly scenario?: unknown }).scenario;
  throw new ScenarioError(
    `the scenario ${typeof name === 'string' ? `"${name}" ` : ''}is invalid:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
};

const findFaults = async (value: Json, { scenarioSchema, name }: ReadOptions): Promise<readonly ShapeFault[]> => {
  const misshapen = findShapeFaults(value);
  if (misshapen.length === 0) return findDiagnostics(value as unknown as ScenarioFile, { scenarioSchema, name });
  // Also checks the parts that match the schema, so that fixing one fault does not reveal the next.
  const left = salvage(value, (rest) => (rest === null ? [[]] : findShapeFaults(rest).map(({ path }) => path)));
  if (left === undefined) return misshapen;
  const diagnostics = await findDiagnostics(left.value as unknown as ScenarioFile, { scenarioSchema, name });
  return [
    ...misshapen,
    ...diagnostics
      .map((diagnostic) => ({ ...diagnostic, path: left.toOriginal(diagnostic.path) }))
      // A reference to a part that was removed is not reported as missing.
      .filter(
        ({ path, message }) =>
          !left.isTouched(path) && !/\bstate\b|\bcan never match: (?:step|entry) \d|\{\{given\./.test(message),
      ),
  ];
};

const findDiagnostics = async (
  scenario: ScenarioFile,
  { scenarioSchema, name }: ReadOptions,
): Promise<readonly ShapeFault[]> => {
  if (name !== undefined && scenario.scenario !== name)
    return [
      {
        path: ['scenario'],
        message: `the scenario is "${scenario.scenario}", but its file is ${name}.yaml: rename one of the two`,
      },
    ];
  const diagnostics = scenarioSchema === undefined ? [] : await checkScenario(scenario, scenarioSchema);
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    message: `${toWhere(diagnostic.path)}${diagnostic.message}`,
  }));
};

const toWhere = (path: ShapeFault['path']): string => {
  const where = path.map((key) => (typeof key === 'number' ? `[${String(key)}]` : `.${key}`)).join('');
  return where === '' ? '' : `${where.replace(/^\./, '')}: `;
};

let validator: ValidateFunction | undefined;

/** Violations of scenario.schema.json. */
const findShapeFaults = (value: Json): ShapeFault[] => {
  if (value === null)
    return [{ path: [], message: 'the file is empty: start with "scenario:" and a name, then add steps' }];
  validator ??= compile();
  if (validator(toNumbers(value))) return [];
  // An "if" error only repeats that its "then" or "else" failed, which is already listed.
  return (validator.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(toShapeFault);
};

const compile = (): ValidateFunction => {
  const schema = JSON.parse(readFileSync(SCENARIO_SCHEMA, 'utf8')) as object;
  return new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(schema);
};
