import { createCapsules } from '../control/recordings/make-capsule.ts';
import type { ExportState } from '../control/state/state-exchange.ts';
import type { Capsule } from '../engine/capsule/capsule.ts';
import type { ControlParts } from './control-parts.ts';
import type { RuntimeContext } from './runtime-context.ts';

export const openCapsules = (
  runtime: RuntimeContext,
  { known, observers, scenarios, persistence, live }: ControlParts,
  exportState: ExportState,
) =>
  createCapsules({
    recorder: observers.recorder,
    journal: observers.journal,
    sandboxes: persistence.sandboxes,
    exportState,
    exports: runtime.exports,
    scenarios: scenarios.scenarios,
    scenarioFiles: scenarios.files,
    clients: known.clients,
    contract: runtime.contract,
    version: runtime.version,
    origin: runtime.address.url,
    toOrigin: runtime.address.toOrigin,
    settings: settingsOf(runtime),
    forgetBudgets: live.clearBudgets,
    clock: runtime.clock,
  });

/** Settings that affect responses. */
const settingsOf = ({ config, egress }: RuntimeContext): Capsule['settings'] => ({
  seed: config.seed,
  ...(config.assume === undefined ? {} : { assume: config.assume }),
  maxBodyBytes: config.maxBodyBytes,
  maxUploadBytes: config.maxUploadBytes,
  sandboxDocuments: config.sandboxDocuments,
  sandboxBytes: config.sandboxBytes,
  webhookEgress: egress,
  webhookAllow: config.webhookAllow,
});
