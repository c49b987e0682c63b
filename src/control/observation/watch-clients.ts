import { createNeeds, describableOf } from '../../engine/coaching/coverage.ts';
import type { Detector, Rule } from '../../engine/coaching/detector.ts';
import { type Watches, createWatches } from '../../engine/coaching/watches.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import {
  type ExchangeObserver,
  type Journal,
  type JournalLimits,
  createJournal,
} from '../../engine/journal/journal.ts';
import type { EntryForm } from '../../engine/journal/journal-entry.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { Sandboxes, SandboxesParts } from '../../engine/sandbox/sandboxes.ts';
import type { ExpectationWatch } from '../../engine/scenarios/expectations/expectation-watch.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { TOKEN_LIFETIME } from '../../identity/tokens.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type TokenNotes, createTokenNotes } from './note-token-requests.ts';

/** All observers of client activity; they do not affect responses. */
export interface ClientWatch {
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly watches: Watches;
  readonly tokens: TokenNotes;
  /** Called with events once they are committed. */
  readonly emitted: NonNullable<SandboxesParts['emitted']>;
  /** Resets the observations of an organization whose sandbox was reset; removes those of a deleted organization. */
  readonly forget: (organization: Organization) => void;
}

interface ClientWatchParts {
  readonly form: EntryForm;
  readonly contract: Contract;
  readonly redactor: Redactor;
  readonly detectors: readonly Detector[];
  /** Rules for webhook receivers. */
  readonly receiverRules: readonly Rule[];
  /** Evaluates requests against the expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
  readonly clients: Pick<ClientDirectory, 'find' | 'findBySandbox'>;
  /** Called only after startup: sandboxes report their events to this watch. */
  readonly sandboxes: () => Pick<Sandboxes, 'inUse'>;
  /** Whether all organizations see requests without a known client. */
  readonly sharesUnowned: boolean;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly journalLimits: JournalLimits;
  /** Further listeners that receive every exchange. */
  readonly observers?: readonly ExchangeObserver[];
}

export const watchClients = (parts: ClientWatchParts): ClientWatch => {
  const { contract, redactor, detectors, receiverRules, expectations, clients, sharesUnowned, clock } = parts;
  const watches = createWatches({
    describable: describableOf(contract),
    needsOf: createNeeds(contract),
    detectors,
    receiverRules,
    sharesUnowned,
    seenOf: (organization) => journal.of(organization).newestFirst().toReversed(),
    clock,
  });
  const tokens = createTokenNotes({
    journal: () => journal,
    clients,
    clock,
    clockOf: (organization) => parts.sandboxes().inUse.get(organization)?.clock ?? clock,
    life: TOKEN_LIFETIME * 1000,
  });
  const journal = createJournal({
    form: parts.form,
    sharesUnowned,
    tokenOf: tokens.tokenOf,
    observers: [watches.onExchange, expectations.onExchange, ...(parts.observers ?? [])],
    limits: parts.journalLimits,
  });
  return {
    journal,
    redactor,
    watches,
    tokens,
    emitted: (sandbox, events) => {
      const { organization } = sandbox;
      journal.emitted(organization, events);
      watches.emitted(organization, events);
      expectations.emitted(sandbox, events);
    },
    forget: ({ uuid, sandbox }) => {
      expectations.forget(uuid);
      if (clients.findBySandbox(sandbox) === undefined) {
        journal.drop(uuid);
        watches.drop(uuid);
      } else {
        journal.forget(uuid);
        watches.reset(uuid);
      }
    },
  };
};
