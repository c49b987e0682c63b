import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { FileError, type FileFault, faultOf, wholeFileError } from '../../kernel/file-error.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import { formatPath } from '../../kernel/path.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type InTurn, atOnce } from '../../kernel/turns.ts';
import { type LocatedFileOptions, findFileFaults, readLocatedFile } from './located-file.ts';
import type { ReadYaml } from './read-yaml.ts';

interface ReadOptions<Words> extends LocatedFileOptions {
  /** What the file may name; omitted for our own files, which tests validate. */
  readonly words?: Words | undefined;
  /** Expected name, derived from the file name. */
  readonly name?: string | undefined;
}

export interface UploadParts<Words> {
  readonly words: () => Words | Promise<Words>;
  readonly readYaml: ReadYaml;
  /** The pauses of checking it. */
  readonly pauses: () => Pause;
}

/** Parses and validates an upload; throws a `FileError` that locates each fault. */
export type ReadUpload<File> = (text: string, inTurn?: InTurn) => Promise<File>;

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

const YAML = /\.ya?ml$/i;

/** Files that have the names of what is in them: scenarios, storyboards. All faults are thrown as {@link FileError}. */
export const namedFiles = <File extends object, Words>({
  noun,
  flag,
  most,
  largest,
  empty,
  schema,
  nameIn,
  check,
}: {
  /** What the files are, in messages: `scenario`. */
  readonly noun: string;
  /** The setting that names the folder, in messages. */
  readonly flag: string;
  readonly most: number;
  /** Bytes. */
  readonly largest: number;
  /** The message about an empty one. */
  readonly empty: string;
  readonly schema: () => object;
  readonly nameIn: (file: File) => string;
  /** What the schema cannot say. */
  readonly check: (file: File, words: Words, pause?: Pause) => Promise<readonly PathDiagnostic[]>;
}) => {
  /** How the content of a file is checked. */
  const contentOf = ({ words, name, pause }: ReadOptions<Words>) => ({
    schema: schema(),
    empty,
    check: async (file: File): Promise<readonly PathDiagnostic[]> => {
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

  /** Parses a file from YAML, or from JSON, which is a subset of YAML. */
  const read = (text: string, file: string, options: ReadOptions<Words> = {}): Promise<File> =>
    readLocatedFile<File>(text, file, {
      ...options,
      ...contentOf(options),
      largest,
      tooLarge: `split it into several ${noun}s`,
    });

  /** The files of a folder and its subfolders, sorted by path. */
  const list = async (folder: string): Promise<readonly string[]> => {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) throw wholeFileError(folder, `no such folder: create it, or correct ${flag}`);
    if (!found.isDirectory())
      throw wholeFileError(folder, `not a folder: set ${flag} to the folder that contains the files`);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && YAML.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      // Skips node_modules below the folder; the folder itself may be part of an installed package.
      .filter((file) => !path.relative(folder, file).split(path.sep).includes('node_modules'))
      .sort();
    if (files.length > most)
      throw wholeFileError(
        folder,
        `contains ${String(files.length)} ${noun}s, but the maximum is ${String(most)}: remove some`,
      );
    return files;
  };

  return {
    schema,
    read,
    list,

    /** The faults of a value that was not read from a file. */
    faultsIn: (value: Json, words: Words): Promise<readonly PathDiagnostic[]> =>
      findFileFaults(value, contentOf({ words })),

    /**
     * What the files of a folder and its subfolders are made to, by name. Validates them if there are words: our own files are
     * not validated at every start.
     */
    load: async <T extends { readonly name: string }>(
      folder: string,
      words: Words | undefined,
      make: (file: File, path: string) => T | Promise<T>,
    ): Promise<ReadonlyMap<string, T>> => {
      const faults: FileFault[] = [];
      const loaded = new Map<string, T>();
      const fileOf = new Map<string, string>();
      for (const file of await list(folder))
        try {
          const name = path.basename(file).replace(YAML, '');
          const one = await make(await read(await readTextFile(file), file, { words, name }), file);
          const twin = fileOf.get(one.name);
          if (twin !== undefined)
            faults.push(faultOf(file, `the ${noun} "${one.name}" already exists in ${twin}: rename one of them`));
          else {
            loaded.set(one.name, one);
            fileOf.set(one.name, file);
          }
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          faults.push(...error.faults);
        }
      if (faults.length > 0) throw new FileError(faults);
      return loaded;
    },

    readUpload:
      ({ words, readYaml, pauses }: UploadParts<Words>): ReadUpload<File> =>
      async (text, inTurn = atOnce) =>
        read(text, UPLOAD, {
          words: await words(),
          pause: pauses(),
          readYaml: (...file) => inTurn(() => readYaml(...file)),
        }),
  };
};

/** @throws {@link FileError} */
export const readTextFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw wholeFileError(file, `cannot be read (${String(code)}): check its permissions`);
  });

/** The text of a file, or YAML made from an upload, whose comments are not kept. */
export const textOf = async (path: string | undefined, file: object): Promise<string> => {
  const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  return text ?? toYaml(file);
};

/** Writing longer YAML takes too long at once; JSON is YAML too. Characters. */
const LONGEST_YAML = 16_384;

/** A value as YAML for people; a long one as JSON, which is YAML too. */
export const toYaml = async (value: object): Promise<string> => {
  const json = stringifyJson(value);
  if (json.length > LONGEST_YAML) return `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(json), { lineWidth: 120 });
};
