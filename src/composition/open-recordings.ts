import { createRecordings } from '../control/recordings/recordings.ts';
import { toYaml } from '../edges/files/named-files.ts';
import type { States } from '../control/state/states.ts';
import type { Capsule } from '../engine/capsule/capsule.ts';
import { ADMIN_PATH } from './address.ts';
import type { ServerParts } from './parts.ts';

export const openRecordings = (server: ServerParts, states: States) => {
  const { known, observers, scenarios, persistence, live, contract, version, address, clock, startedAt } = server;
  return createRecordings({
    states,
    contract,
    version,
    clock,
    startedAt,
    recorder: observers.recorder,
    journal: observers.journal,
    sandboxes: persistence.sandboxes,
    exports: server.exports,
    scenarioFiles: scenarios.files,
    clients: known.clients,
    origin: address.url,
    toOrigin: address.toOrigin,
    settings: settingsOf(server),
    forgetBudgets: live.clearBudgets,
    words: server.storyboards.words,
    pauses: server.stateWork.pauses,
    controlPath: ADMIN_PATH,
    toYaml,
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
