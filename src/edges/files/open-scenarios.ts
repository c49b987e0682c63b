import type { Contract } from '../../engine/contract/contract.ts';
import { type SampleFacts, type SampleMaker, createSampleMaker } from '../../engine/scenarios/emit-sample.ts';
import type { FixtureWords } from '../../engine/scenarios/given.ts';
import { type NextCall, toNextCall } from '../../engine/scenarios/next-call.ts';
import type { FindHeaderFault } from '../../engine/scenarios/reply-headers.ts';
import type { ScenarioSet, ScenarioRepository } from '../../engine/scenarios/repository.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import {
  type SimulatorDescription,
  type ScenarioSchema,
  createScenarioSchema,
} from '../../engine/scenarios/scenario-schema.ts';
import { type ScenarioWords, wordsOf } from '../../engine/scenarios/scenario-words.ts';
import type { Scenario } from '../../engine/scenarios/scenario.ts';
import type { ScenariosParts } from '../../engine/scenarios/scenarios-parts.ts';
import { type Scenarios, createScenarios } from '../../engine/scenarios/scenarios.ts';
import type { OwnTemplates } from '../../engine/scenarios/template.ts';
import type { TimelineActions } from '../../engine/scenarios/timeline.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import { atOnce, type InTurn } from '../../kernel/turns.ts';
import { checkReadyScenarios, loadReadyScenarios, loadScenarios } from './load-scenarios.ts';
import { findImportFaults, readDefinition, readScenario, scenarioFileSchema } from './read-scenario.ts';
import type { ReadYaml } from './read-yaml.ts';
import { readScenarioText } from './scenario-text.ts';
import { watchFolder } from './watch-folder.ts';

export interface OpenedScenarios {
  readonly scenarios: Scenarios;
  /** Parses and validates an uploaded scenario; throws a `FileError` that locates each fault. */
  readonly read: (text: string, inTurn?: InTurn) => Promise<ScenarioFile>;
  /** Validates a scenario from a program; throws a `ScenarioError` that locates each fault. */
  readonly define: (definition: object) => Promise<ScenarioFile>;
  /** The scenario of a next call; throws 422 for what its operation cannot do. */
  readonly toNextCall: (wish: NextCall) => Promise<ScenarioFile>;
  /** All faults of an uploaded scenario in a state that is imported. */
  readonly check: (file: object) => Promise<readonly PathDiagnostic[]>;
  /** Creates sample events, for timelines and on request. */
  readonly samples: SampleMaker;
  /** Scenarios from files, available to every sandbox. */
  readonly files: () => Promise<ScenarioSet>;
  /** The text of a scenario, as YAML. */
  readonly readText: (scenario: Scenario) => Promise<string>;
  /** The JSON Schema of scenario files. */
  readonly schema: () => object;
  /** The names that a scenario may use. */
  readonly words: () => Promise<ScenarioWords>;
  readonly close: () => void;
}

interface OpenScenariosParts extends Pick<
  ScenariosParts,
  'installFixtures' | 'register' | 'freeze' | 'expectations' | 'idempotencyWindow'
> {
  readonly contract: Contract;
  /** Folder of the user's own files. */
  readonly folder: string | undefined;
  readonly simulators: ReadonlyMap<string, SimulatorDescription>;
  readonly simulate: TimelineActions['simulate'];
  readonly facts?: SampleFacts;
  readonly fixtures?: FixtureWords;
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates;
  readonly after: After;
  /** Reads an uploaded scenario. */
  readonly readYaml: ReadYaml;
  /** The pauses of checking it. */
  readonly pauses: () => Pause;
  /**
   * Called without an error when files were reloaded, otherwise with the reason why the previous versions stay in use.
   */
  readonly reloaded: (error: unknown) => void;
}

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

export const openScenarios = async (parts: OpenScenariosParts): Promise<OpenedScenarios> => {
  const { folder, simulate, after, reloaded } = parts;
  let made: ScenarioSchema | undefined;
  const scenarioSchema = (): ScenarioSchema => (made ??= createScenarioSchema(parts));
  const repository = await openScenarioRepository({ folder, scenarioSchema, after, reloaded });
  const samples = createSampleMaker(scenarioSchema, parts.facts);
  const emit: TimelineActions['emit'] = (work, type, data) => {
    samples.emit(work, type, data);
  };
  return {
    scenarios: createScenarios({
      ...parts,
      problems: parts.contract.problems,
      repository,
      happenings: { emit, simulate },
    }),
    samples,
    toNextCall: (wish) => toNextCall(wish, scenarioSchema()),
    check: (file) => findImportFaults(file, scenarioSchema()),
    read: (text, inTurn = atOnce) =>
      readScenario(text, UPLOAD, {
        scenarioSchema: scenarioSchema(),
        pause: parts.pauses(),
        readYaml: (...file) => inTurn(() => parts.readYaml(...file)),
      }),
    define: (definition) => readDefinition(definition, scenarioSchema()),
    files: repository.load,
    readText: readScenarioText,
    schema: scenarioFileSchema,
    words: () => wordsOf(scenarioSchema()),
    close: repository.close,
  };
};

/** The bundled library and the files of a folder, which are reloaded when they change. */
interface FileScenarioRepository extends ScenarioRepository {
  readonly close: () => void;
}

interface ScenarioRepositoryParts {
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
const openScenarioRepository = async ({
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
