import path from 'node:path';
import { readFile, readdir, stat } from 'node:fs/promises';
import { FileError, type FileFault, formatFault } from '../../kernel/file-error.ts';
import { watch } from 'node:fs';
import type { After } from '../../kernel/timers.ts';
import type { Observer } from '../../engine/ports/ports.ts';

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

/** Debounce in milliseconds: an editor writes a file in several steps, and several files at once. */
const SETTLED = 100;

/** The bundled files and those of the user's folder, by name. */
export interface YamlLibrary<T> {
  /** The same set until a file changes. A file of the user overrides a bundled one of the same name. */
  readonly load: () => Promise<ReadonlyMap<string, T>>;
  /** The current set; undefined before it is loaded. */
  readonly current: () => ReadonlyMap<string, T> | undefined;
  readonly close: () => void;
}

export interface YamlLibraryParts {
  /** The user's folder; undefined if there is none. */
  readonly folder: string | undefined;
  /** Whether the folders in it do not matter. */
  readonly isFlat?: boolean;
  readonly after: After;
  /** Called without an error when files were reloaded, otherwise with the reason why the previous versions stay in use. */
  readonly reloaded: (error: unknown) => void;
}

/**
 * Bundled files are loaded on demand. Those of the user's folder are loaded at once, so that an invalid one stops the start,
 * and again when they change: while files are being edited, the last valid set stays in use. If the folder cannot be
 * watched, they are read only at the start.
 */
export const openYamlLibrary = async <T>(
  { folder, isFlat = false, after, reloaded }: YamlLibraryParts,
  {
    loadBundled,
    loadOwn,
  }: {
    readonly loadBundled: () => Promise<ReadonlyMap<string, T>>;
    readonly loadOwn: (folder: string) => Promise<ReadonlyMap<string, T>>;
  },
): Promise<YamlLibrary<T>> => {
  let bundled: Promise<ReadonlyMap<string, T>> | undefined;
  let current: ReadonlyMap<string, T> | undefined;
  let own: ReadonlyMap<string, T> = folder === undefined ? new Map() : await loadOwn(folder);
  let pending: { readonly cancel: () => void } | undefined;

  const load = async (): Promise<ReadonlyMap<string, T>> => {
    bundled ??= loadBundled();
    const library = await bundled;
    return (current ??= new Map([...library, ...own]));
  };

  const reload = async (from: string): Promise<void> => {
    try {
      own = await loadOwn(from);
      current = undefined;
      await load();
      reloaded(undefined);
    } catch (error) {
      reloaded(error);
    }
  };

  const watcher =
    folder === undefined
      ? undefined
      : watch(folder, { recursive: !isFlat, persistent: false }, () => {
          pending?.cancel();
          pending = after(SETTLED, () => void reload(folder));
        });
  watcher?.on('error', reloaded);
  return {
    load,
    current: () => current,
    close: () => {
      pending?.cancel();
      watcher?.close();
    },
  };
};

/** Logs one line when a file becomes invalid, and another when all are valid again. */
export const createReloadReport = (
  { noticed, failed }: Pick<Observer, 'noticed' | 'failed'>,
  files: 'scenarios' | 'storyboards' | 'behaviours',
) => {
  let told: string | undefined;
  return (error: unknown): void => {
    if (error === undefined) {
      if (told !== undefined) noticed({ level: 'info', message: `${files}: reloaded; all files are valid again` });
      told = undefined;
      return;
    }
    if (!(error instanceof FileError)) {
      failed(error, '');
      return;
    }
    const message = formatReport(error, files);
    // Logs only once if an editor saves the file twice.
    if (message !== told) noticed({ level: 'warn', message });
    told = message;
  };
};

const formatReport = ({ faults }: FileError, files: string): string => {
  const [first] = faults;
  if (first === undefined) return `${files}: invalid; the last valid ones stay in use`;
  const more = faults.length === 1 ? '' : ` (and ${String(faults.length - 1)} more: vatmock validate lists them)`;
  return `${files}: ${formatFault(first).replace(/\.$/, '')}${more}; the last valid ones stay in use`;
};
