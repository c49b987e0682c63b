import path from 'node:path';
import type { Contract } from '../../engine/contract/contract.ts';
import type { checkScenario } from '../../engine/scenarios/check-scenario.ts';
import type { FixtureWords } from '../../engine/scenarios/given.ts';
import type { FindHeaderFault } from '../../engine/scenarios/header-rule.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
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
import { once } from '../../kernel/caches.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { wholeFileError } from '../../kernel/file-error.ts';
import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { MAX_FAULTS } from './located-file.ts';
import { type UploadParts, namedFiles, textOf } from './named-files.ts';
import { packageFile, packageJson } from './package-files.ts';
import { type YamlLibraryParts, openYamlLibrary } from './yaml-folder.ts';

/** The bundled scenario library. */
export const READY_SCENARIOS = packageFile('scenarios');

const MAX_SCENARIOS = 1000;

/** Bytes; a scenario of two hundred steps takes a tenth of it. */
const LARGEST_FILE = 256 * 1024;

const SCENARIO_FILES = namedFiles({
  noun: 'scenario',
  flag: '--scenarios',
  most: MAX_SCENARIOS,
  largest: LARGEST_FILE,
  empty: 'the file is empty: start with "scenario:" and a name, then add steps',
  schema: once(() => packageJson('scenarios', 'scenario.schema.json')),
  nameIn: ({ scenario }: ScenarioFile) => scenario,
  // The bundled ones are not checked at a start.
  check: async (...parts: Parameters<typeof checkScenario>) =>
    (await import('../../engine/scenarios/check-scenario.ts')).checkScenario(...parts),
});

/**
 * Loads every scenario of a folder and its subfolders: `<area>/<name>.yaml`. Validates them if there is a scenario schema.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadScenarios = (folder: string, words?: ScenarioSchema): Promise<ScenarioSet> =>
  SCENARIO_FILES.load(folder, words, (scenario, file) => {
    const [area = ''] = path.relative(folder, path.dirname(file)).split(path.sep);
    const place = { area: area === '' ? null : area, path: file };
    return prepareScenario(scenario, words?.contract.problems, { place });
  });

/**
 * The bundled library. It is never empty: without it the package is broken, and a client would appear to pass all tests
 * because there are none.
 *
 * @throws {@link FileError} if the library is missing or one of its files is invalid
 */
export const loadReadyScenarios = async (words?: ScenarioSchema): Promise<ScenarioSet> => {
  await checkReadyScenarios();
  return loadScenarios(READY_SCENARIOS, words);
};

/** Checks at every start that the library exists. Its files are loaded on demand. */
const checkReadyScenarios = async (): Promise<void> => {
  const files = await SCENARIO_FILES.list(READY_SCENARIOS).catch(() => []);
  if (files.length === 0)
    throw wholeFileError(READY_SCENARIOS, 'contains no ready scenario: the package is incomplete; reinstall it');
};

/** @throws {@link FileError} with file, line, column and a remedy for each fault */
export const readScenario = (text: string, file: string, words: ScenarioSchema): Promise<ScenarioFile> =>
  SCENARIO_FILES.read(text, file, { words });

/** All faults of an uploaded scenario in a state that is imported. */
const findImportFaults = async (file: object, words: ScenarioSchema): Promise<readonly PathDiagnostic[]> => {
  const value = file as Json;
  if (Buffer.byteLength(stringifyJson(value)) > LARGEST_FILE)
    return [{ path: [], message: `is larger than ${String(LARGEST_FILE)} bytes: split it into several scenarios` }];
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
  parts: YamlLibraryParts &
    Omit<UploadParts<ScenarioSchema>, 'words'> &
    Omit<ScenariosParts, 'repository' | 'problems' | 'happenings'> & {
      readonly contract: Contract;
      /** Whether the bundled scenarios are of this API. */
      readonly hasLibrary: boolean;
      readonly simulators: ReadonlyMap<string, SimulatorDescription>;
      readonly simulate: TimelineActions['simulate'];
      readonly facts: SampleFacts;
      readonly generate?: Parameters<typeof createSampleMaker>[2];
      readonly fixtures: FixtureWords;
      readonly findHeaderFault: FindHeaderFault | undefined;
      readonly templates: OwnTemplates;
    },
) => {
  const words = once(() => createScenarioSchema(parts));
  // Its files are loaded on demand; that they exist is checked at every start.
  if (parts.hasLibrary) await checkReadyScenarios();
  const repository = await openYamlLibrary<Scenario>(parts, {
    loadBundled: parts.hasLibrary ? loadReadyScenarios : () => Promise.resolve(new Map()),
    loadOwn: (folder) => loadScenarios(folder, words()),
  });
  const samples = createSampleMaker(words, parts.facts, parts.generate);
  const emit: TimelineActions['emit'] = async (work, type, data) => {
    await samples.ready(type);
    samples.emit(work, type, data);
  };
  return {
    scenarios: createScenarios({
      ...parts,
      problems: parts.contract.problems,
      repository,
      happenings: { emit, simulate: parts.simulate },
    }),
    /** Creates sample events, for timelines and on request. */
    samples,
    toNextCall: async (wish: NextCallRequest): Promise<ScenarioFile> =>
      (await import('../../engine/scenarios/next-call.ts')).toNextCall(wish, words()),
    /** All faults of an uploaded scenario in a state that is imported. */
    check: (file: object): Promise<readonly PathDiagnostic[]> => findImportFaults(file, words()),
    read: SCENARIO_FILES.readUpload({ ...parts, words }),
    /** Validates a scenario from a program; throws a `ScenarioError` that locates each fault. */
    define: (definition: object): Promise<ScenarioFile> => readDefinition(definition, words()),
    /** Scenarios from files, available to every sandbox. */
    files: repository.load,
    readText: ({ place, file }: Scenario): Promise<string> => textOf(place?.path, file),
    schema: SCENARIO_FILES.schema,
    words: () => wordsOf(words()),
    close: repository.close,
  };
};
