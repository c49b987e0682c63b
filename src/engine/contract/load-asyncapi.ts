import path from 'node:path';
import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { ContractError } from './finding.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** Loads an AsyncAPI 3 description with everything that it refers to in place. */
export const loadAsyncApi = async (file: string): Promise<SchemaObject> => {
  let document: unknown;
  try {
    document = await new $RefParser().dereference(path.resolve(file), { resolve: { http: false } });
  } catch (error) {
    throw new ContractError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error), { file });
  }
  const version = isSchemaObject(document) ? document['asyncapi'] : undefined;
  if (!isSchemaObject(document) || typeof version !== 'string' || !version.startsWith('3.'))
    throw new ContractError('not an AsyncAPI 3 description', { file });
  return document;
};
