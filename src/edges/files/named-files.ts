import { readFile } from 'node:fs/promises';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { formatPath } from '../../kernel/path.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type InTurn, atOnce } from '../../kernel/turns.ts';
import { type LocatedFileKind, type LocatedFileOptions, readLocatedFile } from './located-file.ts';
import type { ReadYaml } from './read-yaml.ts';
import { type YamlFolder, loadYamlFolder, nameOfFile, readTextFile } from './yaml-folder.ts';

/** Files that have the names of what is in them: scenarios, storyboards. */
export interface NamedFileKind<File, Words> extends Omit<YamlFolder, 'folder'> {
  /** Bytes. */
  readonly largest: number;
  /** The message about an empty one. */
  readonly empty: string;
  readonly schema: () => object;
  readonly nameIn: (file: File) => string;
  /** What the schema cannot say. */
  readonly check: (file: File, words: Words, pause?: Pause) => Promise<readonly PathDiagnostic[]>;
}

interface ReadOptions<Words> extends LocatedFileOptions {
  /** What the file may name; omitted for our own files, which tests validate. */
  readonly words?: Words | undefined;
  /** Expected name, derived from the file name. */
  readonly name?: string | undefined;
}

/** How the content of a file is checked. */
export const contentOf = <File, Words>(
  { noun, schema, empty, nameIn, check }: NamedFileKind<File, Words>,
  { words, name, pause }: ReadOptions<Words>,
): Pick<LocatedFileKind<File>, 'schema' | 'empty' | 'check'> => ({
  schema: schema(),
  empty,
  check: async (file) => {
    await pause?.();
    const own = nameIn(file);
    const message = `the ${noun} is "${own}", but its file is ${String(name)}.yaml: rename one of the two`;
    const misnamed = name === undefined || own === name ? [] : [{ path: [noun], message }];
    const found = words === undefined ? [] : await check(file, words, pause);
    return [
      ...misnamed,
      ...found.map((one) => ({
        ...one,
        message: one.path.length === 0 ? one.message : `${formatPath(one.path)}: ${one.message}`,
      })),
    ];
  },
});

/**
 * Parses a file from YAML, or from JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const readNamedFile = <File extends object, Words>(
  kind: NamedFileKind<File, Words>,
  text: string,
  file: string,
  options: ReadOptions<Words> = {},
): Promise<File> =>
  readLocatedFile<File>(text, file, {
    ...options,
    ...contentOf(kind, options),
    largest: kind.largest,
    tooLarge: `split it into several ${kind.noun}s`,
  });

/**
 * Loads every file of a folder and its subfolders, and validates them if there are words: our own files are not validated at
 * every start.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadNamedFiles = <File extends object, Words, T extends { readonly name: string }>(
  kind: NamedFileKind<File, Words>,
  folder: string,
  words: Words | undefined,
  make: (file: File, path: string) => T | Promise<T>,
): Promise<ReadonlyMap<string, T>> =>
  loadYamlFolder({ ...kind, folder }, async (path) =>
    make(await readNamedFile(kind, await readTextFile(path), path, { words, name: nameOfFile(path) }), path),
  );

export interface UploadParts<Words> {
  readonly words: () => Words;
  readonly readYaml: ReadYaml;
  /** The pauses of checking it. */
  readonly pauses: () => Pause;
}

/** Parses and validates an upload; throws a `FileError` that locates each fault. */
export type ReadUpload<File> = (text: string, inTurn?: InTurn) => Promise<File>;

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

export const createReadUpload =
  <File extends object, Words>(
    kind: NamedFileKind<File, Words>,
    { words, readYaml, pauses }: UploadParts<Words>,
  ): ReadUpload<File> =>
  (text, inTurn = atOnce) =>
    readNamedFile(kind, text, UPLOAD, {
      words: words(),
      pause: pauses(),
      readYaml: (...file) => inTurn(() => readYaml(...file)),
    });

/** The text of a file, or YAML made from an upload, whose comments are not kept. */
export const textOf = async (path: string | undefined, file: object): Promise<string> => {
  const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  return text ?? toYaml(file);
};

/** Writing longer YAML takes too long at once; JSON is YAML too. Characters. */
const LONGEST_YAML = 32_768;

/** A value as YAML for people; a long one as JSON, which is YAML too. */
export const toYaml = async (value: object): Promise<string> => {
  const json = stringifyJson(value);
  if (json.length > LONGEST_YAML) return `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(json), { lineWidth: 120 });
};
