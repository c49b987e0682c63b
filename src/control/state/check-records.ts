import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { NewDocument } from '../../engine/sandbox/store.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import type { Violation } from '../../kernel/problem.ts';
import { JOB_RULES, RECORD_RULES } from './record-rules.ts';
import type { RecordSchema } from './record-words.ts';
import type { StateDocument } from './state-document.ts';

/**
 * Validates the records of a document against the server's invariants: shape, ids, keys and references. Runs last, on
 * an otherwise valid document.
 */
export function* faultsOfRecords({ collections }: StateDocument): Generator<Violation> {
  const ids = new Map(
    Object.entries(collections).map(([name, { documents }]) => [name, new Set(documents.map(({ id }) => id))]),
  );
  const has = (collection: string, id: unknown): boolean => ids.get(collection)?.has(String(id)) === true;
  for (const [name, { documents }] of Object.entries(collections))
    for (const [index, document] of documents.entries()) {
      const place = `collections.${name}.documents[${String(index)}]`;
      if (name === jobs.name) yield* faultsOfJob(document, place, has);
      else yield* faultsOfRecord(name, document, place, has);
    }
}

type Has = (collection: string, id: unknown) => boolean;

function* faultsOfRecord(name: string, document: NewDocument, place: string, has: Has): Generator<Violation> {
  const rule = Object.hasOwn(RECORD_RULES, name) ? RECORD_RULES[name] : undefined;
  if (rule === undefined) return;
  const { collection, schema, refersTo = {} } = rule;
  const misshapen = faultOfShape(schema, document.value, `${place}.value`);
  if (misshapen !== undefined) {
    yield misshapen;
    return;
  }
  if (collection !== undefined) {
    if (collection.idOf(document.value as never) !== document.id)
      yield fault(`${place}.id`, 'is not that of its value', document.id);
    if (!sameKeys(collection.keysOf(document.value as never), document.keys))
      yield fault(`${place}.keys`, 'are not those of its value');
  }
  for (const [member, target] of Object.entries(refersTo)) {
    const id = (document.value as Readonly<Record<string, unknown>>)[member];
    if (!has(target, id)) yield fault(`${place}.value.${member}`, `names a record that is not among ${target}`, id);
  }
}

function* faultsOfJob({ value }: NewDocument, place: string, has: Has): Generator<Violation> {
  const { kind, data } = value as { readonly kind: string; readonly data: unknown };
  const rule = Object.hasOwn(JOB_RULES, kind) ? JOB_RULES[kind] : undefined;
  if (rule === undefined) return;
  const misshapen = faultOfShape(rule.schema, data, `${place}.value.data`);
  if (misshapen !== undefined) {
    yield misshapen;
    return;
  }
  if (rule.refersTo === undefined) return;
  const { member, collection } = rule.refersTo;
  const id = (data as Readonly<Record<string, unknown>>)[member];
  if (!has(collection, id))
    yield fault(
      `${place}.value.data.${member}`,
      `names a record that is not among ${collection}: a job without it would fail for ever`,
      id,
    );
}

/** Two equal keys count as one. */
const sameKeys = (expected: NewDocument['keys'], given: NewDocument['keys']): boolean => {
  const toText = (keys: NewDocument['keys']): string =>
    [...new Set(keys.map(({ name, text }) => canonicalize({ name, text })))].sort().join();
  return toText(expected) === toText(given);
};

const fault = (field: string, message: string, rejectedValue: unknown = null): Violation => ({
  field,
  message,
  rejectedValue,
});

const validators = new Map<RecordSchema, ValidateFunction>();
let ajv: Ajv2020 | undefined;

const validatorOf = (schema: RecordSchema): ValidateFunction => {
  let validate = validators.get(schema);
  if (validate === undefined) {
    ajv ??= new Ajv2020({ strict: false });
    validators.set(schema, (validate = ajv.compile(schema)));
  }
  return validate;
};

const faultOfShape = (schema: RecordSchema, value: unknown, place: string): Violation | undefined => {
  const validate = validatorOf(schema);
  if (validate(toNumbers(value as Json))) return undefined;
  const [error] = validate.errors ?? [];
  return error === undefined ? undefined : toFault(error, place);
};

const toFault = ({ instancePath, keyword, params, message = '' }: ErrorObject, place: string): Violation => {
  const where = instancePath.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  if (keyword === 'required')
    return fault(`${place}${where}.${String(params['missingProperty'])}`, 'is required in a record of this kind');
  const among = keyword === 'enum' ? `: ${(params['allowedValues'] as unknown[]).join(', ')}` : '';
  return fault(place + where, message + among);
};
