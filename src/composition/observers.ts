import { createTokenNotes } from '../control/activity/note-token-requests.ts';
import { RECORDER_LIMITS, createRecorder } from '../engine/capsule/recorder.ts';
import { describableOf } from '../engine/coaching/coverage.ts';
import { createWatches } from '../engine/coaching/watches.ts';
import { compiledDescription } from '../engine/compiled-description.ts';
import { createJournal, journalLimits } from '../engine/journal/journal.ts';
import { createRedactor } from '../engine/journal/redactor.ts';
import { createChangeWatch } from '../engine/sandbox/change-watch.ts';
import type { Sandboxes, SandboxesParts } from '../engine/sandbox/sandboxes.ts';
import { createExpectationWatch } from '../engine/scenarios/expectations/expectation-watch.ts';
import { TOKEN_LIFETIME, type Tokens } from '../identity/tokens.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';

export type Observers = ReturnType<typeof createObservers>;

/** Observers of all exchanges and events; they do not affect responses. */
export const createObservers = (
  runtime: RuntimeContext,
  { clients }: KnownOrganizations,
  sandboxes: () => Sandboxes,
  expiredToken: Tokens['expired'],
) => {
  const { contract, clock, isHosted, version, memory } = runtime;
  // On a hosted server, exchanges without an organization are shown to no client.
  const sharesUnowned = !isHosted;
  const redactor = createRedactor(contract);
  const expectations = createExpectationWatch({ redactor, sharesUnowned, clock });
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const form = {
    operationOf: (id: string) => operations.get(id),
    organizationOf: clients.findBySandbox,
    monotonicStart: clock.now() - clock.elapsed(),
  };
  const recorder = createRecorder({
    form,
    version,
    sharesUnowned,
    clock,
    memory: memory.open('recordings', RECORDER_LIMITS.allBytes),
  });
  const watches = createWatches({
    describable: describableOf(contract),
    needsOf: compiledDescription(contract).needsOf,
    detectors: runtime.policy.detectors,
    receiverRules: runtime.policy.receiverRules,
    sharesUnowned,
    seenOf: (organization) => journal.of(organization).after(0),
    clock,
  });
  const tokens = createTokenNotes({
    journal: () => journal,
    clients,
    clock,
    clockOf: (organization) => sandboxes().inUse.get(organization)?.clock ?? clock,
    expiredToken,
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
    journal,
    redactor,
    /** Coverage and findings. */
    watches,
    tokens,
    /** Expectations of active scenarios. */
    expectations,
    /** Recordings for capsules. */
    recorder,
    /** Committed changes, for streams. */
    changes: createChangeWatch(),
    /** Called with events once they are committed. */
    emitted: (...[{ organization }, events]: Parameters<SandboxesParts['emitted']>): void => {
      for (const observer of [journal, watches, expectations]) observer.emitted(organization, events);
    },
  };
};
