import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describableOf } from '../../../src/engine/coaching/coverage.ts';
import { createSharedWatches } from '../../../src/engine/coaching/shared-watches.ts';
import { createWatches } from '../../../src/engine/coaching/watches.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createJournal } from '../../../src/engine/journal/journal.ts';
import { DETECTORS, RECEIVER_RULES } from '../../../src/vat/coaching/detectors.ts';
import { afterATurn } from '../../support/next-turns.ts';
import { body, createEntry } from '../journal/create-entry.ts';
import { createMemoryJournalTable } from '../journal/shared/memory-journal-table.ts';
import { OPERATIONS, startReplica } from '../journal/shared/start-replica.ts';

const NOW = 5_000_000;

const parts = {
  describable: describableOf({
    operations: [...OPERATIONS.values()],
    document: { webhooks: { 'order.changed': {} } },
    problemTypes: [],
  } as unknown as Parameters<typeof describableOf>[0]),
  needsOf: () => [],
  detectors: DETECTORS,
  receiverRules: RECEIVER_RULES,
  sharesUnowned: true,
  clock: { now: () => NOW, elapsed: () => 0 },
};

const startAll = (count: number, limits?: Parameters<typeof startReplica>[0]['limits']) => {
  const { table } = createMemoryJournalTable();
  const committed = new Map<string, unknown>();
  return Array.from({ length: count }, (_, index) => {
    const replica = startReplica({
      ...{ table, committed, after: afterATurn, origin: String(index), sharesUnowned: true, now: () => NOW },
      ...(limits === undefined ? {} : { limits }),
    });
    return { ...replica, watches: createSharedWatches({ ...parts, feed: replica.feed }) };
  });
};

/** One of a few kinds of calls, so that some are retries of others: each is told by its place in time. */
const toEntry = (kind: number, index: number): Partial<JournalEntry> => {
  const caller = { clientId: 'c', organization: undefined };
  const operation = OPERATIONS.get(kind % 2 === 0 ? 'createOrder' : 'getOrganization');
  const at = { receivedAt: NOW + index * 100, startedAt: index * 100, endedReadingAt: index * 100 + 1 };
  if (kind === 0) return { ...at, caller, operation, method: 'POST', status: 201, received: body('{}', 'text/json') };
  if (kind === 1) return { ...at, caller, operation, status: 429, headers: { 'retry-after': '60' } };
  if (kind === 2) return { ...at, caller, operation, status: 400, method: 'POST' };
  if (kind === 3) return { ...at, caller, operation, status: 200, query: 'unknown=1' };
  return { ...at, caller, operation, status: 404 };
};

/** An exchange has no owner because no client is known. */
const NO_CLIENT = { caller: undefined };

test('each process has the coverage and the findings that one process would have', async () => {
  const step = fc.record({
    kind: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8),
    replica: fc.nat(1),
    isOwned: fc.boolean(),
    reads: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const replicas = startAll(2);
      const watches = createWatches(parts);
      const journal = createJournal({ sharesUnowned: true, observers: [watches.onExchange] });
      const model = { journal, watches };
      const undoing: (() => void)[] = [];
      const both = (watch: (typeof model)['watches']) => [
        watch.coverageOf('a', 'start'),
        watch.coverageOf('a', 'reset'),
        watch.coverageOf('b', 'start'),
        watch.findingsOf('a'),
      ];
      for (const [index, { kind, replica, isOwned, reads }] of steps.entries()) {
        const one = replicas[replica];
        if (one === undefined) throw new Error('there are two');
        if (kind === 8 && undoing.length > 0) {
          undoing.pop()?.();
          continue;
        }
        one.enter('a');
        one.enter('');
        for (const { journal: own, watches: watch } of [one, model]) {
          if (kind < 5)
            own.note(isOwned ? 'a' : undefined, (position) =>
              createEntry({ ...toEntry(kind, index), ...(isOwned ? {} : NO_CLIENT), id: String(index), position }),
            );
          const emitted = [{ id: 'evt', type: 'order.changed', seller: undefined, createdAt: 0, data: {} }];
          if (kind === 5) {
            own.emitted('a', emitted);
            // In memory, the watches are told beside the journal.
            if (watch === watches) watch.emitted('a', emitted);
          }
          // A reset ends the show whose steps could be undone.
          if (kind === 6 && undoing.length === 0) {
            own.forget('a');
            watch.reset('a');
          }
          if (kind === 7) watch.receiver('a', { ...DELIVERY, kind: 'trick-taken', trick: 'stale', httpStatus: 200 });
        }
        if (kind === 8) {
          const restore = watches.save('a');
          const undo = [one.journal.save('a'), journal.save('a')];
          undoing.push(() => {
            one.enter('a');
            for (const undoOne of undo) undoOne();
            one.commit('a');
            restore(journal.of('a').newestFirst().toReversed());
          });
        }
        one.commit('a');
        one.commit('');
        if (!reads) continue;
        await one.catchUp('a');
        expect(one.watches.coverageOf('a', 'reset')).toEqual(watches.coverageOf('a', 'reset'));
      }
      for (const one of replicas) {
        await one.catchUp('a');
        expect(both(one.watches)).toEqual(both(watches));
      }
    }),
    { numRuns: 150 },
  );
});

const DELIVERY = { deliveryId: 'dlv', eventId: 'evt', eventType: 'order.changed' };
