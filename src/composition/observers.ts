import { type ClientWatch, watchClients } from '../control/observation/watch-clients.ts';
import { journalLimits } from '../engine/journal/journal.ts';
import { createRedactor } from '../engine/journal/redactor.ts';
import { type ChangeWatch, createChangeWatch } from '../engine/sandbox/change-watch.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { type ExpectationWatch, createExpectationWatch } from '../engine/scenarios/expectations/expectation-watch.ts';
import { DETECTORS, RECEIVER_RULES } from '../vat/coaching/detectors.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Replication } from './open-store.ts';
import { type OpenedRecorder, openRecorder } from './open-recorder.ts';
import { openSharedJournal } from './open-shared-journal.ts';
import type { QuotaPlaces } from './quota-places.ts';

/** Observers of all exchanges and events; they do not affect responses. */
export interface Observers {
  /** Expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
  /** Recordings for capsules. */
  readonly recorder: OpenedRecorder;
  /** The journal, coverage and findings. */
  readonly clientWatch: ClientWatch;
  /** Committed changes, for streams. */
  readonly changes: ChangeWatch;
}

export interface ObserversParts {
  readonly known: KnownOrganizations;
  /** Source of the sandbox clocks. */
  readonly sandboxes: LazyRef<Sandboxes>;
  /** Opened later; only of a store that several processes use. */
  readonly replication: LazyRef<Replication>;
  readonly places: QuotaPlaces;
}

export const createObservers = (
  runtime: RuntimeContext,
  { known, sandboxes, replication, places }: ObserversParts,
): Observers => {
  const { contract, clock, after, isHosted, isForeign } = runtime;
  // On a hosted server, exchanges without an organization are shown to no client.
  const sharesUnowned = !isHosted;
  const redactor = createRedactor(contract);
  const expectations = createExpectationWatch({ redactor: () => redactor, sharesUnowned, clock });
  const shared =
    runtime.config.databaseUrl === undefined ? undefined : openSharedJournal(runtime, { known, replication });
  const recorder = openRecorder(runtime, { sharesUnowned, shared, replication });
  const clientWatch = watchClients({
    contract,
    redactor,
    expectations,
    // Detectors rely on the bundled description.
    detectors: isForeign ? [] : DETECTORS,
    receiverRules: RECEIVER_RULES,
    clients: known.clients,
    sandboxes: sandboxes.get,
    pauses: runtime.slicedWork.pauses,
    journalLimits: journalLimits(runtime.memory.shares.journal),
    longPolls: places.longPolls,
    sharesUnowned,
    clock,
    after,
    observers: recorder.observers,
    recorded: recorder.recorded,
    shared,
  });
  return { expectations, recorder, clientWatch, changes: createChangeWatch() };
};
