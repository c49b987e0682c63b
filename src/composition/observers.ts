import { type ClientWatch, watchClients } from '../control/observation/watch-clients.ts';
import { type Recorder, createRecorder } from '../engine/capsule/recorder.ts';
import { RECORDER_LIMITS } from '../engine/capsule/recording.ts';
import { journalLimits } from '../engine/journal/journal.ts';
import { createRedactor } from '../engine/journal/redactor.ts';
import { type ChangeWatch, createChangeWatch } from '../engine/sandbox/change-watch.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { type ExpectationWatch, createExpectationWatch } from '../engine/scenarios/expectations/expectation-watch.ts';
import { DETECTORS, RECEIVER_RULES } from '../vat/coaching/detectors.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';

/** Observers of all exchanges and events; they do not affect responses. */
export interface Observers {
  /** Expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
  /** Recordings for capsules. */
  readonly recorder: Recorder;
  /** The journal, coverage and findings. */
  readonly clientWatch: ClientWatch;
  /** Committed changes, for streams. */
  readonly changes: ChangeWatch;
}

interface ObserversParts {
  readonly known: KnownOrganizations;
  /** Source of the sandbox clocks. */
  readonly sandboxes: LazyRef<Sandboxes>;
}

export const createObservers = (runtime: RuntimeContext, { known, sandboxes }: ObserversParts): Observers => {
  const { contract, clock, isHosted, isForeign, version } = runtime;
  // On a hosted server, exchanges without an organization are shown to no client.
  const sharesUnowned = !isHosted;
  const redactor = createRedactor(contract);
  const expectations = createExpectationWatch({ redactor: () => redactor, sharesUnowned, clock });
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const form = { operationOf: (id: string) => operations.get(id), monotonicStart: clock.now() - clock.elapsed() };
  const recorder = createRecorder({
    ...{ form, version, sharesUnowned },
    elapsed: () => clock.elapsed(),
    memory: runtime.memory.open('recordings', RECORDER_LIMITS.allBytes),
  });
  const clientWatch = watchClients({
    contract,
    redactor,
    expectations,
    // Detectors rely on the bundled description.
    detectors: isForeign ? [] : DETECTORS,
    receiverRules: RECEIVER_RULES,
    clients: known.clients,
    sandboxes: sandboxes.get,
    journalLimits: journalLimits(runtime.memory.shares.journal),
    sharesUnowned,
    clock,
    form,
    observers: [recorder.onExchange],
  });
  return { expectations, recorder, clientWatch, changes: createChangeWatch() };
};
