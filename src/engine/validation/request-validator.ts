import type { ErrorObject } from 'ajv/dist/2020.js';
import { memoize } from '../../kernel/caches.ts';
import type { Violation } from '../../kernel/problem.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { sequenceOf } from '../../kernel/media-type.ts';
import type { MediaType, Operation, Parameter, ParameterPlace } from '../contract/contract.ts';
import type { DecodedBody } from '../message/message.ts';
import { type Compilers, toReference } from './ajv.ts';
import { createFormReader, toPlainFields } from './form-values.ts';
import { readFitting, textReaderOf, Unreadable } from './text-values.ts';
import { type ParameterSources, UNUSED, createParameterReader, readQueryForm } from './parameter-values.ts';
import { MAX_VIOLATIONS, toViolations } from './violations.ts';

export interface ParameterFault {
  readonly parameter: Parameter;
  readonly violation: Violation;
}

export type RequestValidator = ReturnType<typeof createRequestValidator>;

const NO_VIOLATIONS: readonly Violation[] = [];

/** The precompiled validation of one operation's requests; created on its first request. */
export const createRequestValidator = (operation: Operation, compilers: Compilers) => {
  const contents = operation.requestBody?.contents ?? [];
  const validators = new Map(contents.map((content) => [content, createContentValidator(content, compilers)]));
  return {
    parameters: createParameterValidator(operation, compilers),
    body: (body: DecodedBody): ReturnType<ReturnType<typeof createContentValidator>> => {
      const validate = body.kind === 'none' ? undefined : validators.get(body.content);
      return validate?.(body) ?? { value: undefined, violations: NO_VIOLATIONS };
    },
  };
};

export type NeedsOf = ReturnType<typeof createNeedsOf>;

/**
 * The capabilities that an operation needs, always or for some bodies (`x-required-capability` with a schema in `when`), as far as
 * the body alone shows it.
 */
export const createNeedsOf = ({ exact }: Compilers) =>
  memoize(({ requiredCapabilities }: Operation) =>
    requiredCapabilities
      .filter(({ dependsOnResource }) => !dependsOnResource)
      .map(({ capability, when }) => {
        // A body of another type violates the description, but lacks no capability.
        const validate = when && exact({ type: 'object', ...when });
        const applies = (json: unknown): boolean => validate === undefined || (json !== undefined && validate(json));
        return { capability, applies };
      }),
  );

const NO_VALUES = { path: {}, query: {}, querystring: {}, header: {}, cookie: {} };

const createParameterValidator = (operation: Operation, compilers: Compilers) => {
  const { parameters } = operation;
  // One schema for all parameters, keyed by location and name, since a query and a path parameter may share a name.
  const keyed = parameters.map((parameter) => ({
    parameter,
    key: `${parameter.in}:${parameter.name}`,
    read: createParameterReader(parameter, operation, compilers.shapes),
    // Its text has types of its own.
    isTyped: parameter.mediaType !== undefined && isJsonMediaType(parameter.mediaType),
    readForm: parameter.content && createFormReader(parameter.content, compilers),
  }));
  const byKey = new Map(keyed.map(({ key, parameter }) => [key, parameter]));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(keyed.map(({ key, parameter }) => [key, toReference(parameter.schema.pointer)])),
  };
  const findErrors = compilers.finding(schema);
  const readTexts = textReaderOf(compilers.shapes);
  return (sources: ParameterSources) => {
    const values: Record<ParameterPlace, Record<string, unknown>> = { ...NO_VALUES };
    for (const { in: place } of parameters) values[place] = {};
    const faults: ParameterFault[] = [];
    if (keyed.length === 0) return { values, faults };
    const sent: Record<string, unknown> = {};
    for (const { key, parameter, read } of keyed) {
      const value = read(sources);
      if (value === undefined && parameter.required)
        faults.push({ parameter, violation: { field: parameter.label, message: 'is required', rejectedValue: null } });
      else if (value instanceof Unreadable)
        faults.push({ parameter, violation: toViolation(parameter, value, sources) });
      else if (value !== undefined && value !== UNUSED) sent[key] = value;
    }
    const { value: input, errors } = readFitting((attempt) => {
      const typed: Record<string, unknown> = {};
      for (const { key, parameter, isTyped, readForm } of keyed) {
        if (!(key in sent)) continue;
        const form = readForm && readQueryForm(parameter, sources);
        if (form !== undefined) typed[key] = readForm?.(form, attempt);
        else typed[key] = isTyped ? sent[key] : readTexts(parameter.schema.schema, sent[key], attempt);
      }
      return compilers.isForeign ? typed : toNumbers(typed);
    }, findErrors);
    if (errors.length > 0) faults.push(...toFaults(errors, sent, byKey));
    for (const { key, parameter } of keyed) if (key in input) values[parameter.in][parameter.name] = input[key];
    return { values, faults };
  };
};

