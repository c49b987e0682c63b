import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract } from '../../engine/contract/contract.ts';
import type { RecordCollection } from '../../engine/sandbox/collection.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import type { JobKind } from '../../engine/sandbox/job-handlers.ts';
import { type Schema, referencesIn } from '../../engine/sandbox/record-schema.ts';
import type { NewDocument } from '../../engine/sandbox/store.ts';
import { type Compilers, createCompilers } from '../../engine/validation/ajv.ts';
import { flatErrors } from '../../engine/validation/violations.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import type { Violation } from '../../kernel/problem.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { StateDocument } from './state-document.ts';

/** Faults as they are found; at `pause` other work may come in between. */
export type Faults = AsyncGenerator<Violation, void>;

/** Validates records against the schemas, ids, keys and references of their collections. */
export type CheckRecords = (document: StateDocument, pause: Pause) => Faults;

/** Whether a state has a record. */
export type Has = (collection: string, id: unknown) => boolean;

export const recordsIn = ({ collections }: StateDocument): Has => {
  const ids = new Map<string, ReadonlySet<string>>();
  return (collection, id) =>
    getOrInsert(ids, collection, () => new Set(collections[collection]?.documents.map((one) => one.id))).has(
      String(id),
    );
};

export const createRecordCheck = ({
  collections,
  jobKinds,
  contract,
  isHosted,
}: {
  /** Later ones override earlier ones of the same name. Data of unknown collections is stored but never used. */
  readonly collections: readonly RecordCollection<never>[];
  /** Kinds of jobs that have a handler. */
  readonly jobKinds: () => Readonly<Record<string, JobKind>>;
  /** The API description, to which schemas refer. */
  readonly contract: Contract;
  /** Whether all schemas are compiled beforehand: one takes as long as hundreds of records. */
  readonly isHosted: boolean;
}): CheckRecords => {
  const known = new Map(collections.map((collection) => [collection.name, collection]));
  const validators = new Map<Schema, ValidateFunction>();
  let compilers: Compilers | undefined;
  const validatorOf = (schema: Schema): ValidateFunction =>
    getOrInsert(validators, schema, () => (compilers ??= createCompilers(contract)).exact(schema));
  if (isHosted) {
    for (const { schema } of known.values()) validatorOf(schema);
    for (const { data } of Object.values(jobKinds())) if (data !== undefined) validatorOf(data);
  }

  function* faultsOfRecord(collection: RecordCollection<never>, record: NewDocument, place: string, has: Has) {
    const { schema, idOf, keysOf } = collection;
    const misshapen = faultOfShape(validatorOf(schema), record.value, `${place}.value`);
    if (misshapen !== undefined) {
      yield misshapen;
      return;
    }
    if (idOf(record.value as never) !== record.id) yield fault(`${place}.id`, 'is not that of its value', record.id);
    if (!sameKeys(keysOf(record.value as never), record.keys))
      yield fault(`${place}.keys`, 'are not those of its value');
    yield* faultsOfReferences(schema, record.value, { place: `${place}.value`, has, otherwise: '' });
    if (collection.name === jobs.name) yield* faultsOfJob(record, `${place}.value`, has);
  }

  /** A job whose subject does not exist would fail every minute without end. */
  function* faultsOfJob({ value }: NewDocument, place: string, has: Has) {
    const { kind, data } = value as { readonly kind: string; readonly data: unknown };
    const known = jobKinds();
    if (!Object.hasOwn(known, kind)) {
      const kinds = Object.keys(known).sort().join(', ');
      yield fault(`${place}.kind`, `is nothing that this server does; it knows ${kinds}`, kind);
      return;
    }
    const schema = known[kind]?.data;
    if (schema === undefined) return;
    const misshapen = faultOfShape(validatorOf(schema), data, `${place}.data`);
    if (misshapen !== undefined) yield misshapen;
    else {
      const otherwise = ': a job without it would fail for ever';
      yield* faultsOfReferences(schema, data, { place: `${place}.data`, has, otherwise });
    }
  }

  return async function* (document, pause) {
    const has = recordsIn(document);
    for (const [name, { documents }] of Object.entries(document.collections)) {
      const collection = known.get(name);
      if (collection === undefined) continue;
      const { most = Infinity } = collection;
      if (documents.length > most) {
        yield fault(`collections.${name}`, `must hold at most ${String(most)} documents`, documents.length);
        continue;
      }
      for (const [index, record] of documents.entries()) {
        yield* faultsOfRecord(collection, record, `collections.${name}.documents[${String(index)}]`, has);
        await pause();
      }
    }
  };
};

function* faultsOfReferences(
  schema: Schema,
  value: unknown,
  { place, has, otherwise }: { readonly place: string; readonly has: Has; readonly otherwise: string },
): Generator<Violation> {
  for (const [member, collection] of referencesIn(schema)) {
    const id = (value as Readonly<Record<string, unknown>>)[member];
    if (!has(collection, id))
      yield fault(`${place}.${member}`, `names a record that is not among ${collection}${otherwise}`, id);
  }
}

/** Two equal keys count as one. */
const sameKeys = (expected: NewDocument['keys'], given: NewDocument['keys']): boolean => {
  const toText = (keys: NewDocument['keys']): string =>
    [...new Set(keys.map(({ name, text }) => canonicalize({ name, text })))].sort().join();
  return toText(expected) === toText(given);
};

export const fault = (field: string, message: string, rejectedValue: unknown = null): Violation => ({
  field,
  message,
  rejectedValue,
});

const faultOfShape = (validate: ValidateFunction, value: unknown, place: string): Violation | undefined => {
  if (validate(toNumbers(value as Json))) return undefined;
  const [error] = flatErrors(validate.errors ?? []);
  return error === undefined ? undefined : toFault(error, place);
};

const toFault = ({ instancePath, keyword, params, message = '' }: ErrorObject, place: string): Violation => {
  const where = instancePath.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  if (keyword === 'required')
    return fault(`${place}${where}.${String(params['missingProperty'])}`, 'is required in a record of this kind');
  const among = keyword === 'enum' ? `: ${(params['allowedValues'] as unknown[]).join(', ')}` : '';
  return fault(place + where, message + among);
};
