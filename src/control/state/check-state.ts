import { problem } from '../../engine/problems/problem.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import type { Seller } from '../../identity/organization.ts';
import { parseClockTime } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { Violation } from '../../kernel/problem.ts';
import type { CheckContents } from './check-contents.ts';
import { type CheckRecords, fault } from './check-records.ts';
import { STATE_VERSION, type StateDocument, checksumOf } from './state-document.ts';

export interface StateRules {
  /** Sellers whose data the sandbox may hold. */
  readonly sellers: readonly Seller[];
  readonly quota: Quota;
  readonly checkRecords: CheckRecords;
  readonly checkContents: CheckContents;
}

/** Maximum reported faults: more would not be read, and a hostile document can have any number. */
const MOST_FAULTS = 20;

/**
 * Validates a schema-valid document against rules that a schema cannot express. The document is untrusted and goes into
 * the store afterwards. Throws 422 with one entry of `errors[]` per fault.
 */
export const checkState = async (document: StateDocument, rules: StateRules): Promise<void> => {
  const found: Violation[] = [];
  for (const violation of faultsOf(document, rules)) if (found.push(violation) === MOST_FAULTS) break;
  // Validates records only if everything around them is valid: otherwise one fault would cause many messages.
  if (found.length === 0)
    for (const violation of rules.checkRecords(document)) if (found.push(violation) === MOST_FAULTS) break;
  if (found.length === 0)
    for await (const violation of rules.checkContents(document)) if (found.push(violation) === MOST_FAULTS) break;

  const [first] = found;
  if (first === undefined) return;
  throw problem('validation-error', {
    detail: `Nothing was imported. ${first.field} ${first.message}.${found.length > 1 ? ` There are ${String(found.length - 1)} more faults.` : ''}`,
    errors: found,
  });
};

function* faultsOf(document: StateDocument, rules: StateRules): Generator<Violation> {
  const { version, checksum, clock } = document;
  if (version !== STATE_VERSION)
    yield fault(
      'version',
      `must be ${String(STATE_VERSION)}, the form that this server knows: export it anew`,
      version,
    );
  if (checksum !== undefined && checksum !== checksumOf(document))
    yield fault(
      'checksum',
      'does not fit the document, which is damaged or was changed: export it anew, or leave the checksum out if you changed it by hand',
      checksum,
    );
  if (parseClockTime(clock.now) === undefined)
    yield fault('clock.now', 'is no instant that this clock knows', clock.now);
  yield* faultsOfCollections(document);
  for (const [id, text] of Object.entries(document.contents))
    if (Buffer.from(text, 'base64').toString('base64') !== text) yield fault(`contents.${id}`, 'is not base64');
  yield* faultsOfSize(document, rules.quota);
  yield* faultsOfSellers(document, rules.sellers);
}

function* faultsOfCollections({ collections }: StateDocument): Generator<Violation> {
  for (const [name, { last, documents }] of Object.entries(collections)) {
    const ids = new Set<string>();
    let former = 0;
    for (const [index, { id, position }] of documents.entries()) {
      const place = `collections.${name}.documents[${String(index)}]`;
      if (position <= former || position > last)
        yield fault(
          `${place}.position`,
          `must lie above the one before it and not above last (${String(last)})`,
          position,
        );
      if (ids.has(id)) yield fault(`${place}.id`, 'stands twice in its collection', id);
      ids.add(id);
      former = position;
    }
  }
}

function* faultsOfSize({ collections, contents }: StateDocument, quota: Quota): Generator<Violation> {
  const all = Object.values(collections).flatMap(({ documents }) => documents);
  if (all.length > quota.documents)
    yield fault(
      'collections',
      `hold ${String(all.length)} documents, but a sandbox here holds at most ${String(quota.documents)}`,
    );
  const ofDocuments = all.reduce((bytes, { value }) => bytes + stringifyJson(value).length, 0);
  const ofContents = Object.values(contents).reduce((bytes, text) => bytes + Buffer.byteLength(text, 'base64'), 0);
  if (ofDocuments + ofContents > quota.bytes)
    yield fault(
      'contents',
      `and collections hold ${String(ofDocuments + ofContents)} bytes, but a sandbox here holds at most ${String(quota.bytes)}`,
    );
}

/** Seller ids do not change, so the importing organization must have the same sellers. */
function* faultsOfSellers(document: StateDocument, sellers: readonly Seller[]): Generator<Violation> {
  const own = new Set(sellers.map(({ uuid }) => uuid));
  const missing = [...sellersIn(document)].filter((uuid) => !own.has(uuid));
  if (missing.length === 0) return;
  yield fault(
    'sellers',
    `has data of ${missing.join(', ')}, which this organization does not have: create a sandbox with these sellers (POST /__admin/sandboxes with "sellers": [{ "uuid": ... }]) and import it there`,
    missing.slice(0, MOST_FAULTS),
  );
}

/** Sellers that own records, and those of the document's list that occur anywhere. */
const sellersIn = ({ sellers, collections }: StateDocument): Set<string> => {
  const found = new Set<string>();
  const listed = sellers.map((uuid) => uuid.toLowerCase());
  for (const { documents } of Object.values(collections))
    for (const { value } of documents) {
      const { seller } = value as { readonly seller?: unknown };
      if (typeof seller === 'string') found.add(seller);
      const text = listed.every((uuid) => found.has(uuid)) ? '' : stringifyJson(value);
      for (const uuid of listed) if (text.includes(uuid)) found.add(uuid);
    }
  return found;
};
