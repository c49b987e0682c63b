import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Tree, treeAt } from './description.ts';

/** The path of a file below spec/. */
export const specFile = (name: string): string => fileURLToPath(new URL(`../../spec/${name}`, import.meta.url));

/** A file below spec/ as it is written: references to other files are left alone. */
export const readSpec = async (name: string): Promise<Tree> =>
  treeAt(parse(await readFile(specFile(name), 'utf8')) as unknown);

/** A file below spec/ with every reference replaced by what it leads to. */
export const dereferenceSpec = async (name: string): Promise<Tree> =>
  treeAt((await $RefParser.dereference(specFile(name))) as unknown);

/** The event types that have a payload file, in alphabetical order. */
export const eventFileTypes = async (): Promise<string[]> =>
  (await readdir(specFile('schemas/events'))).map((name) => name.replace(/\.yaml$/, '')).sort();
