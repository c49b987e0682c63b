import { createCapsules } from '../control/recordings/make-capsule.ts';
import type { States } from '../control/state/states.ts';
import type { Capsule } from '../engine/capsule/capsule.ts';
import type { ServerParts } from './parts.ts';

export const openCapsules = (server: ServerParts, states: States) => {
  const { known, observers, scenarios, persistence, live, contract, version, address, clock, startedAt } = server;
  return createCapsules({
    ...{ states, contract, version, clock, startedAt },
    recorder: observers.recorder,
    journal: observers.journal,
    sandboxes: persistence.sandboxes,
    exports: server.exports,
    scenarios: scenarios.scenarios,
    scenarioFiles: scenarios.files,
    clients: known.clients,
    origin: address.url,
    toOrigin: address.toOrigin,
    settings: settingsOf(server),
    forgetBudgets: live.clearBudgets,
  });
};

/** Settings that affect responses. */
const settingsOf = ({ config, egress }: ServerParts): Capsule['settings'] => ({
  seed: config.seed,
  ...(config.assume === undefined ? {} : { assume: config.assume }),
  maxBodyBytes: config.maxBodyBytes,
  maxUploadBytes: config.maxUploadBytes,
  sandboxDocuments: config.sandboxDocuments,
  sandboxBytes: config.sandboxBytes,
  webhookEgress: egress,
  webhookAllow: config.webhookAllow,
});
