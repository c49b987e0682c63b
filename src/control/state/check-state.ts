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
import { getOrInsert } from '../../kernel/caches.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { type Json, stringifyJson, toNumbers } from '../../kernel/json.ts';
import { formatPath } from '../../kernel/path.ts';
import type { Violation } from '../../kernel/problem.ts';
import { type Pause, runWith } from '../../kernel/time-slices.ts';
import { LONGEST_MOVE } from '../clock/sandbox-time.ts';
import { sellersFor } from './organization-in.ts';
import { STATE_VERSION, type StateDocument, computeChecksum } from './state-document.ts';
import type { ValidateFunction } from 'ajv/dist/2020.js';

type AddFault = (field: string, message: string, rejectedValue?: unknown) => void;

/** Adds the faults that it finds; at `pause` other work may come in between. */
type Check = (document: StateDocument, add: AddFault, pause: Pause, rules: StateRules) => Promise<void> | void;

/** Whether a state has a record. */
type Has = (collection: string, id: unknown) => boolean;

const recordsIn = ({ collections }: StateDocument): Has => {
  const ids = new Map<string, ReadonlySet<string>>();
  return (collection, id) =>
    getOrInsert(ids, collection, () => new Set(collections[collection]?.documents.map((one) => one.id))).has(
      String(id),
    );
};

/** Validates records against the schemas, ids, keys and references of their collections. */
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
}): Check => {
  const known = new Map(collections.map((collection) => [collection.name, collection]));
  const validators = new Map<Schema, ValidateFunction>();
  let compilers: Compilers | undefined;
  const validatorOf = (schema: Schema): ValidateFunction =>
    getOrInsert(validators, schema, () => (compilers ??= createCompilers(contract)).exact(schema));
  if (isHosted) {
    for (const { schema } of known.values()) validatorOf(schema);
    for (const { data } of Object.values(jobKinds())) if (data !== undefined) validatorOf(data);
  }

  /** A job whose subject does not exist would fail every minute without end. */
  const checkJob = ({ value }: NewDocument, place: string, { has, add, earliest }: Place): void => {
    const { kind, data, dueAt, isParked } = value as Job;
    // Jobs that repeat are caught up with one by one: a clock far ahead of them would fill the sandbox with what they make.
    if (dueAt < earliest && isParked !== true)
      add(
        `${place}.dueAt`,
        'lies more than ten years before clock.now: give the clock an earlier time, and advance it in steps after the import',
        dueAt,
      );
    const known = jobKinds();
    if (!Object.hasOwn(known, kind)) {
      const kinds = Object.keys(known).sort().join(', ');
      add(`${place}.kind`, `is nothing that this server does; it knows ${kinds}`, kind);
      return;
    }
    const schema = known[kind]?.data;
    if (schema === undefined || !hasShape(validatorOf(schema), data, `${place}.data`, add)) return;
    checkReferences(schema, data, `${place}.data`, { has, add }, ': a job without it would fail for ever');
  };

  return async (document, add, pause) => {
    const within = { has: recordsIn(document), add, earliest: Date.parse(document.clock.now) - LONGEST_MOVE };
    for (const [name, { documents }] of Object.entries(document.collections)) {
      const collection = known.get(name);
      if (collection === undefined) continue;
      const { schema, idOf, keysOf, most = Infinity } = collection;
      if (documents.length > most) {
        add(`collections.${name}`, `must hold at most ${most} documents`, documents.length);
        continue;
      }
      for (const [index, record] of documents.entries()) {
        const place = `collections.${name}.documents[${index}]`;
        const value = record.value as never;
        if (hasShape(validatorOf(schema), value, `${place}.value`, add)) {
          if (idOf(value) !== record.id) add(`${place}.id`, 'is not that of its value', record.id);
          if (!sameKeys(keysOf(value), record.keys)) add(`${place}.keys`, 'are not those of its value');
          checkReferences(schema, value, `${place}.value`, within);
          if (name === jobs.name) checkJob(record, `${place}.value`, within);
        }
        await pause();
      }
    }
  };
};

interface Place {
  readonly has: Has;
  readonly add: AddFault;
  /** Earliest time at which a job may be due. */
  readonly earliest: number;
}

const checkReferences = (
  schema: Schema,
  value: unknown,
  place: string,
  { has, add }: Pick<Place, 'has' | 'add'>,
  otherwise = '',
): void => {
  for (const [member, collection] of referencesIn(schema)) {
    const id = (value as Readonly<Record<string, unknown>>)[member];
    if (!has(collection, id))
      add(`${place}.${member}`, `names a record that is not among ${collection}${otherwise}`, id);
  }
};

/** Two equal keys count as one. */
const sameKeys = (expected: NewDocument['keys'], given: NewDocument['keys']): boolean => {
  const toText = (keys: NewDocument['keys']): string =>
    [...new Set(keys.map(({ name, text }) => canonicalize({ name, text })))].sort().join();
  return toText(expected) === toText(given);
};

