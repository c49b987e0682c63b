import type { ScenarioControl } from '../../control/scenarios/scenario-control.ts';
import { once } from '../../kernel/caches.ts';
import path from 'node:path';
import {
  type ScenarioSchema,
  type SimulatorDescription,
  createScenarioSchema,
  wordsOf,
} from '../../engine/scenarios/scenario-schema.ts';
import { type Scenario, prepareScenario } from '../../engine/scenarios/scenario.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import { FileError } from '../../kernel/file-error.ts';
import { packageFile, packageJson } from './package-files.ts';
import {
  type YamlFolder,
  faultOf,
  findYamlFiles,
  loadYamlFolder,
  nameOfFile,
  readTextFile,
  type YamlLibraryParts,
  openYamlLibrary,
} from './yaml-folder.ts';
import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { checkScenario } from '../../engine/scenarios/check-scenario.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { formatPath } from '../../kernel/path.ts';
import { type LocatedFileOptions, MAX_FAULTS, findFileFaults, readLocatedFile } from './located-file.ts';
import { readFile } from 'node:fs/promises';
import type { Contract } from '../../engine/contract/contract.ts';
import { type SampleFacts, type SampleMaker, createSampleMaker } from '../../engine/scenarios/sample-event.ts';
import type { FixtureWords } from '../../engine/scenarios/given.ts';
import { toNextCall } from '../../engine/scenarios/next-call.ts';
import type { FindHeaderFault } from '../../engine/scenarios/header-rule.ts';
import type { ScenariosParts } from '../../engine/scenarios/run-lifecycle.ts';
import { type Scenarios, createScenarios } from '../../engine/scenarios/scenarios.ts';
import type { OwnTemplates } from '../../engine/scenarios/template.ts';
import type { TimelineActions } from '../../engine/scenarios/timeline.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { atOnce } from '../../kernel/turns.ts';
import type { ReadYaml } from './read-yaml.ts';

/** The bundled scenario library. */
export const READY_SCENARIOS = packageFile('scenarios');

const MAX_SCENARIOS = 1000;

const inFolder = (folder: string): YamlFolder => ({
  folder,
  noun: 'scenario',
  flag: '--scenarios',
  most: MAX_SCENARIOS,
});

/**
 * Loads every scenario of a folder and its subfolders: `<area>/<name>.yaml`. Validates them if there is a scenario
 * schema; our own files are not validated at every start.
 *
 * @throws {@link FileError} with all faults of all files
 */
export const loadScenarios = (folder: string, scenarioSchema?: ScenarioSchema): Promise<ScenarioSet> =>
  loadYamlFolder(inFolder(folder), (file) => loadScenario(file, { scenarioSchema, folder }));

/**
 * The bundled library. It is never empty: without it the package is broken, and a client would appear to pass all tests
 * because there are none.
 *
 * @throws {@link FileError} if the library is missing or one of its files is invalid
 */
export const loadReadyScenarios = async (scenarioSchema?: ScenarioSchema): Promise<ScenarioSet> => {
  await checkReadyScenarios();
  return loadScenarios(READY_SCENARIOS, scenarioSchema);
};

/** Checks at every start that the library exists. Its files are loaded on demand. */
const checkReadyScenarios = async (): Promise<void> => {
  const files = await findYamlFiles(inFolder(READY_SCENARIOS)).catch(() => []);
  if (files.length === 0)
    throw new FileError([
      faultOf(READY_SCENARIOS, 'contains no ready scenario: the package is incomplete; reinstall it'),
    ]);
};

interface LoadOptions {
  readonly scenarioSchema?: ScenarioSchema | undefined;
  /** The folder whose subfolders are areas. */
  readonly folder?: string;
}

const loadScenario = async (
  file: string,
  { scenarioSchema, folder = path.dirname(file) }: LoadOptions = {},
): Promise<Scenario> => {
  const text = await readTextFile(file);
  const name = nameOfFile(file);
  const [area = ''] = path.relative(folder, path.dirname(file)).split(path.sep);
  const place = { area: area === '' ? null : area, path: file };
  const scenario = await readScenario(text, file, { scenarioSchema, name });
  return prepareScenario(scenario, scenarioSchema?.contract.problems, { place });
};

interface ReadOptions extends LocatedFileOptions {
  /** Schema to validate the scenario against; omitted for our own files, which tests validate. */
  readonly scenarioSchema?: ScenarioSchema | undefined;
  /** Expected scenario name, derived from the file name: in a folder, files and scenarios have the same names. */
  readonly name?: string | undefined;
}

/** Bytes; a scenario of two hundred steps takes a tenth of it. */
const LARGEST_FILE = 256 * 1024;

