import { createFileRoutes } from '../edges/console/file-routes.ts';
import { type ConsoleFiles, loadConsoleFiles } from '../edges/console/load-files.ts';
import { packageFile } from '../edges/files/package-files.ts';
import type { Handle } from '../edges/http/dispatcher.ts';

export interface ConsoleRoutes {
  readonly handle: Handle;
  /** Loads what is otherwise loaded with the first request. */
  readonly preload: () => Promise<unknown>;
}

/** Loaded with the first request to the console. */
export const openConsoleRoutes = (): ConsoleRoutes => {
  const load = createLoader();
  return { handle: createFileRoutes(load), preload: load };
};

/** Reads the files once. A console that has not been built is looked for again: the reader is told how to make it. */
const createLoader = (): (() => Promise<ConsoleFiles | undefined>) => {
  let loaded: ConsoleFiles | undefined;
  return async () => (loaded ??= await loadConsoleFiles(packageFile('dist', 'console')));
};
