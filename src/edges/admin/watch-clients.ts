import { createNeeds } from '../../engine/coaching/capability-needs.ts';
import { describableOf } from '../../engine/coaching/coverage.ts';
import type { Detector } from '../../engine/coaching/detector.ts';
import { type Watches, createWatches } from '../../engine/coaching/watches.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { type JournalQueries, createJournalQueries } from '../../engine/journal/journal-queries.ts';
import { type Journal, createJournal } from '../../engine/journal/journal.ts';
import { type Redactor, createRedactor } from '../../engine/journal/redactor.ts';
import type { After } from '../../engine/ports.ts';
import type { Sandboxes, SandboxesParts } from '../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { TOKEN_LIFETIME } from '../../identity/tokens.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type TokenNotes, createTokenNotes } from './note-token-requests.ts';

/** Everything that looks on while clients work, and has no part in the answers. */
export interface ClientWatch {
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly queries: JournalQueries;
  readonly watches: Watches;
  readonly tokens: TokenNotes;
  /** Hears of events once they are kept. */
  readonly emitted: NonNullable<SandboxesParts['emitted']>;
  /** Begins anew with an organization whose sandbox was emptied; one that is no more is forgotten altogether. */
  readonly forget: (organization: Organization) => void;
}

export interface ClientWatchParts {
  readonly contract: Contract;
  readonly detectors: readonly Detector[];
  readonly clients: Pick<ClientDirectory, 'find' | 'findBySandbox'>;
  readonly sandboxes: () => Pick<Sandboxes, 'inUse'>;
  /** Whether everybody sees what belongs to nobody. */
  readonly sharesNobodys: boolean;
  /** The wall's. */
  readonly clock: Clock;
  readonly after: After;
}

export const watchClients = (parts: ClientWatchParts): ClientWatch => {
  const { contract, detectors, clients, sharesNobodys, clock, after } = parts;
  const redactor = createRedactor(contract);
  const watches = createWatches({
    describable: describableOf(contract),
    needsOf: createNeeds(contract),
    detectors,
    sharesNobodys,
    clock,
  });
  const tokens = createTokenNotes({
    journal: () => journal,
    clients,
    clock,
    clockOf: (organization) => parts.sandboxes().inUse.get(organization)?.clock ?? clock,
    life: TOKEN_LIFETIME * 1000,
  });
  const journal = createJournal({ sharesNobodys, tokenOf: tokens.tokenOf, hearers: [watches.hear] });
  return {
    journal,
    redactor,
    queries: createJournalQueries({ journal, redactor, contract, after }),
    watches,
    tokens,
    emitted: ({ organization }, events) => {
      journal.emitted(organization, events);
      watches.emitted(organization, events);
    },
    forget: ({ uuid, sandbox }) => {
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
