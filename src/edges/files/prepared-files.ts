import path from 'node:path';
import { createHash } from 'node:crypto';
import { readFile, readdir, mkdir, rename, writeFile } from 'node:fs/promises';
import { once } from '../../kernel/caches.ts';
import { packageFile } from './package-files.ts';
import { isDeepStrictEqual } from 'node:util';
import type { DocumentOptions } from '../../engine/contract/load-document.ts';

/** Identifies the program: the stamp changes with the version and with the code. */
type ProgramStamp = () => Promise<string>;

/** Folders of the code that reads descriptions and YAML files. */
const READERS = [packageFile('src', 'engine', 'contract'), packageFile('src', 'edges', 'files')];

/** Digest of `package.json`, including the versions of all dependencies, and of the code that reads files. */
export const stampOfSources: ProgramStamp = async () => {
  const folders = await Promise.all(
    READERS.map(async (folder) => (await readdir(folder)).sort().map((name) => path.join(folder, name))),
  );
  const files = [packageFile('package.json'), ...folders.flat()];
  const digest = createHash('sha256');
  for (const text of await Promise.all(files.map((file) => readFile(file)))) digest.update(text).update('\0');
  return digest.digest('hex');
};

/** The build replaces `VATMOCK_STAMP` with the stamp of its sources, which are not part of the package. */
const programStamp: ProgramStamp = once(() =>
  Promise.resolve((globalThis as { VATMOCK_STAMP?: string }).VATMOCK_STAMP ?? stampOfSources()),
);

/**
 * A cache of the bundled YAML files as JSON: parsing and validating YAML would make a start half as long again. Each
 * entry contains a digest of its sources and of the program that made it, so a changed file or another version is a
 * cache miss. User files are not cached.
 */
export interface PreparedFiles extends NonNullable<DocumentOptions['prepared']> {
  /** Undefined on a cache miss. */
  readonly find: (file: string, madeOf: MadeOf) => Promise<object | undefined>;
  readonly keep: (file: string, madeOf: MadeOf & Pick<Prepared, 'others'>, value: object) => Promise<void>;
}

interface MadeOf {
  readonly text: Buffer | string;
  /** Schema that the file was validated against. */
  readonly schema?: object;
}

interface Prepared {
  readonly digest: string;
  /** Files in the same folder that it refers to: the digest includes their texts. */
  readonly others: readonly string[];
  readonly value: object;
}

/** Folders of the package with files needed at every start. */
const OURS = ['spec', 'fixtures'];

/** Cache path for a bundled file; undefined for all others. */
const placeOf = (folder: string, file: string): string | undefined => {
  const name = path.relative(packageFile(), path.resolve(file));
  return OURS.some((ours) => name.startsWith(ours + path.sep)) ? path.join(folder, `${name}.json`) : undefined;
};

const digestOf = async (
  file: string,
  { text, schema }: MadeOf,
  { others, program }: { others: Prepared['others']; program: ProgramStamp },
): Promise<Prepared['digest']> => {
  const digest = createHash('sha256')
    .update(await program())
    .update('\0')
    .update(text);
  if (schema !== undefined) digest.update('\0').update(JSON.stringify(schema));
  for (const other of others) digest.update('\0').update(await readFile(path.resolve(path.dirname(file), other)));
  return digest.digest('hex');
};

const read = async (
  place: string | undefined,
  file: string,
  { program, ...madeOf }: MadeOf & { readonly program: ProgramStamp },
): Promise<object | undefined> => {
  if (place === undefined) return undefined;
  try {
    const { digest, others, value } = JSON.parse(await readFile(place, 'utf8')) as Prepared;
    return digest === (await digestOf(file, madeOf, { others, program })) ? value : undefined;
  } catch {
    // Missing or damaged entry: falls back to the source text.
    return undefined;
  }
};

let written = 0;

/** Written atomically, since another server may read it at the same time. */
const write = async (place: string, prepared: Prepared): Promise<void> => {
  const draft = `${place}.${process.pid}-${++written}`;
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(draft, JSON.stringify(prepared));
  await rename(draft, place);
};

/** Whether the value survives a JSON round trip. Otherwise it is parsed from YAML each time. */
const isPlain = (value: object): boolean => isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);

export const createPreparedFiles = (
  lookIn: readonly string[],
  keepIn: string,
  program: ProgramStamp = programStamp,
): PreparedFiles => ({
  find: async (file, madeOf) => {
    for (const folder of lookIn) {
      const value = await read(placeOf(folder, file), file, { ...madeOf, program });
      if (value !== undefined) return value;
    }
    return undefined;
  },
  keep: async (file, { others, ...madeOf }, value) => {
    const place = placeOf(keepIn, file);
    if (place === undefined || !isPlain(value)) return;
    try {
      await write(place, { digest: await digestOf(file, madeOf, { others, program }), others, value });
    } catch {
      // If the cache is not writable, the next start parses the text again.
    }
  },
});

/**
 * Cache entries from the build, and those of files edited since: inside the package, which only its owner can write.
 */
const BUILT = packageFile('dist', 'prepared');
const CACHE = packageFile('node_modules', '.cache', 'vatmock', 'prepared');

export const preparedFiles = createPreparedFiles([BUILT, CACHE], CACHE);
