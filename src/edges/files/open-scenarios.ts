import type { Contract } from '../../engine/contract/contract.ts';
import type { After } from '../../engine/ports.ts';
import { createSampleEmitter } from '../../engine/scenarios/emit-sample.ts';
import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import { type Scenarios, type ScenariosParts, createScenarios } from '../../engine/scenarios/scenarios.ts';
import type { Happenings } from '../../engine/scenarios/timeline.ts';
import { type SimulatorDescription, type Vocabulary, createVocabulary } from '../../engine/scenarios/vocabulary.ts';
import { readScenario } from './read-scenario.ts';
import { openShelf } from './scenario-shelf.ts';

export interface OpenedScenarios {
  readonly scenarios: Scenarios;
  /** Reads and checks a scenario that somebody sends; throws a `FileError` that names the place of each fault. */
  readonly read: (text: string) => Promise<ScenarioFile>;
  readonly close: () => void;
}

export interface OpenScenariosParts extends Pick<ScenariosParts, 'furnish' | 'freeze'> {
  readonly contract: Contract;
  /** The user's own files. */
  readonly folder: string | undefined;
  readonly simulators: ReadonlyMap<string, SimulatorDescription>;
  readonly simulate: Happenings['simulate'];
  readonly fixtures?: readonly string[];
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
  return {
    scenarios: createScenarios({
      ...parts,
      shelf,
      happenings: { emit: createSampleEmitter(vocabulary), simulate },
    }),
    read: (text) => readScenario(text, UPLOAD, { vocabulary: vocabulary() }),
    close: shelf.close,
  };
};
