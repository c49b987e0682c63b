import { mapValues } from '../../kernel/defined.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Dump, NewDocument } from '../../engine/sandbox/store.ts';
import type { SandboxContents } from '../../engine/sandbox/sandbox-state.ts';
import type { State, StateRecord } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { writeCanonicalJson } from '../../kernel/json-pieces.ts';
import { type Json, parseJsonInSteps, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import type { RunInSlices, Steps } from '../../kernel/time-slices.ts';

/** Version of the document format; an older server rejects a newer one. */
export const STATE_VERSION = 1;

/** The whole state of a sandbox as one JSON document. */
export type StateDocument = State;

/** What a document holds. */
export const countsOf = ({ collections, contents }: StateDocument) => ({
  documents: Object.values(collections).reduce((count, { documents }) => count + documents.length, 0),
  contents: Object.keys(contents).length,
});

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
    ...(assumed && { assumptions: assumed }),
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

function* toCollections({ collections, positions }: Dump): Steps<Record<string, State['collections'][string]>> {
  const made: Record<string, State['collections'][string]> = {};
  // Skips collections that were read but never written.
  for (const [name, last] of inOrder(positions)) {
    if (last === 0) continue;
    const documents: StateRecord[] = [];
    for (const document of collections[name] ?? []) {
      documents.push(toDocument(document));
      yield;
    }
    made[name] = { last, documents };
  }
  return made;
}

const toDocument = ({ id, position, value, keys }: NewDocument): StateRecord => ({
  id,
  position,
  value: value as object,
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

/** Compresses a document, or what contains one, for {@link unpack}. */
export const pack = (text: string | Uint8Array, level?: number): Promise<Uint8Array> => compress(text, { level });

export const unpack = async <T = StateDocument>(packed: Uint8Array, run: RunInSlices): Promise<T> =>
  run(parsePacked<T>(await expand(packed)));

const compress = promisify(gzip);
const expand = promisify(gunzip);

function* parsePacked<T>(text: Buffer): Steps<T> {
  return (yield* parseJsonInSteps(text.toString('utf8'))).value as T;
}

/** The document with the links of another sandbox, record by record. */
export function* readdress(document: StateDocument, to: string): Steps<StateDocument> {
  if (document.sandbox === to) return document;
  const collections: Record<string, State['collections'][string]> = {};
  for (const [name, { last, documents }] of Object.entries(document.collections)) {
    const moved: StateRecord[] = [];
    for (const record of documents) {
      moved.push(readdressLinks(record, document.sandbox, to));
      yield;
    }
    collections[name] = { last, documents: moved };
  }
  return { ...document, collections };
}

/**
 * Public links contain the name of their sandbox (`<sandbox>.<26 characters>`). Rewrites them in data that moves to
 * another sandbox, so that they lead there instead of to the source.
 */
export const readdressLinks = <T>(value: T, from: string, to: string): T => {
  const text = stringifyJson(value);
  if (!text.includes(inJson(from))) return value;
  const name = inJson(from).replaceAll(/[^\w-]/g, '\\$&');
  const links = new RegExp(`(?<=["/])${name}(?=\\.[0-9A-Z]{26}(?![0-9A-Z]))`, 'g');
  return parseOwnJson(text.replaceAll(links, () => inJson(to))) as T;
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const inOrder = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => compare(a, b));
