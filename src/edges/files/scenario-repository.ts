import { watch } from 'node:fs';
import type { After } from '../../kernel/timers.ts';
import type { ScenarioSet, ScenarioRepository } from '../../engine/scenarios/repository.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { checkReadyScenarios, loadReadyScenarios, loadScenarios } from './load-scenarios.ts';

/** The library of the package, and the files of a folder, which are read anew when they change. */
export interface FileScenarioRepository extends ScenarioRepository {
  readonly close: () => void;
}

export interface ScenarioRepositoryParts {
  /** The user's; undefined where there is none. */
  readonly folder: string | undefined;
  readonly scenarioSchema: () => ScenarioSchema;
  readonly after: After;
  /** Hears that files were read anew, or why the former ones stay in use. */
  readonly reloaded: (error: unknown) => void;
}

/** An editor writes a file in several steps, and several files at once. */
const SETTLED = 100;

/**
 * Opens the repository. Files of the user's own folder are checked at once, so that a broken one stops the start; later the
 * last good set stays in use while files are being edited. The library waits until somebody asks for it, but is there.
 */
export const openScenarioRepository = async ({
  folder,
  scenarioSchema,
  after,
  reloaded,
}: ScenarioRepositoryParts): Promise<FileScenarioRepository> => {
  await checkReadyScenarios();
  let ready: Promise<ScenarioSet> | undefined;
  let current: ScenarioSet | undefined;
  let own: ScenarioSet = folder === undefined ? new Map() : await loadScenarios(folder, scenarioSchema());
  let pending: { readonly cancel: () => void } | undefined;

  /** A file of the user's own takes the place of one of the library under the same name. */
  const load = async (): Promise<ScenarioSet> => {
    ready ??= loadReadyScenarios();
    const library = await ready;
    current ??= new Map([...library, ...own]);
    return current;
  };

  const reload = async (from: string): Promise<void> => {
    try {
      own = await loadScenarios(from, scenarioSchema());
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
      : watch(folder, { recursive: true, persistent: false }, () => {
          pending?.cancel();
          pending = after(SETTLED, () => void reload(folder));
        });
  // Where nothing can be watched, files are read at the start only.
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
