import path from 'node:path';
import { $RefParser, type JSONParserError, JSONParserErrorGroup } from '@apidevtools/json-schema-ref-parser';
import { ContractError } from './finding.ts';
import { childPointer } from './json-pointer.ts';
import { locateFindings } from './locate.ts';
import { readComplaint, toContractError } from './parser-complaint.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** Loads an AsyncAPI 3 description with everything that it refers to in place. */
export const loadAsyncApi = async (file: string): Promise<SchemaObject> => {
  let document: unknown;
  try {
    document = await new $RefParser().dereference(path.resolve(file), {
      continueOnError: true,
      resolve: { http: false },
    });
  } catch (error) {
    const [first] = error instanceof JSONParserErrorGroup ? error.errors : [];
    throw first === undefined ? toContractError(error, file) : await locateError(first, file);
  }
  const version = isSchemaObject(document) ? document['asyncapi'] : undefined;
  if (!isSchemaObject(document) || typeof version !== 'string' || !version.startsWith('3.'))
    throw new ContractError('not an AsyncAPI 3 description', { file });
  return document;
};

/** The parser places a text that it cannot read; a `$ref` that leads nowhere is found again by its pointer. */
const locateError = async (error: JSONParserError, file: string): Promise<ContractError> => {
  const keys = error.path ?? [];
  const complaint = readComplaint(error);
  if (complaint !== undefined) return toContractError(error, keys.length === 0 ? file : (complaint.file ?? file));
  const { message } = toContractError(error, file);
  if (keys.length === 0) return new ContractError(message, { file });
  const holder = error.source === undefined || error.source === path.resolve(file) ? file : error.source;
  const [found] = await locateFindings(holder, [{ pointer: childPointer('#', ...keys, '$ref'), message }]);
  return new ContractError(message, found ?? { file: holder });
};
