import type { Contract } from '../../engine/contract/contract.ts';
import type { After } from '../../kernel/timers.ts';
import { type SampleFacts, type SampleMaker, createSampleMaker } from '../../engine/scenarios/emit-sample.ts';
import type { FixtureWords } from '../../engine/scenarios/given.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import { type Scenarios, createScenarios } from '../../engine/scenarios/scenarios.ts';
import type { ScenariosParts } from '../../engine/scenarios/scenarios-parts.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import type { Happenings } from '../../engine/scenarios/timeline.ts';
import {
  type SimulatorDescription,
  type ScenarioSchema,
  createScenarioSchema,
} from '../../engine/scenarios/scenario-schema.ts';
import { readDefinition, readScenario } from './read-scenario.ts';
import { openScenarioRepository } from './scenario-repository.ts';

export interface OpenedScenarios {
  readonly scenarios: Scenarios;
  /** Reads and checks a scenario that somebody sends; throws a `FileError` that names the place of each fault. */
  readonly read: (text: string) => Promise<ScenarioFile>;
  /** Checks a scenario that a program has made; throws a `ScenarioError` that names the place of each fault. */
  readonly define: (definition: object) => Promise<ScenarioFile>;
  /** Makes events, for timelines and for whoever asks for one. */
  readonly samples: SampleMaker;
  /** Those of files, as every sandbox may play them. */
  readonly files: () => Promise<ScenarioSet>;
  readonly close: () => void;
}

export interface OpenScenariosParts extends Pick<
  ScenariosParts,
  'installFixtures' | 'register' | 'freeze' | 'expectations' | 'idempotencyWindow'
> {
  readonly contract: Contract;
  /** The user's own files. */
  readonly folder: string | undefined;
  readonly simulators: ReadonlyMap<string, SimulatorDescription>;
  readonly simulate: Happenings['simulate'];
  readonly facts?: SampleFacts;
  readonly fixtures?: FixtureWords;
  readonly after: After;
  /** Hears that files were read anew, or why the former ones stay in use. */
  readonly reloaded: (error: unknown) => void;
}

/** What an upload is called in the places of its faults. */
const UPLOAD = 'upload';

export const openScenarios = async (parts: OpenScenariosParts): Promise<OpenedScenarios> => {
  const { folder, simulate, after, reloaded } = parts;
  let made: ScenarioSchema | undefined;
  const scenarioSchema = (): ScenarioSchema => (made ??= createScenarioSchema(parts));
  const repository = await openScenarioRepository({ folder, scenarioSchema, after, reloaded });
  const samples = createSampleMaker(scenarioSchema, parts.facts);
  const emit: Happenings['emit'] = async (work, type, data) => {
    await samples.emit(work, type, data);
  };
  return {
    scenarios: createScenarios({
      ...parts,
      problems: parts.contract.problems,
      repository,
      happenings: { emit, simulate },
    }),
    samples,
    read: (text) => readScenario(text, UPLOAD, { scenarioSchema: scenarioSchema() }),
    define: (definition) => readDefinition(definition, scenarioSchema()),
    files: repository.load,
    close: repository.close,
  };
};
