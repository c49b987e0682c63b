import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Document, LineCounter, isNode, parseDocument } from 'yaml';
import type { Json } from '../../kernel/json.ts';
import { FileError, type FileFault } from './file-error.ts';
import { salvage } from './salvage.ts';

/** A fault that a schema cannot express, such as a duplicate key. */
export interface YamlDiagnostic {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** YAML text with the schema that validates it. */
export interface UncheckedYaml<T> {
  readonly file: string;
  readonly text: string;
  readonly schema: object;
  readonly findDiagnostics: (value: T) => readonly YamlDiagnostic[];
}

/** @throws {@link FileError} with line and column of every fault */
export const parseCheckedYaml = <T extends object>({ file, text, schema, findDiagnostics }: UncheckedYaml<T>): T => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number, message: string): FileFault => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, message };
  };
  if (document.errors.length > 0)
    throw new FileError(document.errors.map((error) => at(error.pos[0], error.message.split('\n')[0] ?? error.code)));
  const value = toValue(document, (message) => new FileError([at(0, message)]));
  const validate = validatorOf(schema);
  const placeOf = (path: YamlDiagnostic['path']): number => {
    const node = document.getIn(path, true);
    return isNode(node) && node.range ? node.range[0] : 0;
  };
  if (validate(value)) {
    const diagnostics = findDiagnostics(value as T);
    if (diagnostics.length === 0) return value as T;
    throw new FileError(diagnostics.map(({ path, message }) => at(placeOf(path), message)));
  }
  const misshapen = (validate.errors ?? []).map((error) => at(placeOf(toPath(error)), explain(error)));
  throw new FileError([
    ...misshapen,
    ...diagnosticsBeside(value as Json, validate, findDiagnostics as (rest: object) => readonly YamlDiagnostic[]).map(
      ({ path, message }) => at(placeOf(path), message),
    ),
  ]);
};

/** Also checks the parts that match the schema, so that all faults are reported at once. */
const diagnosticsBeside = (
  value: Json,
  validate: ValidateFunction,
  findDiagnostics: (rest: object) => readonly YamlDiagnostic[],
): readonly YamlDiagnostic[] => {
  const left = salvage(value, (rest) => (validate(rest) ? [] : (validate.errors ?? []).map(toPath)));
  if (left === undefined || typeof left.value !== 'object' || left.value === null) return [];
  return findDiagnostics(left.value)
    .map((diagnostic) => ({ ...diagnostic, path: left.toOriginal(diagnostic.path) }))
    .filter(({ path }) => !left.isTouched(path));
};

const toPath = ({ instancePath, params }: ErrorObject): (string | number)[] => {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const unknown: unknown = params['additionalProperty'];
  return typeof unknown === 'string' ? [...path, unknown] : path;
};

const validators = new WeakMap<object, ValidateFunction>();

/**
 * Compiled once per kind of file, optimized for a fast start: each file is read once. Tests validate our schemas
 * themselves.
 */
const validatorOf = (schema: object): ValidateFunction => {
  let validate = validators.get(schema);
  if (validate === undefined) {
    const ajv = new Ajv2020({
      allErrors: true,
      strict: false,
      validateSchema: false,
      inlineRefs: false,
      code: { optimize: false },
    });
    formats.default(ajv);
    validators.set(schema, (validate = ajv.compile(schema)));
  }
  return validate;
};

/** An alias without its anchor, or too many aliases, are only detected here. */
const toValue = (document: Document, fault: (message: string) => FileError): unknown => {
  try {
    return document.toJS();
  } catch (error) {
    throw fault((error as Error).message);
  }
};

const explain = (error: ErrorObject): string => {
  const where = error.instancePath === '' ? 'the file' : error.instancePath.slice(1).replaceAll('/', '.');
  const unknown: unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') return `${where} has an unknown key "${unknown}"`;
  const allowed: unknown = error.params['allowedValues'];
  return `${where} ${error.message ?? error.keyword}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`;
};
