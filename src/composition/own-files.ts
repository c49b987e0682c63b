import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import { storyboardWords } from '../control/show/storyboard.ts';
import { findFixtures } from '../edges/files/find-beside.ts';
import { GIVEN_SETS, openGivenFixtures } from '../edges/files/given-fixtures.ts';
import type { OwnFixturesParts } from '../edges/files/own-fixtures.ts';
import { createReloadReport } from '../edges/files/yaml-folder.ts';
import { type OpenedScenarios, openScenarios } from '../edges/files/scenario-files.ts';
import { STORYBOARD_FILES } from '../edges/files/storyboard-files.ts';
import { readYamlApart } from '../edges/workers/read-yaml-apart.ts';
import type { EventDescription } from '../engine/contract/contract.ts';
import { once } from '../kernel/caches.ts';
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

/** What new sandboxes of a third-party description begin with; undefined if there are no files of it. */
export const openOwnFixtures = async (
  { after, observer, contract, api: { resources }, config }: RuntimeContext,
  faultOf: OwnFixturesParts['faultOf'],
) => {
  const folder = resources === undefined || config.state === 'none' ? undefined : findFixtures(contract);
  if (folder === undefined) return undefined;
  const { createOwnFixtures } = await import('../edges/files/own-fixtures.ts');
  return createOwnFixtures({ folder, after, observer, faultOf, resources: resources?.map(({ name }) => name) ?? [] });
};
