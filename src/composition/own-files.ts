import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import { storyboardWords } from '../control/show/storyboard.ts';
import type { OwnBehaviours } from '../edges/files/behaviours-file.ts';
import { GIVEN_SETS, openGivenFixtures } from '../edges/files/given-fixtures.ts';
import { createReloadReport } from '../edges/files/yaml-folder.ts';
import { type OpenedScenarios, openScenarios } from '../edges/files/scenario-files.ts';
import { STORYBOARD_FILES } from '../edges/files/storyboard-files.ts';
import { readYamlApart } from '../edges/workers/read-yaml-apart.ts';
import type { Contract, EventDescription } from '../engine/contract/contract.ts';
import { once } from '../kernel/caches.ts';
import { wholeFileError } from '../kernel/file-error.ts';
import { IDEMPOTENCY_WINDOW } from '../vat/policy/limits.ts';
import { openFaker } from './engine-options.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** How the files of a folder are read and reloaded. */
const readingOf = ({ after, slicedWork, observer }: RuntimeContext, files: 'scenarios' | 'storyboards') => ({
  after,
  readYaml: readYamlApart,
  pauses: slicedWork.pauses,
  reloaded: createReloadReport(observer, files),
});

/** Scenarios of the package and of the user's folder, compiled with the fixtures, events and simulators of this API. */
export const openOwnScenarios = (
  runtime: RuntimeContext,
  { clients }: KnownOrganizations,
  { expectations }: Observers,
  time: SandboxTime,
): Promise<OpenedScenarios> => {
  const { contract, config, drawLinkSecret, register, findHeaderFault } = runtime;
  const { simulators, templates, facts, hasLibrary } = runtime.api;
  const fixtures = openGivenFixtures({
    drawSecret: drawLinkSecret,
    organizationOf: clients.findBySandbox,
    sets: hasLibrary ? GIVEN_SETS : [],
  });
  const fake = openFaker(runtime);
  return openScenarios({
    ...readingOf(runtime, 'scenarios'),
    contract,
    hasLibrary,
    simulators,
    register,
    findHeaderFault,
    templates,
    facts,
    expectations,
    idempotencyWindow: IDEMPOTENCY_WINDOW,
    folder: config.scenarios,
    simulate: async (work, name, target) => simulators.get(name)?.run(work, target),
    fixtures: fixtures.words,
    installFixtures: fixtures.installFixtures,
    // A body for an event without an example: the same for each seed.
    generate: ({ pointer }: EventDescription, type: string): Promise<unknown> =>
      fake({ pointer, schema: true }, `${config.seed}/${type}`, { sendsExamples: true }),
    freeze: async (sandbox, at) => (await time.freeze(sandbox, at)).complete,
  });
};

export type OpenedStoryboards = Awaited<ReturnType<typeof openOwnStoryboards>>;

/** Storyboards of the package and of the user's folder, whose calls are those of the API and of the control API. */
export const openOwnStoryboards = async (runtime: RuntimeContext) => {
  const { config, contract, loadAdminContract, api } = runtime;
  const words = once(async () => storyboardWords(contract, await loadAdminContract()));
  const opened = await STORYBOARD_FILES.open({
    ...readingOf(runtime, 'storyboards'),
    words,
    folder: config.storyboards,
    hasLibrary: api.hasLibrary,
  });
  return { ...opened, words };
};

/** The operator's own behaviours: those of the program, of the setting, or beside a third-party description. */
export const openBehaviours = async (runtime: RuntimeContext): Promise<OwnBehaviours> => {
  const { contract, observer, isForeign, config } = runtime;
  const known = runtime.behaviours ?? config.behaviours;
  const none = { jobs: {}, close: () => undefined };
  if (known === 'none' || (known === undefined && !isForeign)) return none;
  const given = known ?? findBehaviours(contract);
  if (given === undefined) return none;
  const { openOwnBehaviours } = await import('../edges/files/behaviours-file.ts');
  return openOwnBehaviours({ ...runtime, given, reloaded: createReloadReport(observer, 'behaviours') });
};

/** The module beside the descriptions, which has the behaviours of all. */
const findBehaviours = ({ described }: Contract): string | undefined => {
  const folders = new Set(described.map(({ file }) => path.dirname(file)));
  const [found, other] = [...folders].flatMap(
    (folder) =>
      ENDINGS.map((ending) => path.join(folder, `behaviours${ending}`)).find((file) => existsSync(file)) ?? [],
  );
  if (other !== undefined)
    throw wholeFileError(other, `there is ${String(found)}, too: name the one for all descriptions with --behaviours`);
  return found;
};

const ENDINGS = ['.ts', '.mts', '.js', '.mjs'];
