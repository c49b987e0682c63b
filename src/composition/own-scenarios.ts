import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import { GIVEN_SETS, openGivenFixtures } from '../edges/files/given-fixtures.ts';
import { createReloadReport } from '../edges/files/yaml-folder.ts';
import { type OpenedScenarios, openScenarios } from '../edges/files/scenario-files.ts';
import { readYamlApart } from '../edges/workers/read-yaml-apart.ts';
import type { EventDescription } from '../engine/contract/contract.ts';
import { openFaker } from './engine-options.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import { IDEMPOTENCY_WINDOW } from '../vat/policy/limits.ts';

interface OwnScenariosParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly time: SandboxTime;
}

/** Scenarios of the package and of the user's folder, compiled with the fixtures, events and simulators of this API. */
export const openOwnScenarios = (
  runtime: RuntimeContext,
  { known, observers, time }: OwnScenariosParts,
): Promise<OpenedScenarios> => {
  const { contract, config, drawLinkSecret, after, slicedWork, observer, register } = runtime;
  const { simulators, templates, facts, hasLibrary } = runtime.api;
  const fixtures = openGivenFixtures({
    drawSecret: drawLinkSecret,
    organizationOf: known.clients.findBySandbox,
    sets: hasLibrary ? GIVEN_SETS : [],
  });
  return openScenarios({
    idempotencyWindow: IDEMPOTENCY_WINDOW,
    contract,
    folder: config.scenarios,
    hasLibrary,
    simulators,
    simulate: async (work, name, target) => simulators.get(name)?.run(work, target),
    fixtures: fixtures.words,
    installFixtures: fixtures.installFixtures,
    register,
    findHeaderFault: runtime.findHeaderFault,
    templates,
    facts,
    generate: createGenerate(runtime),
    freeze: async (sandbox, at) => (await time.freeze(sandbox, at)).complete,
    expectations: observers.expectations,
    after,
    readYaml: readYamlApart,
    pauses: slicedWork.pauses,
    reloaded: createReloadReport(observer, 'scenarios'),
  });
};

/** A body for an event without an example: the same for each seed. */
const createGenerate = (runtime: RuntimeContext) => {
  const { config } = runtime;
  const faker = openFaker(runtime);
  return ({ pointer }: EventDescription, type: string): Promise<unknown> =>
    faker()({ pointer, schema: true }, `${config.seed}/${type}`, { sendsExamples: true });
};
