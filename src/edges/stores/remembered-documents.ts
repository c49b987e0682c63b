import { LRUCache } from 'lru-cache';
import { parseOwnJson } from '../../kernel/json.ts';
import type { Codec } from './codec.ts';
import { deepFreeze } from './kept-json.ts';
import { POSITIONS } from './sqlite-schema.ts';
import { fromStorable } from './storable-text.ts';

export interface Remembered {
  readonly row: number;
  readonly value: unknown;
  /** Size of the JSON in bytes. */
  readonly size: number;
}

/**
 * LRU cache of parsed documents. One process owns the file, so entries are never stale; they are immutable, so they are
 * returned without copying.
 */
export interface RememberedDocuments {
  readonly find: (space: number, id: string) => Remembered | undefined;
  /** Value of a row in the file. */
  readonly valueOf: (row: number, storedId: string, body: string | Uint8Array) => unknown;
  readonly set: (space: number, id: string, document: Remembered) => void;
  readonly forget: (space: number, id: string) => void;
}

/** Bytes of JSON; the parsed documents take several times as much memory. */
const REMEMBERED = 32 * 1_048_576;

const nameOf = (space: number, id: string): string => `${String(space)}/${id}`;

export const createRememberedDocuments = ({ decodeBody }: Pick<Codec, 'decodeBody'>): RememberedDocuments => {
  const documents = new LRUCache<string, Remembered>({ maxSize: REMEMBERED, sizeCalculation: ({ size }) => size + 1 });
  return {
    find: (space, id) => documents.get(nameOf(space, id)),
    valueOf: (row, storedId, body) => {
      const name = nameOf(Math.floor(row / POSITIONS), fromStorable(storedId));
      let known = documents.get(name);
      if (known === undefined) {
        const json = decodeBody(body, row, storedId);
        known = { row, value: deepFreeze(parseOwnJson(json)), size: Buffer.byteLength(json) };
        documents.set(name, known);
      }
      return known.value;
    },
    set: (space, id, document) => {
      documents.set(nameOf(space, id), document);
    },
    forget: (space, id) => {
      documents.delete(nameOf(space, id));
    },
  };
};