/**
 * Parses a scenario from YAML, or from JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const readScenario = (text: string, file: string, options: ReadOptions = {}): Promise<ScenarioFile> =>
  readLocatedFile<ScenarioFile>(text, file, {
    ...options,
    ...kindOf(options),
    largest: LARGEST_FILE,
    tooLarge: 'split it into several scenarios',
  });

/** All faults of an uploaded scenario in a state that is imported. */
const findImportFaults = async (file: object, scenarioSchema: ScenarioSchema): Promise<readonly PathDiagnostic[]> => {
  const value = file as Json;
  if (Buffer.byteLength(stringifyJson(value)) > LARGEST_FILE)
    return [{ path: [], message: `is larger than ${String(LARGEST_FILE)} bytes: split it into several scenarios` }];
  return (await findFileFaults(value, kindOf({ scenarioSchema }))).slice(0, MAX_FAULTS);
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
const readDefinition = async (definition: object, scenarioSchema: ScenarioSchema): Promise<ScenarioFile> => {
  // Copies the definition, so that later changes by the program have no effect. Omits what JSON omits.
  const value = parseOwnJson(stringifyJson(definition));
  const faults = await findFileFaults(value, kindOf({ scenarioSchema }));
  if (faults.length === 0) return value as unknown as ScenarioFile;
  const lines = faults.slice(0, MAX_FAULTS).map(({ message }) => toSentence(message));
  const name = (value as { readonly scenario?: unknown }).scenario;
  throw new ScenarioError(
    `the scenario ${typeof name === 'string' ? `"${name}" ` : ''}is invalid:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
};

const kindOf = ({ scenarioSchema, name, pause }: ReadOptions) => ({
  schema: scenarioFileSchema(),
  empty: 'the file is empty: start with "scenario:" and a name, then add steps',
  check: async (scenario: ScenarioFile): Promise<readonly PathDiagnostic[]> => {
    await pause?.();
    const message = `the scenario is "${scenario.scenario}", but its file is ${String(name)}.yaml: rename one of the two`;
    const misnamed = name === undefined || scenario.scenario === name ? [] : [{ path: ['scenario'], message }];
    const found = scenarioSchema === undefined ? [] : await checkScenario(scenario, scenarioSchema, pause);
    return [
      ...misnamed,
      ...found.map((diagnostic) => ({ ...diagnostic, message: `${toWhere(diagnostic.path)}${diagnostic.message}` })),
    ];
  },
});

const toWhere = (path: PathDiagnostic['path']): string => (path.length === 0 ? '' : `${formatPath(path)}: `);

/** The JSON Schema of scenario files. */
const scenarioFileSchema = once(() => packageJson('scenarios', 'scenario.schema.json'));

/** Writing longer YAML takes too long at once; JSON is YAML too. Characters. */
const LONGEST_YAML = 32_768;

/** The text of a scenario: that of its file, or YAML made from an upload, whose comments are not kept. */
const readScenarioText = async ({ place, file }: Pick<Scenario, 'place' | 'file'>): Promise<string> => {
  const text = place === undefined ? undefined : await readFile(place.path, 'utf8').catch(() => undefined);
  return text ?? toYaml(file);
};

/** A value as YAML for people; a long one as JSON, which is YAML too. */
export const toYaml = async (value: object): Promise<string> => {
  const json = stringifyJson(value);
  if (json.length > LONGEST_YAML) return `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(json), { lineWidth: 120 });
};

export interface OpenedScenarios extends ScenarioControl {
  readonly scenarios: Scenarios;
  /** Validates a scenario from a program; throws a `ScenarioError` that locates each fault. */
  readonly define: (definition: object) => Promise<ScenarioFile>;
  /** All faults of an uploaded scenario in a state that is imported. */
  readonly check: (file: object) => Promise<readonly PathDiagnostic[]>;
  /** Creates sample events, for timelines and on request. */
  readonly samples: SampleMaker;
  /** Scenarios from files, available to every sandbox. */
  readonly files: () => Promise<ScenarioSet>;
  readonly close: () => void;
}

interface OpenScenariosParts
  extends
    YamlLibraryParts,
    Pick<ScenariosParts, 'installFixtures' | 'register' | 'freeze' | 'expectations' | 'idempotencyWindow'> {
  readonly contract: Contract;
  readonly simulators: ReadonlyMap<string, SimulatorDescription>;
  readonly simulate: TimelineActions['simulate'];
  readonly facts?: SampleFacts;
  readonly fixtures?: FixtureWords;
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates;
  /** Reads an uploaded scenario. */
  readonly readYaml: ReadYaml;
  /** The pauses of checking it. */
  readonly pauses: () => Pause;
}

/** Name of an upload in the locations of its faults. */
const UPLOAD = 'upload';

export const openScenarios = async (parts: OpenScenariosParts): Promise<OpenedScenarios> => {
  const { simulate } = parts;
  let made: ScenarioSchema | undefined;
  const scenarioSchema = (): ScenarioSchema => (made ??= createScenarioSchema(parts));
  // Its files are loaded on demand; that they exist is checked at every start.
  await checkReadyScenarios();
  const repository = await openYamlLibrary<Scenario>(parts, {
    loadBundled: loadReadyScenarios,
    loadOwn: (folder) => loadScenarios(folder, scenarioSchema()),
  });
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
