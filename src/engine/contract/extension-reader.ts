import type { Cursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** Reads extensions (`x-...`): a malformed one is ignored, with a diagnostic that states its location and a remedy. */
export interface ExtensionReader {
  readonly text: (at: Cursor, remedy: string) => string | undefined;
  readonly flag: (at: Cursor, remedy: string) => boolean;
  readonly count: (at: Cursor, remedy: string) => number | undefined;
  readonly object: (at: Cursor, remedy: string) => SchemaObject | undefined;
  /** The items, each with its location. */
  readonly list: (at: Cursor, remedy: string) => readonly Cursor[];
  readonly ignore: (at: Cursor, remedy: string) => void;
}

export const createExtensionReader = (findings: Diagnostic[]): ExtensionReader => {
  const told = new Set<string>();
  const ignore = (at: Cursor, remedy: string): void => {
    const { pointer } = at;
    // Shared parameters and path items are read once per operation, but reported once.
    if (told.has(pointer)) return;
    told.add(pointer);
    findings.push({ pointer, message: `${nameIn(pointer)} is ignored: ${remedy}`, effect: 'served' });
  };
  const read = <T>(at: Cursor, remedy: string, isMeant: (node: unknown) => node is T): T | undefined => {
    if (!at.exists) return undefined;
    if (isMeant(at.node)) return at.node;
    ignore(at, remedy);
    return undefined;
  };
  return {
    text: (at, remedy) => read(at, remedy, isText),
    flag: (at, remedy) => read(at, remedy, isFlag) ?? false,
    count: (at, remedy) => read(at, remedy, isCount),
    object: (at, remedy) => read(at, remedy, isSchemaObject),
    list: (at, remedy) => (read(at, remedy, Array.isArray) === undefined ? [] : at.entries().map(([, item]) => item)),
    ignore,
  };
};

/** The extension that contains a location. */
const nameIn = (pointer: string): string => pointer.split('/').findLast((segment) => segment.startsWith('x-')) ?? '';

const isText = (node: unknown): node is string => typeof node === 'string' && node !== '';

const isCount = (node: unknown): node is number => Number.isSafeInteger(node) && (node as number) > 0;

const isFlag = (node: unknown): node is boolean => typeof node === 'boolean';