const toViolation = (
  { in: place, name, label }: Parameter,
  { message }: Unreadable,
  sources: ParameterSources,
): Violation => ({
  field: label,
  message,
  rejectedValue:
    (place === 'path'
      ? sources.path[name]
      : place === 'query'
        ? sources.query.get(name)
        : sources.request.header(place === 'header' ? name : 'cookie')) ?? null,
});

const toFaults = (
  errors: readonly ErrorObject[],
  input: unknown,
  byKey: ReadonlyMap<string, Parameter>,
): ParameterFault[] =>
  toViolations(errors, input).flatMap((violation) => {
    for (const [key, parameter] of byKey) {
      if (violation.field !== key && !violation.field.startsWith(`${key}.`) && !violation.field.startsWith(`${key}[`))
        continue;
      return [{ parameter, violation: { ...violation, field: parameter.label + violation.field.slice(key.length) } }];
    }
    return [];
  });

const createContentValidator = (
  content: MediaType,
  compilers: Compilers,
): ((body: DecodedBody) => { readonly value: unknown; readonly violations: readonly Violation[] }) => {
  if (content.schema === undefined) return (body) => ({ value: plainValue(body), violations: [] });
  const { schema: schemaPlace } = content;
  const findErrors = compilers.finding(schemaPlace.pointer);
  const { schema } = schemaPlace;
  const readForm = createFormReader(content, compilers);
  const readTexts = textReaderOf(compilers.shapes);
  const found = (errors: readonly ErrorObject[], value: unknown) => ({
    value,
    violations: errors.length === 0 ? NO_VIOLATIONS : toViolations(errors, value),
  });
  /** Ajv sees exact numbers of a foreign description by itself. */
  const plain = compilers.isForeign ? (value: Json): Json => value : toNumbers<Json>;
  // OpenAPI 3.0 and 3.1 do not say whether a schema is that of the sequence or of a value in it.
  const isSequence = sequenceOf(content.mediaType) !== undefined && !compilers.shapes.typesOf(schema).has('array');
  const inEach = (lines: readonly Json[]) => {
    const violations: Violation[] = [];
    for (const [index, line] of lines.entries()) {
      if (violations.length >= MAX_VIOLATIONS) break;
      for (const { field, ...violation } of toViolations(findErrors(plain(line)), line))
        violations.push({ ...violation, field: `[${index}]${/^(?:\[|$)/.test(field) ? '' : '.'}${field}` });
    }
    return { value: lines, violations };
  };
  return (body) => {
    switch (body.kind) {
      case 'json':
        if (isSequence && Array.isArray(body.value)) return inEach(body.value as readonly Json[]);
        return found(findErrors(body.holdsBigInt ? plain(body.value) : body.value), body.value);
      case 'form': {
        const { value, errors } = readFitting((attempt) => readForm(body, attempt), findErrors);
        return found(errors, value);
      }
      case 'xml': {
        const { value: tree, violations } = compilers.xml.read(schemaPlace, body.root);
        const { value, errors } = readFitting((attempt) => readTexts(schema, tree, attempt), findErrors);
        return { value, violations: [...violations, ...found(errors, value).violations] };
      }
      case 'text': {
        const { value, errors } = readFitting((attempt) => readTexts(schema, body.text, attempt), findErrors);
        return found(errors, value);
      }
      default:
        return { value: plainValue(body), violations: [] };
    }
  };
};

const plainValue = (body: DecodedBody): unknown => {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'form':
      return toPlainFields(body);
    case 'text':
    case 'xml':
      return body.text;
    case 'binary':
      return body.bytes;
    case 'none':
      return undefined;
  }
};
