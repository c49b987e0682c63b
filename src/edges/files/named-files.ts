import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { once } from '../../kernel/caches.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { FileError, type FileFault, faultOf, wholeFileError } from '../../kernel/user-errors.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import { formatPath } from '../../kernel/path.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type InTurn, atOnce } from '../../kernel/turns.ts';
import { type LocatedFileOptions, type ReadYaml, findFileFaults, readLocatedFile } from './located-file.ts';
import { readNamedText } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';
import { type YamlLibraryParts, openYamlLibrary } from './yaml-folder.ts';

export interface ReadOptions<Words> extends LocatedFileOptions {
  /** What the file may name; omitted for our own files, which tests validate. */
  readonly words?: Words | undefined;
  /** Expected name, derived from the file name. */
  readonly name?: string | undefined;
}

/** What is made of a file; `path` is undefined for one that is in none. */
interface Named<File> {
  readonly name: string;
  readonly file: File;
  readonly path?: string | undefined;
}

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

export const YAML = /\.ya?ml$/i;

/**
 * Files that have the names of what is in them: scenarios, storyboards. A folder of the package has the bundled ones and
 * their schema; the user's are in another. All faults are thrown as {@link FileError}.
 */
export const namedFiles = <File extends object, Words, One extends Named<File>>({
  noun,
  most,
  largest,
  empty,
  check,
  make,
}: {
  /** What the files are: `scenario`. The key of their names, and in the plural the setting that names the user's folder. */
  readonly noun: string;
  readonly most: number;
  /** Bytes. */
  readonly largest: number;
  /** The message about an empty one. */
  readonly empty: string;
  /** What the schema cannot say. */
  readonly check: (file: File, words: Words, pause?: Pause) => Promise<readonly PathDiagnostic[]>;
  readonly make: (file: File, path: string, folder: string, words: Words | undefined) => One | Promise<One>;
}) => {
  const bundled = packageFile(`${noun}s`);
  const schema = once(() => packageJson(`${noun}s`, `${noun}.schema.json`));

  /** How the content of a file is checked. */
  const contentOf = ({ words, name, pause }: ReadOptions<Words>) => ({
    schema: schema(),
    empty,
    check: async (file: File): Promise<readonly PathDiagnostic[]> => {
      await pause?.();
      const own = (file as Readonly<Record<string, unknown>>)[noun];
      const message = `the ${noun} is "${String(own)}", but its file is ${String(name)}.yaml: rename one of the two`;
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
  const read = async (text: string, file: string, options: ReadOptions<Words> = {}): Promise<File> => {
    if (Buffer.byteLength(text) > largest)
      throw wholeFileError(file, `the file is larger than ${largest} bytes: split it into several ${noun}s`);
    return readLocatedFile(text, file, { ...options, ...contentOf(options) });
  };

  /** The files of a folder and its subfolders, sorted by path. */
  const list = async (folder: string): Promise<readonly string[]> => {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) throw wholeFileError(folder, `no such folder: create it, or correct --${noun}s`);
    if (!found.isDirectory())
      throw wholeFileError(folder, `not a folder: set --${noun}s to the folder that contains the files`);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && YAML.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      // Skips node_modules below the folder; the folder itself may be part of an installed package.
      .filter((file) => !path.relative(folder, file).split(path.sep).includes('node_modules'))
      .sort();
    if (files.length > most)
      throw wholeFileError(folder, `contains ${files.length} ${noun}s, but the maximum is ${most}: remove some`);
    return files;
  };

  /** Never empty: without them the package is broken, and a client would appear to pass all tests because there are none. */
  const listBundled = async (): Promise<readonly string[]> => {
    const files = await list(bundled).catch(() => []);
    if (files.length > 0) return files;
    throw wholeFileError(bundled, `contains no ready ${noun}: the package is incomplete; reinstall it`);
  };

  /**
   * What the files of a folder and its subfolders are made to, by name. Validates them if there are words: our own files are
   * not validated at every start.
   */
  const load = async (folder: string, words?: Words): Promise<ReadonlyMap<string, One>> => {
    const faults: FileFault[] = [];
    const loaded = new Map<string, One>();
    for (const file of await (path.resolve(folder) === bundled ? listBundled() : list(folder)))
      try {
        const name = path.basename(file).replace(YAML, '');
        const one = await make(await read(await readNamedText(file), file, { words, name }), file, folder, words);
        const twin = loaded.get(one.name)?.path;
        if (twin === undefined) loaded.set(one.name, one);
        else faults.push(faultOf(file, `the ${noun} "${one.name}" already exists in ${twin}: rename one of them`));
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        faults.push(...error.faults);
      }
    if (faults.length > 0) throw new FileError(faults);
    return loaded;
  };

  return {
    noun,
    bundled,
    read,
    load,

    /** The faults of a value that was not read from a file. */
    faultsIn: (value: Json, words: Words): Promise<readonly PathDiagnostic[]> =>
      findFileFaults(value, contentOf({ words })),

    /** The bundled files and the user's, as a server uses them. */
    open: async ({
      words,
      hasLibrary,
      readYaml,
      pauses,
      ...library
    }: YamlLibraryParts & {
      readonly words: () => Words | Promise<Words>;
      /** Whether the bundled ones are of this API. They are loaded on demand; that they exist is checked at every start. */
      readonly hasLibrary: boolean;
      readonly readYaml: ReadYaml;
      /** The pauses of checking an upload. */
      readonly pauses: () => Pause;
    }) => {
      if (hasLibrary) await listBundled();
      const opened = await openYamlLibrary<One>(library, {
        loadBundled: () => (hasLibrary ? load(bundled) : Promise.resolve(new Map<string, One>())),
        loadOwn: async (folder) => load(folder, await words()),
      });
      return {
        ...opened,
        /** The JSON Schema of the files. */
        schema,
        /** Parses and validates an upload. */
        read: async (text: string, inTurn: InTurn = atOnce): Promise<File> =>
          read(text, UPLOAD, {
            words: await words(),
            pause: pauses(),
            readYaml: (...file) => inTurn(() => readYaml(...file)),
          }),
        /** The text of a file, or YAML made from an upload, whose comments are not kept. */
        readText: async ({ path: place, file }: One): Promise<string> =>
          (place === undefined ? undefined : await readFile(place, 'utf8').catch(() => undefined)) ?? toYaml(file),
      };
    },
  };
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
