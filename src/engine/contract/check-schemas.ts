import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Operation } from './contract.ts';
import { forEachSchema } from './dialect.ts';
import type { Finding } from './finding.ts';
import { childPointer, valueAt } from './json-pointer.ts';
import type { LoadedDocument } from './load-document.ts';
import { type SchemaObject, isSchemaObject, walkSchema } from './walk-schema.ts';

/**
 * Looks at every schema once, without compiling any: `$ref`s that lead nowhere, keywords that JSON Schema does not
 * allow, patterns that are no regular expressions. Compiling thousands of schemas would take the start many seconds;
 * this takes milliseconds and finds what would make compiling fail.
 */
export const checkSchemas = (
  { document, explainReference }: Omit<LoadedDocument, 'file'>,
  operations: readonly Operation[],
): Finding[] => {
  // Compiled for a short start rather than for speed: even of large descriptions each schema is looked at once.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, code: { optimize: false } });
  const metaSchema = ajv.getSchema('https://json-schema.org/draft/2020-12/schema');
  const findings: Finding[] = [];
  const owners = operations.filter(({ unserved }) => unserved === undefined);
  const report = (pointer: string, message: string): void => {
    const owner = owners.find((operation) => pointer.startsWith(`${operation.pointer}/`))?.id;
    findings.push(owner === undefined ? { pointer, message } : { pointer, message, operationId: owner });
  };
  // What stands below an operation that could not even be read has been reported with it.
  const known = operations.filter(({ unserved }) => unserved !== undefined).map(({ pointer }) => `${pointer}/`);
  forEachSchema(document, '#', (schema, pointer) => {
    if (known.some((prefix) => pointer.startsWith(prefix))) return;
    const error = metaSchema?.(schema) === false ? metaSchema.errors?.[0] : undefined;
    if (error !== undefined) report(pointer + toPointer(error.instancePath), explain(error));
    walkSchema(schema, pointer, (node, place) => {
      for (const { pointer: at, pattern } of patternsOf(node, place))
        if (!isPattern(pattern)) report(at, `not a valid schema: ${JSON.stringify(pattern)} is no regular expression`);
      const target = node['$ref'];
      if (typeof target !== 'string' || (target.startsWith('#') && valueAt(document, target) !== undefined)) return;
      report(`${place}/$ref`, explainReference(target));
    });
  });
  return findings;
};

const patternsOf = (node: SchemaObject, place: string): { pointer: string; pattern: string }[] => {
  const { pattern, patternProperties } = node;
  const keys = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === 'string' ? [{ pointer: childPointer(place, 'pattern'), pattern }] : []),
    ...keys.map((key) => ({ pointer: childPointer(place, 'patternProperties', key), pattern: key })),
  ];
};

/** Ajv's own check of formats is off in meta-schemas; it makes its expressions with the same flag. */
const isPattern = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
};

const toPointer = (instancePath: string): string =>
  instancePath
    .split('/')
    .map((key) => encodeURIComponent(key))
    .join('/');

const explain = (error: ErrorObject): string => {
  const allowed: unknown = error.params['allowedValues'];
  const what = error.message ?? error.keyword;
  return `not a valid schema: ${what}${Array.isArray(allowed) ? ` (${allowed.join(', ')})` : ''}`;
};
