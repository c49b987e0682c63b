import { FileError, formatFault } from '../../kernel/user-errors.ts';
import { watch } from 'node:fs';
import type { After, Timer } from '../../kernel/timers.ts';
import type { Observer } from '../../engine/ports/ports.ts';

/** Debounce in milliseconds: an editor writes a file in several steps, and several files at once. */
const SETTLED = 100;

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
 * The bundled files and those of the user's folder. Bundled files are loaded on demand. Those of the user's folder are loaded at once, so that an invalid one stops the start,
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
) => {
  let bundled: Promise<ReadonlyMap<string, T>> | undefined;
  let current: ReadonlyMap<string, T> | undefined;
  let own: ReadonlyMap<string, T> = folder === undefined ? new Map() : await loadOwn(folder);
  let pending: Timer | undefined;

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
    /** By name; the same set until a file changes. A file of the user overrides a bundled one of the same name. */
    load,
    /** The current set; undefined before it is loaded. */
    current: (): ReadonlyMap<string, T> | undefined => current,
    close: (): void => {
      pending?.cancel();
      watcher?.close();
    },
  };
};

/** Logs one line when a file becomes invalid, and another when all are valid again. */
export const createReloadReport = (
  { noticed, failed }: Observer,
  files: 'scenarios' | 'storyboards' | 'behaviours' | 'fixtures',
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
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more: vatmock validate lists them)`;
  return `${files}: ${formatFault(first).replace(/\.$/, '')}${more}; the last valid ones stay in use`;
};
