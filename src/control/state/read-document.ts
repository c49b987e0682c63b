import type { Contract } from '../../engine/contract/contract.ts';
import { toMalformed, toText } from '../../engine/message/body-text.ts';
import { createCompilers } from '../../engine/validation/ajv.ts';
import { invalid, MAX_VIOLATIONS, toViolations } from '../../engine/validation/violations.ts';
import { isObject, type Json, type ParsedJson, parseJsonInSteps, toNumbers } from '../../kernel/json.ts';
import { toReferenceToken } from '../../kernel/json-pointer.ts';
import type { Violation } from '../../kernel/problem.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import type { StateDocument } from './state-document.ts';

/** Bytes per value that a document has on average: a value of two bytes takes twenty times as many in memory. */
const BYTES_PER_VALUE = 16;

/** Members of one object, such as the contents of a document. */
const MOST_MEMBERS = 20_000;

const STATE = '#/components/schemas/State';
const RECORD = '#/components/schemas/StateRecord';

/**
 * Reads the body of an import; throws 400 for malformed JSON, 422 for a document that violates its schema. Parses and validates
 * in steps, because a document may have many megabytes.
 */
export const createDocumentReader = (
  contract: Contract,
  {
    depth,
    values,
  }: {
    /** Maximum nesting depth. */
    readonly depth: number;
    /** Maximum number of values of a short document; a long one may also have one for each 16 bytes. */
    readonly values: number;
  },
) => {
  const { finding } = createCompilers(contract);
  const [findInState, findInRecord] = [finding(STATE), finding(RECORD)];

  function* violationsIn({ value, holdsBigInt }: ParsedJson): Steps<Violation[]> {
    const plain = (part: Json): Json => (holdsBigInt ? toNumbers(part) : part);
    const found = toViolations(findInState(plain(withoutRecords(value))), value);
    for (const [path, record] of recordsIn(value)) {
      yield;
      const errors = findInRecord(plain(record));
      if (errors.length === 0) continue;
      const inDocument = errors.map((error) => ({ ...error, instancePath: path + error.instancePath }));
      found.push(...toViolations(inDocument, value));
      if (found.length >= MAX_VIOLATIONS) return found.slice(0, MAX_VIOLATIONS);
    }
    return found;
  }

  return function* (bytes: Uint8Array): Steps<StateDocument> {
    const text = toText(bytes);
    yield;
    const limits = {
      depth,
      values: Math.max(values, Math.ceil(bytes.byteLength / BYTES_PER_VALUE)),
      members: MOST_MEMBERS,
    };
    let parsed: ParsedJson;
    try {
      parsed = yield* parseJsonInSteps(text, limits);
    } catch (error) {
      throw toMalformed(error);
    }
    yield;
    const violations = yield* violationsIn(parsed);
    if (violations.length > 0) throw invalid(violations);
    return parsed.value as unknown as StateDocument;
  };
};

type Members = Readonly<Record<string, Json>>;

/** The document without its records, which are validated one by one. */
const withoutRecords = (document: Json): Json => {
  if (!isObject(document) || !isObject(document['collections'])) return document;
  const collections = Object.entries(document['collections'] as Members).map(([name, collection]) => [
    name,
    isObject(collection) && Array.isArray(collection['documents']) ? { ...collection, documents: [] } : collection,
  ]);
  return { ...(document as Members), collections: Object.fromEntries(collections) as Json };
};

/** Every record with its JSON Pointer. */
function* recordsIn(document: Json): Iterable<readonly [path: string, record: Json]> {
  if (!isObject(document) || !isObject(document['collections'])) return;
  for (const [name, collection] of Object.entries(document['collections'])) {
    if (!isObject(collection) || !Array.isArray(collection['documents'])) continue;
    const path = `/collections/${toReferenceToken(name)}/documents/`;
    for (const [index, record] of (collection['documents'] as readonly Json[]).entries())
      yield [path + String(index), record];
  }
}
