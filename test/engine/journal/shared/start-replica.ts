import type { SandboxOwner } from '../../../../src/engine/sandbox/sandboxes.ts';
import type { Settled } from '../../../../src/engine/exchange/exchange.ts';
import type { JournalLimits } from '../../../../src/engine/journal/journal.ts';
import { createJournalFeed } from '../../../../src/engine/journal/shared/journal-feed.ts';
import { createJournalMarks } from '../../../../src/engine/journal/shared/journal-marks.ts';
import type { JournalTable } from '../../../../src/engine/journal/shared/journal-table.ts';
import { createPositions } from '../../../../src/engine/journal/shared/positions.ts';
import { createSharedJournal } from '../../../../src/engine/journal/shared/shared-journal.ts';
import type { After } from '../../../../src/kernel/timers.ts';
import { createOperation } from '../create-entry.ts';

export interface ReplicaOptions {
  readonly table: JournalTable;
  readonly origin: string;
  readonly after: After;
  readonly sharesUnowned?: boolean;
  readonly now?: () => number;
  readonly limits?: JournalLimits;
  /** Live states as the last commits have them, by organization. */
  readonly committed?: Map<string, unknown>;
}

export const OPERATIONS = new Map(['getOrganization', 'createOrder'].map((id) => [id, createOperation({ id })]));

export const toOwner = (uuid: string): SandboxOwner => ({ uuid, sandbox: uuid });

/** One process with a shared journal. */
export const startReplica = ({
  table,
  origin,
  after,
  sharesUnowned = false,
  now = () => 1_000,
  limits,
  committed = new Map<string, unknown>(),
}: ReplicaOptions) => {
  const clock = { now, elapsed: () => now() - 500 };
  const positions = createPositions(clock);
  const marks = createJournalMarks(origin, positions);
  const errors: unknown[] = [];
  let droppings = 0;
  const feed = createJournalFeed({
    isMarked: () => true,
    hasOthers: () => false,
    table,
    origin,
    positions,
    marks,
    refreshMarks: (owner) => {
      marks.restore(toOwner(owner), committed.get(owner), new Map());
      return Promise.resolve();
    },
    form: { operationOf: (id) => OPERATIONS.get(id), monotonicStart: 500 },
    after,
    failed: (error) => errors.push(error),
    dropping: () => droppings++,
    ...(limits === undefined ? {} : { limits }),
  });
  const journal = createSharedJournal({ feed, sharesUnowned });
  return {
    feed,
    journal,
    marks,
    positions,
    errors,
    droppings: () => droppings,
    idsOf: (organization?: string) =>
      journal
        .of(organization)
        .newestFirst()
        .map(({ id }) => id),
    catchUp: async (organization?: string) => journal.catchUp?.(organization),
    /** As the commit of an exchange does. */
    commit: (organization: string) => {
      const captured = marks.capture(toOwner(organization));
      if (captured !== undefined) committed.set(organization, structuredClone(captured));
    },
    /** Before the exchange has the lock. */
    enter: (organization: string) => {
      marks.restore(toOwner(organization), committed.get(organization), new Map());
    },
  };
};

export const END = { path: '/', endedAt: 7 };

export const exchange = (id: string, more: object = {}): Settled =>
  ({
    id,
    traceId: id,
    receivedAt: 0,
    startedAt: 3,
    request: { method: 'GET', path: '/', query: '', header: () => undefined },
    reply: { status: 200, headers: {} },
    source: 'engine',
    endedAt: 'route',
    ...more,
  }) as unknown as Settled;

export const by = (uuid: string, more: object = {}) => ({
  caller: { clientId: uuid, organization: { uuid } },
  ...more,
});
