import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { RecordCollection } from '../../engine/sandbox/collection.ts';
import type { JobKind } from '../../engine/sandbox/job-handlers.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import { type Schema, referencesIn } from '../../engine/sandbox/record-schema.ts';
import type { NewDocument } from '../../engine/sandbox/store.ts';
import { type Compilers, createCompilers } from '../../engine/validation/ajv.ts';
import { flatErrors } from '../../engine/validation/violations.ts';
import type { Organization } from '../../identity/organization.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { parseClockTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { type Json, stringifyJson, toNumbers } from '../../kernel/json.ts';
import { formatPath } from '../../kernel/path.ts';
import type { Violation } from '../../kernel/problem.ts';
import { type Pause, runWith } from '../../kernel/time-slices.ts';
import { LONGEST_MOVE } from '../clock/sandbox-time.ts';
import { sellersFor } from './organization-in.ts';
import { STATE_VERSION, type StateDocument, computeChecksum } from './state-document.ts';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';

/** Faults as they are found; at `pause` other work may come in between. */
type Faults = AsyncGenerator<Violation, void>;

/** Validates records against the schemas, ids, keys and references of their collections. */
type CheckRecords = (document: StateDocument, pause: Pause) => Faults;

/** Whether a state has a record. */
type Has = (collection: string, id: unknown) => boolean;

