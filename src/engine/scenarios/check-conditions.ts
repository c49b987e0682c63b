import type { Pause } from '../../kernel/time-slices.ts';
import type { Operation, Parameter } from '../contract/contract.ts';
import { toOperators } from '../matching/condition.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { suggest } from '../matching/nearest.ts';
import { PatternError, compilePattern } from '../matching/pattern.ts';
import { PointerError, parsePointer } from '../matching/pointer.ts';
import { followInSchema } from '../validation/unknown-members.ts';
import type { ConditionFile, Conditions } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { type Json, stringifyJson, toNumbers } from '../../kernel/json.ts';
import { flatErrors } from '../validation/violations.ts';

/** Conditions must concern something that the operations define: a misspelt name would never match. */
export const checkConditions = async (
  { params = {}, headers = {}, body = {} }: Conditions,
  operations: readonly Operation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  for (const [name, condition] of Object.entries(params)) {
    const at = diagnostics.at('params', name);
    checkParameter(name, operations, at);
    await checkOperators(condition, at, pause);
  }
  for (const [name, condition] of Object.entries(headers))
    await checkOperators(condition, diagnostics.at('headers', name), pause);
  for (const [pointer, condition] of Object.entries(body)) {
    const at = diagnostics.at('body', pointer);
    checkPointer(pointer, operations, scenarioSchema, at);
    await checkOperators(condition, at, pause);
  }
};

const checkParameter = (name: string, operations: readonly Operation[], diagnostics: DiagnosticList): void => {
  const known = operations.flatMap(({ parameters }) =>
    parameters.filter(({ in: place }) => place === 'path' || place === 'query').map((parameter) => parameter.name),
  );
  if (known.includes(name)) return;
  const [only] = operations.length === 1 ? operations : [];
  diagnostics.addKey(
    `${only?.id ?? 'no operation'} has ${only === undefined ? 'a' : 'no'} parameter "${name}" in path or query: ${suggest(name, new Set(known))}`,
  );
};

/** Checks a pointer into the bodies of the operations. */
export const checkPointer = (
  pointer: string,
  operations: readonly Operation[],
  { contract }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  let keys: readonly string[];
  try {
    keys = parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
    diagnostics.addKey(`"${pointer}" ${error.message}`);
    return;
  }
  const [only] = operations.length === 1 ? operations : [];
  if (only === undefined) return;
  const contents = only.requestBody?.contents ?? [];
  if (contents.length === 0) {
    diagnostics.addKey(`${only.id} accepts no body: match parameters or headers instead`);
    return;
  }
  const followed = contents.map(({ schema }) => followInSchema(contract.document, schema?.schema, keys));
  const unknown = followed.find((result) => result.kind === 'unknown');
  if (unknown === undefined || followed.some((result) => result.kind === 'there')) return;
  diagnostics.addKey(
    `the body of ${only.id} has nothing at ${pointer}: there is no "${unknown.key}", ${suggest(unknown.key, unknown.known)}`,
  );
};

const checkOperators = async (
  condition: ConditionFile,
  diagnostics: DiagnosticList,
  pause: Pause | undefined,
): Promise<void> => {
  const operators = toOperators(condition);
  if (operators.absent === true && Object.keys(operators).length > 1)
    diagnostics.add('requires a value and its absence at once: keep one of the two');
  if (operators.matches === undefined) return;
  try {
    await compilePattern(operators.matches);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    diagnostics.at('matches').add(`"${operators.matches.slice(0, 40)}" ${error.message}`);
  }
  await pause?.();
};

/**
 * The value of a condition must be possible in a request that has passed its checks: a step that waits for a status
 * that does not exist is silently never used.
 */
export const checkValues = (
  { params = {}, body = {} }: Conditions,
  { parameters, requestBody }: Operation,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  for (const [name, condition] of Object.entries(params)) {
    const parameter = parameters.find((one) => one.name === name && (one.in === 'path' || one.in === 'query'));
    if (parameter !== undefined)
      eachValue(condition, diagnostics.at('params', name), (value) =>
        faultOfParameter(parameter, value, scenarioSchema),
      );
  }
  const schema = requestBody?.contents[0]?.schema;
  if (schema === undefined || requestBody?.contents.length !== 1) return;
  for (const [pointer, condition] of Object.entries(body))
    eachValue(condition, diagnostics.at('body', pointer), (value) => {
      const keys = keysOf(pointer);
      return keys === undefined ? undefined : faultAt(keys, pointer, value, schema.pointer, scenarioSchema);
    });
};

const eachValue = (
  condition: ConditionFile,
  diagnostics: DiagnosticList,
  faultOf: (value: Json) => string | undefined,
): void => {
  const { equals, oneOf = [] } = toOperators(condition);
  const isPlain = typeof condition !== 'object' || condition === null;
  const values: (readonly [Json, DiagnosticList])[] = [
    ...(equals === undefined ? [] : [[equals, isPlain ? diagnostics : diagnostics.at('equals')] as const]),
    ...oneOf.map((value, index) => [value, diagnostics.at('oneOf', index)] as const),
  ];
  for (const [value, at] of values) {
    const fault =
      typeof value === 'string' && value.includes('{{')
        ? 'is compared literally: placeholders do not work in conditions'
        : faultOf(value);
    if (fault !== undefined) at.add(`${stringifyJson(value)} can never match: it ${fault}. Use a valid value`);
  }
};

/** Parameters are strings; how a string is parsed depends on its schema. */
const faultOfParameter = ({ schema }: Parameter, value: Json, { errorsAt }: ScenarioSchema): string | undefined => {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const readings: readonly unknown[] = [text, ...readAsJson(text), [text]];
  const faults = readings.map((reading) => [...flatErrors(errorsAt(schema.pointer, reading))][0]);
  if (faults.includes(undefined)) return undefined;
  // Of the failed interpretations, the one of the right type gives the best message.
  return inWords(faults.find((fault) => fault?.keyword !== 'type') ?? faults[0]);
};

const readAsJson = (text: string): readonly unknown[] =>
  /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? [JSON.parse(text)] : [];

const keysOf = (pointer: string): readonly string[] | undefined => {
  try {
    return parsePointer(pointer);
  } catch {
    // Already reported.
    return undefined;
  }
};

/**
 * Validates a value alone at its position, and considers only errors at that position: the rest of the body is missing.
 */
const faultAt = (
  keys: readonly string[],
  pointer: string,
  value: Json,
  schema: string,
  { errorsAt }: ScenarioSchema,
): string | undefined => {
  let whole: unknown = toNumbers(value);
  // Any index is replaced by 0, since the elements before it do not exist.
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0');
  for (const key of [...keys].reverse()) whole = /^\d+$/.test(key) ? [whole] : { [key]: whole };
  const errors = [...flatErrors(errorsAt(schema, whole))].filter(
    ({ instancePath, keyword }) => instancePath === place && !OPEN.has(keyword),
  );
  return inWords(errors[0]);
};

/** Keywords that may be satisfied once the rest of the body exists. */
const OPEN = new Set(['required', 'dependentRequired', 'minProperties', 'anyOf', 'oneOf', 'if', 'not']);

type Fault = ReturnType<ScenarioSchema['errorsAt']>[number];

const inWords = (error: Fault | undefined): string | undefined => {
  if (error === undefined) return undefined;
  if (error.keyword !== 'enum') return error.message ?? 'does not match the API description';
  const allowed = (error.params as { readonly allowedValues: readonly unknown[] }).allowedValues;
  return `must be one of ${allowed.map(String).join(', ')}`;
};
