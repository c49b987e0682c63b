import { type Capsules, createCapsules } from '../control/capsule/make-capsule.ts';
import { assembleStates } from '../control/state/assemble-states.ts';
import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { Forgetting } from './forgetting.ts';
import type { Ground } from './ground.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Onlookers } from './onlookers.ts';
import type { World } from './world.ts';

/** What takes a sandbox out of its server and puts one into it: as a state, or with the story of how it came to be. */
export interface Keeping {
  readonly states: ReturnType<typeof assembleStates>;
  readonly capsules: Capsules;
}

export interface KeepingParts {
  readonly known: KnownOrganizations;
  readonly onlookers: Onlookers;
  readonly scenarios: OpenedScenarios;
  readonly world: World;
  readonly forgetting: Forgetting;
}

export const openKeeping = (ground: Ground, parts: KeepingParts): Keeping => {
  const { config, contract, address, version, clock } = ground;
  const { known, onlookers, scenarios, world, forgetting } = parts;
  const { recorder, clientWatch } = onlookers;
  const { clients, usual } = known;
  const { sandboxes } = world;
  const limit = config.maxStateBytes;
  const states = assembleStates({
    sandboxes,
    created: world.created,
    clients,
    shelf: world.shelf,
    quota: world.quota,
    jobKinds: world.jobKinds,
    limit,
    forget: (organization) => {
      forgetting.everything(organization);
      recorder.replaced(organization.uuid);
    },
    clock,
    usual,
  });
  const capsules = createCapsules({
    recorder,
    journal: clientWatch.journal,
    sandboxes,
    scenarios: scenarios.scenarios,
    scenarioFiles: scenarios.files,
    clients,
    contract,
    version,
    origin: address.url,
    toOrigin: address.toOrigin,
    settings: {
      seed: config.seed,
      ...(config.assume === undefined ? {} : { assume: config.assume }),
      maxBodyBytes: config.maxBodyBytes,
      maxUploadBytes: config.maxUploadBytes,
      sandboxDocuments: config.sandboxDocuments,
      sandboxBytes: config.sandboxBytes,
      webhookEgress: ground.egress,
      webhookAllow: config.webhookAllow,
    },
    limit,
    forgetBudgets: forgetting.budgets,
    clock,
  });
  return { states, capsules };
};
