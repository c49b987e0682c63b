import { Ajv } from 'ajv';
import { toStructureFindings } from './check-structure.ts';
import type { Finding } from './finding.ts';
import type { SchemaObject } from './walk-schema.ts';

/** Holds an AsyncAPI description against the schema of AsyncAPI itself. Large, so that only `validate` asks for it. */
export const checkAsyncApi = async (document: SchemaObject): Promise<Finding[]> => {
  if (!String(document['asyncapi']).startsWith('3.0.')) return [];
  const { default: schema } = await import('@asyncapi/specs/schemas/3.0.0-without-$id.json', {
    with: { type: 'json' },
  });
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  return validate(document) ? [] : toStructureFindings(validate.errors ?? []);
};
