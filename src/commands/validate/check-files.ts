import path from 'node:path';
import type { StoryboardWords } from '../../control/storyboards/storyboard.ts';
import { loadAdminContract, loadOwnContract } from '../../edges/files/load-own-contract.ts';
import { loadStoryboards, readStoryboard } from '../../edges/files/storyboard-files.ts';
import { readTextFile } from '../../edges/files/yaml-folder.ts';
import { createScenarioSchema, type ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { readFile, readdir } from 'node:fs/promises';
import { loadOrganizations } from '../../edges/files/load-organizations.ts';
import { createFixtureLibrary } from '../../edges/files/load-fixtures.ts';
import { loadYaml } from '../../edges/files/load-yaml.ts';
import { packageFile } from '../../edges/files/package-files.ts';
import { openGivenFixtures } from '../../edges/files/given-fixtures.ts';
import { once } from '../../kernel/caches.ts';
import { loadAssumptions } from '../../edges/files/load-assumptions.ts';
import { READY_SCENARIOS, loadReadyScenarios, loadScenarios, readScenario } from '../../edges/files/scenario-files.ts';
import { createRegister } from '../../engine/assumptions/register.ts';
import { drawSeededSecret } from '../../vat/invitations/invitation.ts';
import { SCENARIO_TEMPLATES } from '../../vat/scenarios/define-scenario.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';

const storyboardWords = once(async (): Promise<StoryboardWords> => {
  const [{ contract }, adminContract] = await Promise.all([loadOwnContract(), loadAdminContract()]);
  return { service: createScenarioSchema({ contract }), control: createScenarioSchema({ contract: adminContract }) };
});

/** @throws {@link FileError} */
export const checkStoryboardFile = async (file: string): Promise<undefined> => {
  await readStoryboard(await readTextFile(file), file, await storyboardWords());
};

/** @throws {@link FileError} with the faults of all files */
export const checkStoryboardFolder = async (folder: string): Promise<undefined> => {
  await loadStoryboards(folder, await storyboardWords());
};

/**
 * Validates one file, then its set, which is all files of its folder: an order may refer to a buyer in another file.
 *
 * @throws {@link FileError}
 */
export const checkFixtureFile = async (file: string): Promise<undefined> => {
  const schema = JSON.parse(await readFile(packageFile('fixtures', 'fixtures.schema.json'), 'utf8')) as object;
  await loadYaml(file, schema);
  if (path.extname(file) === '.yaml') await checkFixtureSet(path.dirname(path.resolve(file)));
};

/** @throws {@link FileError} */
export const checkFixtureSet = async (folder: string): Promise<undefined> => {
  const whole = path.resolve(folder);
  await createFixtureLibrary(path.dirname(whole)).set(path.basename(whole));
};

/**
 * Validates all sets named in `sets.yaml`, and all other sets beside it.
 *
 * @throws {@link FileError}
 */
export const checkFixtureLibrary = async (folder: string): Promise<undefined> => {
  const library = createFixtureLibrary(path.resolve(folder));
  const { named, otherwise } = await library.castings();
  const entries = await readdir(folder, { withFileTypes: true });
  const inFolder = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sets = new Set([...named.values(), otherwise].flatMap((casting) => casting?.set ?? []).concat(inFolder));
  for (const set of sets) await library.set(set);
};

/** Only names and members matter here: no fixture is installed. */
const fixtures = openGivenFixtures({ drawSecret: drawSeededSecret, organizationOf: () => undefined });

/** Scenarios apply to the bundled description only. */
const scenarioSchema = once(async (): Promise<ScenarioSchema> => {
  const [{ contract }, assumptions] = await Promise.all([loadOwnContract(), loadAssumptions()]);
  return createScenarioSchema({
    contract,
    simulators: SIMULATORS,
    fixtures: fixtures.words,
    register: createRegister(assumptions),
    templates: SCENARIO_TEMPLATES,
  });
});

/**
 * A file that is named alone may have any name.
 *
 * @throws {@link FileError}
 */
export const checkScenarioFile = async (file: string): Promise<undefined> => {
  await readScenario(await readTextFile(file), file, await scenarioSchema());
};

/** @throws {@link FileError} with the faults of all files */
export const checkScenarioFolder = async (folder: string): Promise<undefined> => {
  const words = await scenarioSchema();
  await (path.resolve(folder) === path.resolve(READY_SCENARIOS)
    ? loadReadyScenarios(words)
    : loadScenarios(folder, words));
};

/** @throws {@link FileError} */
export const checkOrganizations = async (file: string): Promise<undefined> => {
  await loadOrganizations(file);
};
