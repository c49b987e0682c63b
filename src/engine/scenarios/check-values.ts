import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ConditionFile, Conditions } from '../../generated/scenario-file.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { type Json, stringifyJson, toNumbers } from '../../kernel/json.ts';
import { toPointer, faultOfPointer, parsePointer } from '../../kernel/json-pointer.ts';
import type { Path } from '../../kernel/path.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Operation, Parameter } from '../contract/contract.ts';
import { toOperators } from '../matching/condition.ts';
import { suggest } from '../matching/nearest.ts';
import { PatternError, compilePattern } from '../matching/pattern.ts';
import { unknownKeyIn, unknownMembers } from '../validation/unknown-members.ts';
import { alternativesOf, flatErrors, toViolations } from '../validation/violations.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { spotsIn } from './template.ts';

/** The operations of an id, or all for `*`. */
export const operationsOn = (id: string, { contract }: ScenarioSchema): readonly Operation[] =>
  contract.operations.filter((operation) => id === '*' || operation.id === id);

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
    const keys = checkPointer(pointer, operations, words, at.addKey);
    const faultOf = schema && keys && ((value: Json) => faultAt(keys, pointer, value, schema.pointer, words));
    await checkCondition(condition, at, pause, faultOf);
  }
};

const isInUrl = ({ in: place }: Parameter): boolean => place === 'path' || place === 'query';

const checkParameter = (name: string, operations: readonly Operation[], { addKey }: DiagnosticList): void => {
  const known = operations.flatMap(({ parameters }) => parameters.filter(isInUrl).map((parameter) => parameter.name));
  if (known.includes(name)) return;
  const only = onlyOf(operations);
  addKey(
    `${only?.id ?? 'no operation'} has ${only === undefined ? 'a' : 'no'} parameter "${name}" in path or query: ${suggest(name, new Set(known))}`,
  );
};

/** Checks a pointer into the bodies of the operations, and returns its keys; undefined if it is none. */
export const checkPointer = (
  pointer: string,
  operations: readonly Operation[],
  { contract }: ScenarioSchema,
  report: (message: string) => void,
): readonly string[] | undefined => {
  const fault = faultOfPointer(pointer);
  if (fault !== undefined) {
    report(`"${pointer}" ${fault}`);
    return undefined;
  }
  const keys = parsePointer(pointer);
  const only = onlyOf(operations);
  if (only === undefined) return keys;
  const contents = only.requestBody?.contents ?? [];
  if (contents.length === 0) {
    report(`${only.id} accepts no body: match parameters or headers instead`);
    return keys;
  }
  const found = contents.map(({ schema }) => unknownKeyIn(contract.document, schema?.schema, keys));
  const [unknown] = found;
  if (unknown !== undefined && !found.includes(undefined))
    report(
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
    // Placeholders are found elsewhere.
    const fault = spotsIn(value).length > 0 ? undefined : faultOf(value);
    if (fault !== undefined) at.add(`${stringifyJson(value)} can never match: it ${fault}. Use a valid value`);
  };
  if (equals !== undefined) check(equals, operators === condition ? diagnostics.at('equals') : diagnostics);
  for (const [index, value] of oneOf.entries()) check(value, diagnostics.at('oneOf', index));
};

/** Parameters are strings; how a string is parsed depends on its schema. Undefined if a reading of it matches. */
export const faultOfParameter = (
  { schema }: Parameter,
  value: Json,
  { errorsAt }: ScenarioSchema,
): string | undefined => {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const isJson = /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text);
  const readings = [text, ...(isJson ? [JSON.parse(text) as unknown] : []), [text], text.split(',')];
  const faults = readings.map((reading) => [...flatErrors(errorsAt(schema.pointer, reading))][0]);
  if (faults.includes(undefined)) return undefined;
  // Of the failed interpretations, the one of the right type gives the best message.
  return inWords(faults.find((fault) => fault?.keyword !== 'type') ?? faults[0]);
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
  for (const key of keys.toReversed()) whole = /^\d+$/.test(key) ? [whole] : { [key]: whole };
  const errors = [...flatErrors(errorsAt(schema, whole))];
  return inWords(errors.find(({ instancePath, keyword }) => instancePath === place && !OPEN.has(keyword)));
};

