import type { After } from '../../kernel/timers.ts';
import type { ScenarioSet, ScenarioRepository } from '../../engine/scenarios/repository.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { checkReadyScenarios, loadReadyScenarios, loadScenarios } from './load-scenarios.ts';
import { watchFolder } from './watch-folder.ts';

/** The bundled library and the files of a folder, which are reloaded when they change. */
export interface FileScenarioRepository extends ScenarioRepository {
  readonly close: () => void;
}

export interface ScenarioRepositoryParts {
  /** The user's folder; undefined if there is none. */
  readonly folder: string | undefined;
  readonly scenarioSchema: () => ScenarioSchema;
  readonly after: After;
  /**
   * Called without an error when files were reloaded, otherwise with the reason why the previous versions stay in use.
   */
  readonly reloaded: (error: unknown) => void;
}

/**
 * Opens the repository. Files of the user's folder are validated immediately, so that an invalid one stops the start;
 * later the last valid set stays in use while files are being edited. The library is loaded on demand, but its
 * existence is checked.
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

  /** A file of the user overrides one of the library with the same name. */
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

  // If the folder cannot be watched, files are read only at startup.
  const watching = watchFolder(folder, { after, changed: () => void reload(folder ?? ''), failed: reloaded });

  return {
    load,
    current: () => current,
    close: watching.close,
  };
};
