import type { Contract } from '../../engine/contract/contract.ts';
import type { After } from '../../kernel/timers.ts';
import { type SampleFacts, type SampleMaker, createSampleMaker } from '../../engine/scenarios/emit-sample.ts';
import type { FixtureWords } from '../../engine/scenarios/given.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import { type Scenarios, createScenarios } from '../../engine/scenarios/scenarios.ts';
import type { ScenariosParts } from '../../engine/scenarios/scenarios-parts.ts';
import type { ScenarioSet } from '../../engine/scenarios/shelf.ts';
import type { Happenings } from '../../engine/scenarios/timeline.ts';
import { type SimulatorDescription, type Vocabulary, createVocabulary } from '../../engine/scenarios/vocabulary.ts';
import { readDefinition, readScenario } from './read-scenario.ts';
import { openShelf } from './scenario-shelf.ts';

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
  'furnish' | 'register' | 'freeze' | 'expectations' | 'idempotencyWindow'
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
  let made: Vocabulary | undefined;
  const vocabulary = (): Vocabulary => (made ??= createVocabulary(parts));
  const shelf = await openShelf({ folder, vocabulary, after, reloaded });
  const samples = createSampleMaker(vocabulary, parts.facts);
  const emit: Happenings['emit'] = async (work, type, data) => {
    await samples.emit(work, type, data);
  };
  return {
    scenarios: createScenarios({ ...parts, problems: parts.contract.problems, shelf, happenings: { emit, simulate } }),
    samples,
    read: (text) => readScenario(text, UPLOAD, { vocabulary: vocabulary() }),
    define: (definition) => readDefinition(definition, vocabulary()),
    files: shelf.load,
    close: shelf.close,
  };
};