const recordsIn = ({ collections }: StateDocument): Has => {
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
        yield fault(`collections.${name}`, `must hold at most ${most} documents`, documents.length);
        continue;
      }
      for (const [index, record] of documents.entries()) {
        yield* faultsOfRecord(collection, record, `collections.${name}.documents[${index}]`, has);
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

const fault = (field: string, message: string, rejectedValue: unknown = null): Violation => ({
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

/** What else is in the state of a record. */
export interface Surroundings {
  readonly has: Has;
  readonly hasContent: (id: string) => boolean;
}

/** What is checked of the records of a collection beyond their schema. */
export interface ContentCheck<T = never> {
  readonly collection: string;
  /** Paths begin at the value of the record. */
  readonly diagnosticsOf?: (
    value: T,
    surroundings: Surroundings,
  ) => readonly PathDiagnostic[] | Promise<readonly PathDiagnostic[]>;
  /** Why the records are not allowed together, as the end of a sentence; undefined if they are. */
  readonly refusalOf?: (values: readonly T[]) => string | undefined;
}

export interface StateRules {
  /** What the organization of the sandbox began as. */
  readonly beginning: Organization;
  readonly quota: Quota;
  /** Maximum bytes of one record. */
  readonly recordBytes: number;
  readonly checkRecords: CheckRecords;
  readonly contentChecks: readonly ContentCheck[];
}

/** Maximum reported faults: more would not be read, and a hostile document can have any number. */
const MOST_FAULTS = 20;

/**
 * Validates a schema-valid document against rules that a schema cannot express. The document is untrusted and goes into the
 * store afterwards. Throws 422 with one entry of `errors[]` per fault.
 */
export const checkState = async (document: StateDocument, rules: StateRules, pause: Pause): Promise<void> => {
  const found: Violation[] = [];
  // Each check relies on those before it, and one fault would cause many messages.
  const checks = [
    faultsOfCollections,
    faultsOf,
    faultsOfSellers,
    rules.checkRecords,
    faultsOfDueTimes,
    faultsOfContents,
  ];
  for (const check of checks)
    if (found.length === 0)
      for await (const one of check(document, pause, rules)) if (found.push(one) === MOST_FAULTS) break;

  const [first] = found;
  if (first === undefined) return;
  throw problem('validation-error', {
    detail: `Nothing was imported. ${first.field} ${first.message}.${found.length > 1 ? ` There are ${found.length - 1} more faults.` : ''}`,
    errors: found,
  });
};

async function* faultsOf(document: StateDocument, pause: Pause, rules: StateRules): Faults {
  const { version, checksum, clock } = document;
  if (version !== STATE_VERSION)
    yield fault('version', `must be ${STATE_VERSION}, the form that this server knows: export it anew`, version);
  if (checksum !== undefined && checksum !== (await runWith(pause, computeChecksum(document))))
    yield fault(
      'checksum',
      'does not fit the document, which is damaged or was changed: export it anew, or leave the checksum out if you changed it by hand',
      checksum,
    );
  if (parseClockTime(clock.now) === undefined)
    yield fault('clock.now', 'is no instant that this clock knows', clock.now);
  for (const [id, text] of Object.entries(document.contents)) {
    if (Buffer.from(text, 'base64').toString('base64') !== text) yield fault(`contents.${id}`, 'is not base64');
    await pause();
  }
  yield* faultsOfSize(document, pause, rules);
}

/** Jobs that repeat are caught up with one by one: a clock far ahead of them would fill the sandbox with what they make. */
async function* faultsOfDueTimes({ clock, collections }: StateDocument, pause: Pause): Faults {
  const earliest = Date.parse(clock.now) - LONGEST_MOVE;
  for (const [index, { value }] of (collections[jobs.name]?.documents ?? []).entries()) {
    const { dueAt, isParked } = value as Job;
    if (dueAt < earliest && isParked !== true)
      yield fault(
        `collections.${jobs.name}.documents[${index}].value.dueAt`,
        'lies more than ten years before clock.now: give the clock an earlier time, and advance it in steps after the import',
        dueAt,
      );
    await pause();
  }
}

/** What the calls check that create the records of a collection, beyond their schema: an import is no way around them. */
async function* faultsOfContents(document: StateDocument, pause: Pause, { contentChecks }: StateRules): Faults {
  const surroundings = {
    has: recordsIn(document),
    hasContent: (id: string) => Object.hasOwn(document.contents, id),
  };
  for (const { collection, diagnosticsOf, refusalOf } of contentChecks) {
    const documents = document.collections[collection]?.documents ?? [];
    const place = `collections.${collection}.documents`;
    const refusal = refusalOf?.(documents.map(({ value }) => value as never));
    if (refusal !== undefined) yield fault(place, refusal);
    for (const [index, { value }] of documents.entries()) {
      await pause();
      for (const { path, message } of (await diagnosticsOf?.(value as never, surroundings)) ?? [])
        yield fault(`${place}[${index}].${formatPath(['value', ...path])}`, message);
    }
  }
}

/** First, since the checks of a record are not cut into slices: its size limits what one of them takes. */
async function* faultsOfCollections({ collections }: StateDocument, pause: Pause, { recordBytes }: StateRules): Faults {
  for (const [name, { last, documents }] of Object.entries(collections)) {
    const ids = new Set<string>();
    let former = 0;
    for (const [index, { id, position, value }] of documents.entries()) {
      const place = `collections.${name}.documents[${index}]`;
      if (sizeUpTo(recordBytes, value) > recordBytes)
        yield fault(`${place}.value`, `has more than ${recordBytes} bytes, the maximum of a record here`);
      if (position <= former || position > last)
        yield fault(`${place}.position`, `must lie above the one before it and not above last (${last})`, position);
      if (ids.has(id)) yield fault(`${place}.id`, 'stands twice in its collection', id);
      ids.add(id);
      former = position;
      await pause();
    }
  }
}

async function* faultsOfSize({ collections, contents }: StateDocument, pause: Pause, { quota }: StateRules): Faults {
  let count = 0;
  let ofDocuments = 0;
  for (const { documents } of Object.values(collections)) {
    count += documents.length;
    for (const { value } of documents) {
      ofDocuments += stringifyJson(value).length;
      await pause();
    }
  }
  if (count > quota.documents)
    yield fault('collections', `hold ${count} documents, but a sandbox here holds at most ${quota.documents}`);
  const ofContents = Object.values(contents).reduce((bytes, text) => bytes + Buffer.byteLength(text, 'base64'), 0);
  if (ofDocuments + ofContents > quota.bytes)
    yield fault(
      'contents',
      `and collections hold ${ofDocuments + ofContents} bytes, but a sandbox here holds at most ${quota.bytes}`,
    );
}

/** Seller ids do not change, so the importing organization must have the same sellers. */
async function* faultsOfSellers(document: StateDocument, pause: Pause, { beginning }: StateRules): Faults {
  const own = new Set(sellersFor(beginning, document).map(({ uuid }) => uuid));
  const missing = [...(await sellersIn(document, pause))].filter((uuid) => !own.has(uuid));
  if (missing.length === 0) return;
  yield fault(
    'sellers',
    `has data of ${missing.join(', ')}, which this organization does not have: create a sandbox with these sellers (POST /__admin/sandboxes with "sellers": [{ "uuid": ... }]) and import it there`,
    missing.slice(0, MOST_FAULTS),
  );
}

/** Every place where a UUID begins: two may overlap. */
const UUID = /[\da-f]{8}-(?=[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/g;
const UUID_LENGTH = 36;

/** Sellers that own records, and those of the document's list that occur anywhere. */
const sellersIn = async ({ sellers, collections }: StateDocument, pause: Pause): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  const missing = new Set(sellers.map((uuid) => uuid.toLowerCase()));
  const add = (uuid: string): void => {
    found.add(uuid);
    missing.delete(uuid);
  };
  for (const { documents } of Object.values(collections))
    for (const { value } of documents) {
      const { seller } = value as { readonly seller?: unknown };
      if (typeof seller === 'string') add(seller);
      // One pass for any number of sellers.
      const text = missing.size === 0 ? '' : stringifyJson(value);
      for (const { index } of text.matchAll(UUID)) {
        const uuid = text.slice(index, index + UUID_LENGTH);
        if (missing.has(uuid)) add(uuid);
      }
      await pause();
    }
  return found;
};
