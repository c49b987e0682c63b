import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileError, type FileFault } from '../../kernel/file-error.ts';

/** A folder of files of one kind, each named like its file. */
export interface YamlFolder {
  readonly folder: string;
  /** What the files are, in messages: `scenario`. */
  readonly noun: string;
  /** The setting that names the folder, in messages. */
  readonly flag: string;
  readonly most: number;
}

const YAML = /\.ya?ml$/i;

/** The name that a file must have inside. */
export const nameOfFile = (file: string): string => path.basename(file).replace(YAML, '');

/**
 * Loads every file of a folder and its subfolders.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadYamlFolder = async <T extends { readonly name: string }>(
  kind: YamlFolder,
  load: (file: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> => {
  const files = await findYamlFiles(kind);
  const faults: FileFault[] = [];
  const loaded = new Map<string, { readonly one: T; readonly file: string }>();
  for (const file of files) {
    try {
      const one = await load(file);
      const twin = loaded.get(one.name);
      if (twin !== undefined)
        faults.push(faultOf(file, `the ${kind.noun} "${one.name}" already exists in ${twin.file}: rename one of them`));
      else loaded.set(one.name, { one, file });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length > 0) throw new FileError(faults);
  return new Map([...loaded].map(([name, { one }]) => [name, one]));
};

/** Sorted by path. */
export const findYamlFiles = async ({ folder, noun, flag, most }: YamlFolder): Promise<readonly string[]> => {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw new FileError([faultOf(folder, `no such folder: create it, or correct ${flag}`)]);
  if (!found.isDirectory())
    throw new FileError([faultOf(folder, `not a folder: set ${flag} to the folder that contains the files`)]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && YAML.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    // Skips node_modules below the folder; the folder itself may be part of an installed package.
    .filter((file) => !path.relative(folder, file).split(path.sep).includes('node_modules'))
    .sort();
  if (files.length > most)
    throw new FileError([
      faultOf(folder, `contains ${String(files.length)} ${noun}s, but the maximum is ${String(most)}: remove some`),
    ]);
  return files;
};

/** @throws {@link FileError} */
export const readTextFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new FileError([
      faultOf(file, `cannot be read (${String((error as NodeJS.ErrnoException).code)}): check its permissions`),
    ]);
  });

/** A fault of a whole file or folder. */
export const faultOf = (file: string, message: string): FileFault => ({ file, line: 1, column: 1, message });
