import { createHash } from 'node:crypto';
import type { Choices } from '../../engine/assumptions/register.ts';
import type { Dump, NewDocument } from '../../engine/sandbox/store.ts';
import type { SandboxContents } from '../../engine/sandbox/sandbox-state.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { writeCanonicalJson } from '../../kernel/json-pieces.ts';
import type { Json } from '../../kernel/json.ts';
import type { Steps } from '../../kernel/time-slices.ts';

/** Version of the document format; an older server rejects a newer one. */
export const STATE_VERSION = 1;

/** The whole state of a sandbox as one JSON document. Its schema is in spec/admin.yaml. */
export interface StateDocument {
  readonly format: 'vatmock-state';
  readonly version: number;
  /** The sandbox from which the state was exported. */
  readonly sandbox: string;
  readonly organizationUuid: string;
  readonly sellers: readonly string[];
  readonly seed: string;
  readonly clock: { readonly now: string; readonly frozen: boolean };
  /** Choices among assumptions; omitted if none was changed. */
  readonly assumptions?: Choices;
  readonly collections: Readonly<Record<string, StateCollection>>;
  /** Bytes as base64, by id. */
  readonly contents: Readonly<Record<string, string>>;
  /** Checksum of everything else; omitted in a document edited by hand. */
  readonly checksum?: string;
}

interface StateCollection {
  /** The last position that was assigned. */
  readonly last: number;
  readonly documents: readonly NewDocument[];
}

/** The same state always produces the same document, member by member. In steps: it may hold thousands of documents. */
export function* composeState(
  { seed, clock, assumed, dump }: SandboxContents,
  { sandbox, uuid, sellers }: Organization,
): Steps<StateDocument> {
  const collections = yield* toCollections(dump);
  const document: StateDocument = {
    format: 'vatmock-state',
    version: STATE_VERSION,
    sandbox,
    organizationUuid: uuid,
    sellers: sellers.map((seller) => seller.uuid),
    seed,
    clock: { now: toIsoDateTime(clock.now), frozen: clock.frozen },
    ...(assumed === undefined ? {} : { assumptions: assumed }),
    collections,
    contents: yield* toBase64(dump),
  };
  return { ...document, checksum: yield* computeChecksum(document) };
}

function* toBase64({ contents }: Dump): Steps<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [id, bytes] of inOrder(contents)) {
    made[id] = Buffer.from(bytes).toString('base64');
    yield;
  }
  return made;
}

function* toCollections({ collections, positions }: Dump): Steps<Record<string, StateCollection>> {
  const made: Record<string, StateCollection> = {};
  // Skips collections that were read but never written.
  for (const [name, last] of inOrder(positions)) {
    if (last === 0) continue;
    const documents: NewDocument[] = [];
    for (const document of collections[name] ?? []) {
      documents.push(toDocument(document));
      yield;
    }
    made[name] = { last, documents };
  }
  return made;
}

const toDocument = ({ id, position, value, keys }: NewDocument): NewDocument => ({
  id,
  position,
  value,
  keys: keys
    .map(({ name, text }) => ({ name, text }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.text, b.text)),
});

export function* toContents(document: StateDocument): Steps<SandboxContents> {
  const contents: Record<string, Uint8Array> = {};
  for (const [id, text] of Object.entries(document.contents)) {
    contents[id] = Buffer.from(text, 'base64');
    yield;
  }
  return {
    seed: document.seed,
    clock: { now: Date.parse(document.clock.now), frozen: document.clock.frozen },
    assumed: document.assumptions,
    dump: {
      collections: mapValues(document.collections, ({ documents }) => documents),
      positions: mapValues(document.collections, ({ last }) => last),
      contents,
    },
  };
}

/**
 * Depth of the parts of a record's lists in the document, such as the vehicles of an order: `collections`, its name,
 * `documents`, its place, `value`, the name of the list, its place.
 */
export const RECORD_DEPTH = 7;

/** SHA-256 of the rest of the document in canonical form: member order and whitespace do not matter. */
export function* computeChecksum({ checksum: _checksum, ...rest }: StateDocument): Steps<string> {
  const hash = createHash('sha256');
  yield* writeCanonicalJson(rest as unknown as Json, RECORD_DEPTH, (text) => hash.update(text));
  return hash.digest('hex');
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const inOrder = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => compare(a, b));

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
