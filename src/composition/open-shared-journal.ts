import { UNOWNED, journalLimits } from '../engine/journal/journal.ts';
import type { EntryForm } from '../engine/journal/shared/entry-text.ts';
import { type FoldableFeed, createJournalFeed } from '../engine/journal/shared/journal-feed.ts';
import { type JournalMarks, createJournalMarks } from '../engine/journal/shared/journal-marks.ts';
import { createPositions } from '../engine/journal/shared/positions.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Replication } from './open-store.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What the observers of several processes tell each other. */
export interface SharedJournalAccess {
  readonly feed: FoldableFeed;
  readonly marks: JournalMarks;
  readonly form: EntryForm;
}

export interface SharedJournalAccessParts {
  readonly known: Pick<KnownOrganizations, 'clients'>;
  /** The store is opened after those who observe it. */
  readonly replication: LazyRef<Replication>;
}

export const openSharedJournal = (
  { contract, clock, after, observer, memory, processId: origin }: RuntimeContext,
  { known, replication }: SharedJournalAccessParts,
): SharedJournalAccess => {
  const positions = createPositions(clock);
  const marks = createJournalMarks(origin, positions);
  const sandboxOf = (owner: string): string | undefined =>
    owner === UNOWNED ? undefined : known.clients.organizations().find(({ uuid }) => uuid === owner)?.sandbox;
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const form: EntryForm = {
    operationOf: (id) => operations.get(id),
    monotonicStart: clock.now() - clock.elapsed(),
  };
  const feed = createJournalFeed({
    table: {
      append: (rows) => replication.get().journal.append(rows),
      heads: (owners) => replication.get().journal.heads(owners),
      since: (places) => replication.get().journal.since(places),
      fold: (owner, base) => replication.get().journal.fold(owner, base),
      drop: (owner) => replication.get().journal.drop(owner),
    },
    origin,
    positions,
    marks,
    refreshMarks: async (owner) => {
      const sandbox = sandboxOf(owner);
      if (sandbox !== undefined) await replication.get().shared.claim(sandbox);
    },
    isMarked: (owner) => {
      const sandbox = sandboxOf(owner);
      return sandbox !== undefined && replication.get().shared.isHome(sandbox);
    },
    hasOthers: () => replication.get().replica.mayHaveOthers(),
    form,
    limits: journalLimits(memory.shares.journal),
    after,
    failed: (error) => {
      observer.failed(error, '');
    },
    dropping: () => {
      observer.noticed({
        level: 'warn',
        message:
          'The database does not take the records of the journal in time: the oldest are lost, with their coverage and findings.',
      });
    },
  });
  return { feed, marks, form };
};