const hasShape = (validate: ValidateFunction, value: unknown, place: string, add: AddFault): boolean => {
  if (validate(toNumbers(value as Json))) return true;
  const [error] = flatErrors(validate.errors ?? []);
  if (error === undefined) return true;
  const { instancePath, keyword, params, message = '' } = error;
  const where = place + instancePath.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  if (keyword === 'required')
    add(`${where}.${String(params['missingProperty'])}`, 'is required in a record of this kind');
  else add(where, message + (keyword === 'enum' ? `: ${(params['allowedValues'] as unknown[]).join(', ')}` : ''));
  return false;
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
  readonly checkRecords: Check;
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
  const add: AddFault = (field, message, rejectedValue = null) => {
    if (found.length < MOST_FAULTS) found.push({ field, message, rejectedValue });
  };
  // Each check relies on those before it, and one fault would cause many messages.
  for (const check of [checkCollections, checkWhole, checkSellers, rules.checkRecords, checkContents])
    if (found.length === 0) await check(document, add, pause, rules);

  const [first] = found;
  if (first === undefined) return;
  throw problem('validation-error', {
    detail: `Nothing was imported. ${first.field} ${first.message}.${found.length > 1 ? ` There are ${found.length - 1} more faults.` : ''}`,
    errors: found,
  });
};

const checkWhole: Check = async (document, add, pause, { quota }) => {
  const { version, checksum, clock, collections, contents } = document;
  if (version !== STATE_VERSION)
    add('version', `must be ${STATE_VERSION}, the form that this server knows: export it anew`, version);
  if (checksum !== undefined && checksum !== (await runWith(pause, computeChecksum(document))))
    add(
      'checksum',
      'does not fit the document, which is damaged or was changed: export it anew, or leave the checksum out if you changed it by hand',
      checksum,
    );
  if (parseClockTime(clock.now) === undefined) add('clock.now', 'is no instant that this clock knows', clock.now);
  let [count, bytes] = [0, 0];
  for (const [id, text] of Object.entries(contents)) {
    if (Buffer.from(text, 'base64').toString('base64') !== text) add(`contents.${id}`, 'is not base64');
    bytes += Buffer.byteLength(text, 'base64');
    await pause();
  }
  for (const { documents } of Object.values(collections)) {
    count += documents.length;
    for (const { value } of documents) {
      bytes += stringifyJson(value).length;
      await pause();
    }
  }
  if (count > quota.documents)
    add('collections', `hold ${count} documents, but a sandbox here holds at most ${quota.documents}`);
  if (bytes > quota.bytes)
    add('contents', `and collections hold ${bytes} bytes, but a sandbox here holds at most ${quota.bytes}`);
};

/** What the calls check that create the records of a collection, beyond their schema: an import is no way around them. */
const checkContents: Check = async (document, add, pause, { contentChecks }) => {
  const surroundings = {
    has: recordsIn(document),
    hasContent: (id: string) => Object.hasOwn(document.contents, id),
  };
  for (const { collection, diagnosticsOf, refusalOf } of contentChecks) {
    const documents = document.collections[collection]?.documents ?? [];
    const place = `collections.${collection}.documents`;
    const refusal = refusalOf?.(documents.map(({ value }) => value as never));
    if (refusal !== undefined) add(place, refusal);
    for (const [index, { value }] of documents.entries()) {
      await pause();
      for (const { path, message } of (await diagnosticsOf?.(value as never, surroundings)) ?? [])
        add(`${place}[${index}].${formatPath(['value', ...path])}`, message);
    }
  }
};

/** First, since the checks of a record are not cut into slices: its size limits what one of them takes. */
const checkCollections: Check = async ({ collections }, add, pause, { recordBytes }) => {
  for (const [name, { last, documents }] of Object.entries(collections)) {
    const ids = new Set<string>();
    let former = 0;
    for (const [index, { id, position, value }] of documents.entries()) {
      const place = `collections.${name}.documents[${index}]`;
      if (sizeUpTo(recordBytes, value) > recordBytes)
        add(`${place}.value`, `has more than ${recordBytes} bytes, the maximum of a record here`);
      if (position <= former || position > last)
        add(`${place}.position`, `must lie above the one before it and not above last (${last})`, position);
      if (ids.has(id)) add(`${place}.id`, 'stands twice in its collection', id);
      ids.add(id);
      former = position;
      await pause();
    }
  }
};

/** Seller ids do not change, so the importing organization must have the same sellers. */
const checkSellers: Check = async (document, add, pause, { beginning }) => {
  const own = new Set(sellersFor(beginning, document).map(({ uuid }) => uuid));
  const missing = [...(await sellersIn(document, pause))].filter((uuid) => !own.has(uuid));
  if (missing.length === 0) return;
  add(
    'sellers',
    `has data of ${missing.join(', ')}, which this organization does not have: create a sandbox with these sellers (POST /__admin/sandboxes with "sellers": [{ "uuid": ... }]) and import it there`,
    missing.slice(0, MOST_FAULTS),
  );
};

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
