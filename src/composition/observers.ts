import { type TokenNotes, createTokenNotes } from '../control/activity/note-token-requests.ts';
import { type Recorder, createRecorder } from '../engine/capsule/recorder.ts';
import { RECORDER_LIMITS } from '../engine/capsule/recording.ts';
import { createNeeds, describableOf } from '../engine/coaching/coverage.ts';
import { type Watches, createWatches } from '../engine/coaching/watches.ts';
import { type Journal, createJournal, journalLimits } from '../engine/journal/journal.ts';
import { type Redactor, createRedactor } from '../engine/journal/redactor.ts';
import { type ChangeWatch, createChangeWatch } from '../engine/sandbox/change-watch.ts';
import type { Sandboxes, SandboxesParts } from '../engine/sandbox/sandboxes.ts';
import { type ExpectationWatch, createExpectationWatch } from '../engine/scenarios/expectations/expectation-watch.ts';
import { TOKEN_LIFETIME } from '../identity/tokens.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';

/** Observers of all exchanges and events; they do not affect responses. */
export interface Observers {
  readonly journal: Journal;
  readonly redactor: Redactor;
  /** Coverage and findings. */
  readonly watches: Watches;
  readonly tokens: TokenNotes;
  /** Expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
  /** Recordings for capsules. */
  readonly recorder: Recorder;
  /** Committed changes, for streams. */
  readonly changes: ChangeWatch;
  /** Called with events once they are committed. */
  readonly emitted: NonNullable<SandboxesParts['emitted']>;
}

export const createObservers = (
  runtime: RuntimeContext,
  { clients }: KnownOrganizations,
  sandboxes: () => Sandboxes,
): Observers => {
  const { contract, clock, isHosted, version, memory } = runtime;
  // On a hosted server, exchanges without an organization are shown to no client.
  const sharesUnowned = !isHosted;
  const redactor = createRedactor(contract);
  const expectations = createExpectationWatch({ redactor: () => redactor, sharesUnowned, clock });
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const form = { operationOf: (id: string) => operations.get(id), monotonicStart: clock.now() - clock.elapsed() };
  const recorder = createRecorder({
    ...{ form, version, sharesUnowned },
    elapsed: () => clock.elapsed(),
    memory: memory.open('recordings', RECORDER_LIMITS.allBytes),
  });
  const watches = createWatches({
    describable: describableOf(contract),
    needsOf: createNeeds(contract),
    detectors: runtime.api.detectors,
    receiverRules: runtime.api.receiverRules,
    sharesUnowned,
    seenOf: (organization) => journal.of(organization).after(0),
    clock,
  });
  const tokens = createTokenNotes({
    journal: () => journal,
    clients,
    clock,
    clockOf: (organization) => sandboxes().inUse.get(organization)?.clock ?? clock,
    life: TOKEN_LIFETIME * 1000,
  });
  const journal = createJournal({
    form,
    sharesUnowned,
    tokenOf: tokens.tokenOf,
    observers: [watches.onExchange, expectations.onExchange, recorder.onExchange],
    limits: journalLimits(memory.shares.journal),
  });
  return {
    ...{ journal, redactor, watches, tokens, expectations, recorder },
    changes: createChangeWatch(),
    emitted: (sandbox, events) => {
      const { organization } = sandbox;
      journal.emitted(organization, events);
      watches.emitted(organization, events);
      expectations.emitted(sandbox, events);
    },
  };
};