/** Keywords about the alternatives of a value, and about what is around it. */
const CHOICES = ['anyOf', 'oneOf', 'if'];
const NEEDS = ['required', 'dependentRequired', 'minProperties'];

/** Keywords that may be satisfied once the rest of the body exists. */
const OPEN = new Set([...NEEDS, ...CHOICES, 'not']);

const inWords = (error: ErrorObject | undefined): string | undefined => {
  if (error === undefined) return undefined;
  if (error.keyword !== 'enum') return error.message ?? 'does not match the API description';
  const allowed = (error.params as { readonly allowedValues: readonly unknown[] }).allowedValues;
  return `must be one of ${allowed.map(String).join(', ')}`;
};

/** Maximum number of diagnostics: more would hide the first. */
const MAX_DIAGNOSTICS = 5;

/** Validates a body against its schema, with a diagnostic at the position of each violation in the file. */
export const checkBody = (
  {
    value,
    pointer,
    isPartial = false,
    what,
  }: {
    readonly value: Json;
    /** Of its schema. */
    readonly pointer: string;
    /** Missing members are generated, or taken from a sample. */
    readonly isPartial?: boolean;
    /** For example `the body of 201 of createThing`. */
    readonly what: string;
  },
  { errorsAt, contract }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const places = spotsIn(value).map(({ path }) => path);
  // A file may have thousands of templates, each with its errors.
  const spots = new Set(places.map(toPointer));
  const aroundSpots = new Set(places.flatMap((path) => path.map((_key, end) => toPointer(path.slice(0, end)))));
  const isKept = ({ instancePath, keyword }: ErrorObject): boolean =>
    // Missing members are filled in later; alternatives that fail only because of them cannot be told apart.
    !(isPartial && [...NEEDS, ...CHOICES].includes(keyword)) &&
    // The value of a template is not known yet, and neither is the result of an alternative that depends on it.
    !spots.has(instancePath) &&
    !([...CHOICES, 'not'].includes(keyword) && aroundSpots.has(instancePath));
  const errors = [...keep(errorsAt(pointer, toNumbers(value)), isKept)];
  for (const { field, message } of toViolations(errors, value).slice(0, MAX_DIAGNOSTICS))
    diagnostics
      .at(...toPath(field))
      .add(
        `${what} does not match the API description: ${field === '' ? 'it' : field} ${message}. Correct it, or add offContract: true`,
      );
  if (errors.length > 0) return;
  const unknown = unknownMembers(value, { document: contract.document, pointer });
  for (const { path, known } of unknown.slice(0, MAX_DIAGNOSTICS)) {
    const key = String(path.at(-1));
    diagnostics
      .at(...path)
      .addKey(`${what} has no "${key}" there: ${toSentence(suggest(key, known))} Or add offContract: true`);
  }
};

/** A call that is made must have a body that its operation accepts; the remedies are for one that it lacks, and for one that it does not take. */
export const checkSentBody = (
  { id, requestBody }: Operation,
  body: Json | undefined,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  [missing, untaken]: readonly [string, string] = ['add body', 'use another call, or remove body'],
): void => {
  const contents = requestBody?.contents ?? [];
  const content = contents.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (body === undefined) {
    if (requestBody?.required === true) diagnostics.add(`${id} requires a body: ${missing}`);
  } else if (content === undefined)
    diagnostics.addKey(`${id} accepts no ${contents.length === 0 ? 'body' : 'JSON'}: ${untaken}`, 'body');
  else if (content.schema !== undefined)
    checkBody(
      { value: body, pointer: content.schema.pointer, what: `the body for ${id}` },
      scenarioSchema,
      diagnostics.at('body'),
    );
};

/** In the place of a choice that is left out, what its alternatives say otherwise. */
const keep = function* (
  errors: readonly ErrorObject[],
  isKept: (error: ErrorObject) => boolean,
): Generator<ErrorObject> {
  for (const error of errors)
    if (isKept(error)) yield error;
    else for (const alternative of alternativesOf(error)) yield* keep(alternative, isKept);
};

/** Parses `items[0].id` into its keys. */
const toPath = (field: string): Path =>
  field
    .replaceAll('[', '.[')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
