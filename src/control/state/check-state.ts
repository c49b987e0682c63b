import { problem } from '../../engine/problems/problem.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import type { Organization } from '../../identity/organization.ts';
import { parseClockTime } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { formatPath } from '../../kernel/path.ts';
import type { Violation } from '../../kernel/problem.ts';
import { type Pause, runWith } from '../../kernel/time-slices.ts';
import { LONGEST_MOVE } from '../clock/sandbox-time.ts';
import { type CheckRecords, type Faults, fault, recordsIn } from './check-records.ts';
import type { ContentCheck } from './engine-contents.ts';
import { sellersFor } from './organization-in.ts';
import { STATE_VERSION, type StateDocument, computeChecksum } from './state-document.ts';

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
    detail: `Nothing was imported. ${first.field} ${first.message}.${found.length > 1 ? ` There are ${String(found.length - 1)} more faults.` : ''}`,
    errors: found,
  });
};

async function* faultsOf(document: StateDocument, pause: Pause, rules: StateRules): Faults {
  const { version, checksum, clock } = document;
  if (version !== STATE_VERSION)
    yield fault(
      'version',
      `must be ${String(STATE_VERSION)}, the form that this server knows: export it anew`,
      version,
    );
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
        `collections.${jobs.name}.documents[${String(index)}].value.dueAt`,
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
        yield fault(`${place}[${String(index)}].${formatPath(['value', ...path])}`, message);
    }
  }
}

/** First, since the checks of a record are not cut into slices: its size limits what one of them takes. */
async function* faultsOfCollections({ collections }: StateDocument, pause: Pause, { recordBytes }: StateRules): Faults {
  for (const [name, { last, documents }] of Object.entries(collections)) {
    const ids = new Set<string>();
    let former = 0;
    for (const [index, { id, position, value }] of documents.entries()) {
      const place = `collections.${name}.documents[${String(index)}]`;
      if (sizeUpTo(recordBytes, value) > recordBytes)
        yield fault(`${place}.value`, `has more than ${String(recordBytes)} bytes, the maximum of a record here`);
      if (position <= former || position > last)
        yield fault(
          `${place}.position`,
          `must lie above the one before it and not above last (${String(last)})`,
          position,
        );
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
    yield fault(
      'collections',
      `hold ${String(count)} documents, but a sandbox here holds at most ${String(quota.documents)}`,
    );
  const ofContents = Object.values(contents).reduce((bytes, text) => bytes + Buffer.byteLength(text, 'base64'), 0);
  if (ofDocuments + ofContents > quota.bytes)
    yield fault(
      'contents',
      `and collections hold ${String(ofDocuments + ofContents)} bytes, but a sandbox here holds at most ${String(quota.bytes)}`,
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
