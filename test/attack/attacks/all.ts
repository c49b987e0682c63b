import type { Attack } from '../attack.ts';
import { atLimits } from './at-limits.ts';
import { bigOrders } from './big-orders.ts';
import { buyerChanges } from './buyer-changes.ts';
import { capsuleExport } from './capsule-export.ts';
import { controlFlood } from './control-flood.ts';
import { deepJson } from './deep-json.ts';
import { delayedReplies } from './delayed-replies.ts';
import { digits } from './digits.ts';
import { endlessResponses } from './endless-responses.ts';
import { exportFile } from './export-file.ts';
import { expressions } from './expressions.ts';
import { firstCalls } from './first-calls.ts';
import { foreignDescriptions } from './foreign-descriptions.ts';
import { fullMemory } from './full-memory.ts';
import { fullUploads } from './full-uploads.ts';
import { inboxFlood, selfServiceFlood } from './held-bodies.ts';
import { heldImports } from './held-imports.ts';
import { idleConnections } from './idle-connections.ts';
import { importedRuns } from './imported-runs.ts';
import { multipartParts } from './multipart-parts.ts';
import { pipelining } from './pipelining.ts';
import { readModel, readModelInMemory } from './read-model.ts';
import { recordingsAtOnce } from './recordings-at-once.ts';
import { scenarioYaml } from './scenario-yaml.ts';
import { selfServiceJson } from './self-service-json.ts';
import { sigterm } from './sigterm.ts';
import { signIns } from './sign-ins.ts';
import { silentNames } from './silent-names.ts';
import { snapshotReaders } from './snapshot-readers.ts';
import { tarpits } from './tarpits.ts';
import { threeBodies } from './three-bodies.ts';
import { storyboards } from './storyboards.ts';
import { visitorFlood } from './visitor-flood.ts';
import { visitors } from './visitors.ts';

/** In the order of their play: attacks with equal needs follow each other, and share a server. */
export const ATTACKS: readonly Attack[] = [
  selfServiceFlood,
  inboxFlood,
  idleConnections,
  pipelining,
  delayedReplies,
  expressions,
  multipartParts,
  threeBodies,
  heldImports,
  snapshotReaders,
  scenarioYaml,
  capsuleExport,
  recordingsAtOnce,
  digits,
  deepJson,
  selfServiceJson,
  bigOrders,
  buyerChanges,
  readModel,
  readModelInMemory,
  exportFile,
  controlFlood,
  atLimits,
  signIns,
  visitors,
  visitorFlood,
  storyboards,
  silentNames,
  tarpits,
  endlessResponses,
  importedRuns,
  fullUploads,
  fullMemory,
  firstCalls,
  sigterm,
  foreignDescriptions,
];
