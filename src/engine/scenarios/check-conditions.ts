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

/** The operation, where there is only one. */
export const onlyOf = (operations: readonly Operation[]): Operation | undefined =>
  operations.length === 1 ? operations[0] : undefined;

/**
 * Conditions must concern something that the operations define: a misspelt name would never match. The values must be
 * possible in a request of `passed`, an operation whose requests have passed all checks: a step that waits for a status
 * that does not exist is silently never used.
 */
export const checkConditions = async (
  { params = {}, headers = {}, body = {} }: Conditions,
  operations: readonly Operation[],
  passed: Operation | undefined,
  words: ScenarioSchema,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  for (const [name, condition] of Object.entries(params)) {
    const at = diagnostics.at('params', name);
    checkParameter(name, operations, at);
    const parameter = passed?.parameters.find((one) => one.name === name && isInUrl(one));
    await checkCondition(condition, at, pause, parameter && ((value) => faultOfParameter(parameter, value, words)));
  }
  for (const [name, condition] of Object.entries(headers))
    await checkCondition(condition, diagnostics.at('headers', name), pause);
  const contents = passed?.requestBody?.contents ?? [];
  const schema = contents.length === 1 ? contents[0]?.schema : undefined;
  for (const [pointer, condition] of Object.entries(body)) {
    const at = diagnostics.at('body', pointer);
    const keys = checkPointer(pointer, operations, words, at);
    const faultOf = schema && keys && ((value: Json) => faultAt(keys, pointer, value, schema.pointer, words));
    await checkCondition(condition, at, pause, faultOf);
  }
};

const isInUrl = ({ in: place }: Parameter): boolean => place === 'path' || place === 'query';

const checkParameter = (name: string, operations: readonly Operation[], diagnostics: DiagnosticList): void => {
  const known = operations.flatMap(({ parameters }) => parameters.filter(isInUrl).map((parameter) => parameter.name));
  if (known.includes(name)) return;
  const only = onlyOf(operations);
  diagnostics.addKey(
    `${only?.id ?? 'no operation'} has ${only === undefined ? 'a' : 'no'} parameter "${name}" in path or query: ${suggest(name, new Set(known))}`,
  );
};

/** Checks a pointer into the bodies of the operations, and returns its keys; undefined if it is none. */
export const checkPointer = (
  pointer: string,
  operations: readonly Operation[],
  { contract }: ScenarioSchema,
  diagnostics: DiagnosticList,
): readonly string[] | undefined => {
  let keys: readonly string[];
  try {
    keys = parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
    diagnostics.addKey(`"${pointer}" ${error.message}`);
    return undefined;
  }
  const only = onlyOf(operations);
  if (only === undefined) return keys;
  const contents = only.requestBody?.contents ?? [];
  if (contents.length === 0) {
    diagnostics.addKey(`${only.id} accepts no body: match parameters or headers instead`);
    return keys;
  }
  const followed = contents.map(({ schema }) => followInSchema(contract.document, schema?.schema, keys));
  const unknown = followed.find((result) => result.kind === 'unknown');
  if (unknown !== undefined && followed.every((result) => result.kind !== 'there'))
    diagnostics.addKey(
      `the body of ${only.id} has nothing at ${pointer}: there is no "${unknown.key}", ${suggest(unknown.key, unknown.known)}`,
    );
  return keys;
};

const checkCondition = async (
  condition: ConditionFile,
  diagnostics: DiagnosticList,
  pause: Pause | undefined,
  faultOf?: (value: Json) => string | undefined,
): Promise<void> => {
  const operators = toOperators(condition);
  const { absent, matches, equals, oneOf = [] } = operators;
  if (absent === true && Object.keys(operators).length > 1)
    diagnostics.add('requires a value and its absence at once: keep one of the two');
  if (matches !== undefined) {
    try {
      await compilePattern(matches);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      diagnostics.at('matches').add(`"${matches.slice(0, 40)}" ${error.message}`);
    }
    await pause?.();
  }
  if (faultOf === undefined) return;
  const check = (value: Json, at: DiagnosticList): void => {
    const isTemplate = typeof value === 'string' && value.includes('{{');
    const fault = isTemplate ? 'is compared literally: placeholders do not work in conditions' : faultOf(value);
    if (fault !== undefined) at.add(`${stringifyJson(value)} can never match: it ${fault}. Use a valid value`);
  };
  if (equals !== undefined) check(equals, operators === condition ? diagnostics.at('equals') : diagnostics);
  for (const [index, value] of oneOf.entries()) check(value, diagnostics.at('oneOf', index));
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
