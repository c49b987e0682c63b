import type { ParameterValues } from '../message/input.ts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Violation } from '../../kernel/problem.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { sequenceOf } from '../../kernel/media-type.ts';
import type { MediaType, Operation, Parameter, ParameterPlace } from '../contract/contract.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import { type Compilers, toReference } from './ajv.ts';
import { createFormReader, toPlainFields } from './form-values.ts';
import { type ParameterSources, createParameterReader } from './parameter-values.ts';
import { createTwoStepValidator } from './two-step-validator.ts';
import { MAX_VIOLATIONS, toViolations } from './violations.ts';

export interface ParameterFault {
  readonly parameter: Parameter;
  readonly violation: Violation;
}

/** The precompiled validation of one operation's requests; created on its first request. */
export interface RequestValidator {
  readonly parameters: (sources: ParameterSources) => { values: ParameterValues; faults: readonly ParameterFault[] };
  readonly body: (body: DecodedBody) => Checked;
}

interface Checked {
  readonly value: unknown;
  readonly violations: readonly Violation[];
}

const EMPTY = Object.freeze({});
const NO_VIOLATIONS: readonly Violation[] = [];
const NO_FAULTS: readonly ParameterFault[] = [];
const NO_VALUES: ParameterValues = { path: EMPTY, query: EMPTY, querystring: EMPTY, header: EMPTY, cookie: EMPTY };

export const createRequestValidator = (operation: Operation, compilers: Compilers): RequestValidator => ({
  parameters: createParameterValidator(operation.parameters, compilers),
  body: createBodyValidator(operation.requestBody?.contents ?? [], compilers),
});

const createParameterValidator = (
  parameters: readonly Parameter[],
  compilers: Compilers,
): RequestValidator['parameters'] => {
  if (parameters.length === 0) return () => ({ values: NO_VALUES, faults: [] });
  // One schema for all parameters, keyed by location and name, since a query and a path parameter may share a name.
  const keyed = parameters.map((parameter) => ({
    parameter,
    key: `${parameter.in}:${parameter.name}`,
    read: createParameterReader(parameter, compilers.shapes),
  }));
  const numbers = keyed.filter(({ parameter }) => isNumber(parameter, compilers.shapes));
  const places = new Set(parameters.map((parameter) => parameter.in));
  const begin = (place: ParameterPlace): Record<string, unknown> => (places.has(place) ? {} : EMPTY);
  const byKey = new Map(keyed.map(({ key, parameter }) => [key, parameter]));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(keyed.map(({ key, parameter }) => [key, toReference(parameter.schema.pointer)])),
    required: keyed.filter(({ parameter }) => parameter.required).map(({ key }) => key),
  };
  const findErrors = createTwoStepValidator({
    first: () => compilers.coercing(schema),
    listing: () => compilers.coercingListing(schema),
  });
  const readAll = (sources: ParameterSources): Record<string, unknown> => {
    const input: Record<string, unknown> = {};
    for (const { key, read } of keyed) {
      const value = read(sources);
      if (value !== undefined) input[key] = value;
    }
    return input;
  };
  return (sources) => {
    const input = readAll(sources);
    for (const { key } of numbers) if (!isPlainNumber(input[key])) input[key] = NOT_A_NUMBER;
    // Validation coerces values in place, so `rejectedValue` is read again as it was sent.
    const errors = findErrors(input);
    const faults = errors.length === 0 ? NO_FAULTS : toFaults(errors, readAll(sources), byKey);
    const values: Record<ParameterPlace, Record<string, unknown>> = {
      path: begin('path'),
      query: begin('query'),
      querystring: begin('querystring'),
      header: begin('header'),
      cookie: begin('cookie'),
    };
    for (const { key, parameter } of keyed) if (key in input) values[parameter.in][parameter.name] = input[key];
    return { values, faults };
  };
};

const isNumber = ({ schema }: Parameter, shapes: SchemaShapes): boolean => {
  const types = shapes.typesOf(schema.schema);
  return types.size > 0 && [...types].every((type) => type === 'integer' || type === 'number');
};

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Ajv coerces as JavaScript does, which also reads `Infinity`, `1e400`, `0x10` and blanks as numbers. */
const isPlainNumber = (value: unknown): boolean =>
  typeof value !== 'string' || (PLAIN_NUMBER.test(value) && Number.isFinite(Number(value)));

const NOT_A_NUMBER = 'not a number';

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

const createBodyValidator = (contents: readonly MediaType[], compilers: Compilers): RequestValidator['body'] => {
  const validators = new Map(contents.map((content) => [content, createContentValidator(content, compilers)]));
  return (body) => {
    const validate = body.kind === 'none' ? undefined : validators.get(body.content);
    return validate?.(body) ?? { value: undefined, violations: [] };
  };
};

const createContentValidator = (content: MediaType, compilers: Compilers) => {
  if (content.schema === undefined) return (body: DecodedBody) => ({ value: plainValue(body), violations: [] });
  const { pointer } = content.schema;
  const exact = createTwoStepValidator({
    first: () => compilers.exact(pointer),
    listing: () => compilers.exactListing(pointer),
  });
  const coercing = createTwoStepValidator({
    first: () => compilers.coercing(toReference(pointer)),
    listing: () => compilers.coercingListing(toReference(pointer)),
  });
  const readForm = createFormReader(content, compilers);
  const found = (errors: readonly ErrorObject[], value: unknown): Checked => ({
    value,
    violations: errors.length === 0 ? NO_VIOLATIONS : toViolations(errors, value),
  });
  // OpenAPI 3.0 and 3.1 do not say whether a schema is that of the sequence or of a value in it.
  const isSequence =
    sequenceOf(content.mediaType) !== undefined && !compilers.shapes.typesOf(content.schema.schema).has('array');
  const inEach = (lines: readonly Json[]): Checked => {
    const violations: Violation[] = [];
    for (const [index, line] of lines.entries()) {
      if (violations.length >= MAX_VIOLATIONS) break;
      for (const { field, ...violation } of toViolations(exact(toNumbers(line)), line))
        violations.push({ ...violation, field: `[${String(index)}]${/^(?:\[|$)/.test(field) ? '' : '.'}${field}` });
    }
    return { value: lines, violations };
  };
  return (body: DecodedBody): Checked => {
    switch (body.kind) {
      case 'json':
        if (isSequence && Array.isArray(body.value)) return inEach(body.value as readonly Json[]);
        return found(exact(body.holdsBigInt ? toNumbers(body.value) : body.value), body.value);
      case 'form': {
        const value = readForm(body);
        return found(coercing(value), value);
      }
      case 'text':
        return found(coercing(body.text), body.text);
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
      return body.text;
    case 'binary':
      return body.bytes;
    case 'none':
      return undefined;
  }
};
