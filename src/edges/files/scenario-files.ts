import path from 'node:path';
import type { Contract } from '../../engine/contract/contract.ts';
import type { checkScenario } from '../../engine/scenarios/check-scenario.ts';
import type { FixtureWords } from '../../engine/scenarios/given.ts';
import type { FindHeaderFault } from '../../engine/scenarios/header-rule.ts';
import type { ScenariosParts } from '../../engine/scenarios/run-lifecycle.ts';
import { type SampleFacts, createSampleMaker } from '../../engine/scenarios/sample-event.ts';
import {
  type ScenarioSchema,
  type SimulatorDescription,
  createScenarioSchema,
  wordsOf,
} from '../../engine/scenarios/scenario-schema.ts';
import { type Scenario, prepareScenario } from '../../engine/scenarios/scenario.ts';
import { createScenarios } from '../../engine/scenarios/scenarios.ts';
import type { OwnTemplates } from '../../engine/scenarios/template.ts';
import type { TimelineActions } from '../../engine/scenarios/timeline.ts';
import type { NextCallRequest } from '../../generated/control-schemas.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { MAX_FAULTS } from './located-file.ts';
import { namedFiles } from './named-files.ts';

const MAX_SCENARIOS = 1000;

/** Bytes; a scenario of two hundred steps takes a tenth of it. */
const LARGEST_FILE = 256 * 1024;

export const SCENARIO_FILES = namedFiles({
  noun: 'scenario',
  most: MAX_SCENARIOS,
  largest: LARGEST_FILE,
  empty: 'the file is empty: start with "scenario:" and a name, then add steps',
  // The bundled ones are not checked at a start.
  check: async (...parts: Parameters<typeof checkScenario>) =>
    (await import('../../engine/scenarios/check-scenario.ts')).checkScenario(...parts),
  // `<area>/<name>.yaml`
  make: (file: ScenarioFile, place, folder, words?: ScenarioSchema): Promise<Scenario> => {
    const [area = ''] = path.relative(folder, path.dirname(place)).split(path.sep);
    return prepareScenario(file, words?.contract.problems, { path: place, area: area === '' ? null : area });
  },
});

/** All faults of an uploaded scenario in a state that is imported. */
const findImportFaults = async (file: object, words: ScenarioSchema): Promise<readonly PathDiagnostic[]> => {
  const value = file as Json;
  if (Buffer.byteLength(stringifyJson(value)) > LARGEST_FILE)
    return [{ path: [], message: `is larger than ${LARGEST_FILE} bytes: split it into several scenarios` }];
  return (await SCENARIO_FILES.faultsIn(value, words)).slice(0, MAX_FAULTS);
};

/** A scenario from a program is invalid; the message locates each error. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/**
 * Validates a scenario from a program.
 *
 * @throws {@link ScenarioError}
 */
const readDefinition = async (definition: object, words: ScenarioSchema): Promise<ScenarioFile> => {
  // Copies the definition, so that later changes by the program have no effect. Omits what JSON omits.
  const value = parseOwnJson(stringifyJson(definition));
  const faults = await SCENARIO_FILES.faultsIn(value, words);
  if (faults.length === 0) return value as unknown as ScenarioFile;
  const lines = faults.slice(0, MAX_FAULTS).map(({ message }) => toSentence(message));
  const name = (value as { readonly scenario?: unknown }).scenario;
  throw new ScenarioError(
    `the scenario ${typeof name === 'string' ? `"${name}" ` : ''}is invalid:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
};

export type OpenedScenarios = Awaited<ReturnType<typeof openScenarios>>;

export const openScenarios = async (
  parts: Omit<Parameters<typeof SCENARIO_FILES.open>[0], 'words'> &
    Omit<ScenariosParts, 'repository' | 'problems' | 'happenings'> & {
      readonly contract: Contract;
      readonly simulators: ReadonlyMap<string, SimulatorDescription>;
      readonly simulate: TimelineActions['simulate'];
      readonly facts: SampleFacts;
      readonly generate: Parameters<typeof createSampleMaker>[2];
      readonly fixtures: FixtureWords;
      readonly findHeaderFault: FindHeaderFault | undefined;
      readonly templates: OwnTemplates;
    },
) => {
  const words = createScenarioSchema(parts);
  const { load, current, ...files } = await SCENARIO_FILES.open({ ...parts, words: () => words });
  const samples = createSampleMaker(words, parts.facts, parts.generate);
  const emit: TimelineActions['emit'] = async (work, type, data) => {
    await samples.ready(type);
    samples.emit(work, type, data);
  };
  return {
    ...files,
    scenarios: createScenarios({
      ...parts,
      problems: parts.contract.problems,
      repository: { load, current },
      happenings: { emit, simulate: parts.simulate },
    }),
    /** Creates sample events, for timelines and on request. */
    samples,
    toNextCall: async (wish: NextCallRequest): Promise<ScenarioFile> =>
      (await import('../../engine/scenarios/next-call.ts')).toNextCall(wish, words),
    /** All faults of an uploaded scenario in a state that is imported. */
    check: (file: object): Promise<readonly PathDiagnostic[]> => findImportFaults(file, words),
    /** Validates a scenario from a program; throws a `ScenarioError` that locates each fault. */
    define: (definition: object): Promise<ScenarioFile> => readDefinition(definition, words),
    /** Scenarios from files, available to every sandbox. */
    files: load,
    words: () => wordsOf(words),
  };
};
