import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describableOf } from '../../../src/engine/coaching/coverage.ts';
import { createWatches } from '../../../src/engine/coaching/watches.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createJournal } from '../../../src/engine/journal/journal.ts';
import type { LogPiece } from '../../../src/engine/sandbox/live-state.ts';
import { detectors as DETECTORS, receiverRules as RECEIVER_RULES } from './watch.ts';
import { FORM, body, createEntry, createOperation } from '../journal/create-entry.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const NOW = 5_000_000;
const OWNER = { sandbox: 'demo', uuid: 'a' };
const OPERATIONS = new Map(['getOrganization', 'createOrder'].map((id) => [id, createOperation({ id })]));

const startProcess = () => {
  const watches = createWatches({
    describable: describableOf({
      operations: [...OPERATIONS.values()],
      document: { webhooks: { 'order.changed': {} } },
      problemTypes: [],
    } as unknown as Parameters<typeof describableOf>[0]),
    needsOf: () => [],
    detectors: DETECTORS,
    receiverRules: RECEIVER_RULES,
    sharesUnowned: true,
    seenOf: (organization) => journal.of(organization).after(0),
    clock: { now: () => NOW, elapsed: () => 0 },
  });
  const journal = createJournal({
    form: { ...FORM, operationOf: (id) => OPERATIONS.get(id) },
    sharesUnowned: true,
    observers: [watches.onExchange],
  });
  return { watches, journal };
};

type Process = ReturnType<typeof startProcess>;

const copyOf = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

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

const EVENT = { id: 'evt', type: 'order.changed', seller: undefined, createdAt: 0, data: {} };
const DELIVERY = { deliveryId: 'dlv', eventId: 'evt', eventType: 'order.changed' };

const read = ({ watches }: Process) => [
  watches.coverageOf('a', 'start'),
  watches.coverageOf('a', 'reset'),
  watches.findingsOf('a'),
];

test('coverage and findings of a sandbox that moves are those of one that stays', () => {
  const step = fc.record({ kind: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8), at: fc.nat(1) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const processes = [startProcess(), startProcess()];
      const alone = startProcess();
      const pieces: LogPiece[] = [];
      let home = processes[0]!;
      runAtOnce(home.journal.log.load(OWNER, []));
      const moveTo = (next: Process): void => {
        if (next === home) return;
        const piece = copyOf(home.journal.log.take(OWNER)) as LogPiece | undefined;
        if (piece !== undefined) pieces.push(piece);
        const from = piece?.from ?? 0;
        pieces.splice(0, pieces.length, ...pieces.filter(({ number, value }) => number >= from && value !== undefined));
        runAtOnce(next.journal.log.load(OWNER, pieces));
        next.watches.live.load(OWNER, copyOf(home.watches.live.save(OWNER)));
        home = next;
      };
      const undoing: ((one: Process) => void)[][] = [];
      const point = ({ watches, journal }: Process) => {
        const [saved, position] = [copyOf(watches.live.save(OWNER)), journal.position('a')];
        return (one: Process): void => {
          one.journal.undoSince('a', position);
          one.watches.live.load(OWNER, saved);
        };
      };
      for (const [index, { kind, at }] of steps.entries()) {
        moveTo(processes[at]!);
        const both = [home, alone];
        if (kind === 8 && undoing.length > 0) {
          const undo = undoing.pop();
          for (const [which, one] of both.entries()) undo?.[which]?.(one);
        } else if (kind === 8) undoing.push(both.map(point));
        else
          for (const { journal, watches } of both) {
            if (kind < 5)
              journal.note('a', (position) => createEntry({ ...toEntry(kind, index), id: String(index), position }));
            if (kind === 5) watches.emitted('a', [EVENT]);
            // A reset ends the show whose steps could be undone.
            if (kind === 6 && undoing.length === 0) {
              journal.forget('a');
              watches.live.reset?.({ sandbox: 'demo', uuid: 'a' }, 'reset');
            }
            if (kind === 7)
              watches.receiver('a', { ...DELIVERY, kind: 'trick-taken', trick: 'stale', httpStatus: 200 });
          }
        expect(read(home)).toEqual(read(alone));
      }
    }),
    { numRuns: 150 },
  );
});

test('what belongs to nobody counts from the move on', () => {
  const [here, there] = [startProcess(), startProcess()];
  const stranger = (one: Process): void => {
    one.journal.note(undefined, (position) => createEntry({ position, caller: undefined, status: 401 }));
  };
  const exchanges = ({ watches }: Process): number => watches.coverageOf('a', 'reset').exchanges;
  stranger(here);
  here.watches.live.reset?.({ sandbox: 'demo', uuid: 'a' }, 'reset');
  stranger(here);
  here.journal.note('a', (position) => createEntry({ position }));
  for (let n = 0; n < 5; n++) stranger(there);
  expect(exchanges(here)).toBe(2);
  there.watches.live.load(OWNER, copyOf(here.watches.live.save(OWNER)));
  expect(exchanges(there)).toBe(1);
  stranger(there);
  expect(exchanges(there)).toBe(2);
});
