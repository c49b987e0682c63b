import { Ajv } from 'ajv';
import { toStructureDiagnostics } from './check-structure.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { SchemaObject } from './walk-schema.ts';

/** The JSON Schema of an AsyncAPI version. */
const schemaFor = async (version: string): Promise<object> => {
  const { default: schema } = version.startsWith('3.0.')
    ? await import('@asyncapi/specs/schemas/3.0.0-without-$id.json', { with: { type: 'json' } })
    : await import('@asyncapi/specs/schemas/3.1.0-without-$id.json', { with: { type: 'json' } });
  return schema;
};

/**
 * Validates an AsyncAPI description against the JSON Schema of AsyncAPI, which is large: only `vatmock validate` loads
 * it.
 */
export const checkAsyncApi = async (document: SchemaObject): Promise<Diagnostic[]> => {
  const version = String(document['asyncapi']);
  if (!/^3\.[01]\.\d+/.test(version)) return [];
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(await schemaFor(version));
  return validate(document) ? [] : toStructureDiagnostics(validate.errors ?? []);
};
