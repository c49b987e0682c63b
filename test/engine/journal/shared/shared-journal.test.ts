import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type News, createJournal } from '../../../../src/engine/journal/journal.ts';
import type { After } from '../../../../src/kernel/timers.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { afterATurn, turns } from '../../../support/next-turns.ts';
import { createMemoryJournalTable } from './memory-journal-table.ts';
import { END, by, exchange, startReplica } from './start-replica.ts';

const startTwo = (options: { readonly sharesUnowned?: boolean; readonly after?: After } = {}) => {
  const database = createMemoryJournalTable();
  const committed = new Map<string, unknown>();
  const timers = createFakeTimers();
  const parts = { table: database.table, committed, after: timers.after, ...options };
  return {
    database,
    timers,
    one: startReplica({ ...parts, origin: 'one' }),
    other: startReplica({ ...parts, origin: 'other', now: () => 2_000 }),
  };
};

describe('two processes', () => {
  test('what one has recorded, the other sees once it has caught up', async () => {
    const { one, other } = startTwo({ after: afterATurn });
    one.journal.add(exchange('a1', by('a')), END);
    one.commit('a');
    expect(one.idsOf('a')).toEqual(['a1']);
    expect(other.idsOf('a')).toEqual([]);
    await other.catchUp('a');
    expect(other.idsOf('a')).toEqual(['a1']);
    other.enter('a');
    other.journal.add(exchange('a2', by('a')), END);
    other.commit('a');
    await one.catchUp('a');
    expect(one.idsOf('a')).toEqual(['a2', 'a1']);
    expect(one.idsOf('b')).toEqual([]);
  });

  test('an entry is the same everywhere, but for readings of the monotonic clock', async () => {
    const { one, other } = startTwo({ after: afterATurn });
    const request = {
      method: 'POST',
      path: '/orders',
      query: 'a=b',
      rawHeaders: ['Idempotency-Key', '\u0000 \ud800'],
      header: (name: string) => (name === 'content-type' ? 'application/octet-stream' : undefined),
      bodyRead: () => Uint8Array.of(0, 255, 254),
    };
    const settled = {
      request,
      operation: { id: 'createOrder' },
      refusal: { type: 'x', title: '', status: 409, detail: '', currentResource: { value: 9007199254740993n } },
      budget: { category: 'write', limit: 1, burst: 0, remaining: 0, resetAt: 5 },
    };
    one.journal.add(exchange('a1', by('a', settled)), END);
    one.commit('a');
    await other.catchUp('a');
    const [mine] = one.journal.of('a').newestFirst();
    const [theirs] = other.journal.of('a').newestFirst();
    expect(mine?.received?.body).toEqual(Uint8Array.of(0, 255, 254));
    expect(theirs).toEqual({ ...mine, operation: expect.objectContaining({ id: 'createOrder' }) });
    expect(theirs?.refusal?.currentResource).toEqual({ value: 9007199254740993n });
  });

  test('an organization is forgotten and undone for all, what comes later is not', async () => {
    const { one, other } = startTwo({ after: afterATurn });
    one.journal.add(exchange('a1', by('a')), END);
    other.enter('a');
    one.commit('a');
    await other.catchUp('a');
    other.journal.forget('a');
    expect(other.idsOf('a')).toEqual([]);
    other.commit('a');
    one.enter('a');
    one.journal.add(exchange('a2', by('a')), END);
    const undo = one.journal.save('a');
    one.journal.add(exchange('a3', by('a')), END);
    undo();
    one.journal.add(exchange('a4', by('a')), END);
    one.commit('a');
    await Promise.all([one.catchUp('a'), other.catchUp('a')]);
    expect(one.idsOf('a')).toEqual(['a4', 'a2']);
    expect(other.idsOf('a')).toEqual(['a4', 'a2']);
  });

  test('shared ones are seen by all, and each forgets them for itself', async () => {
    const { one, other } = startTwo({ sharesUnowned: true, after: afterATurn });
    one.journal.add(exchange('n1'), END);
    one.commit('');
    await other.catchUp('a');
    expect(other.idsOf('a')).toEqual(['n1']);
    expect(other.idsOf()).toEqual(['n1']);
    other.journal.forget('a');
    other.commit('a');
    await one.catchUp('a');
    expect([one.idsOf('a'), one.idsOf('b'), one.idsOf()]).toEqual([[], ['n1'], ['n1']]);
  });

  test('a dropped organization is gone everywhere, and its listeners are disconnected', async () => {
    const { one, other, timers } = startTwo();
    one.journal.add(exchange('a1', by('a')), END);
    await one.catchUp('a');
    const heard: string[] = [];
    other.journal.of('a').listen(({ kind }) => heard.push(kind));
    await turns();
    expect(other.idsOf('a')).toEqual(['a1']);
    one.journal.drop('a');
    await turns();
    timers.pass(200);
    await turns();
    expect(heard).toEqual(['closed']);
    expect(other.idsOf('a')).toEqual([]);
  });
});

describe('listeners', () => {
  const ids = (heard: string[]) => (news: News) => {
    heard.push(news.kind === 'exchange' ? news.entry.id : news.kind === 'event' ? news.event.type : news.kind);
  };

  test('hear what this process records at once, and what others record within a poll; each once', async () => {
    const { one, other, timers } = startTwo();
    const heard: string[] = [];
    other.journal.add(exchange('before', by('a')), END);
    await one.catchUp('a');
    one.journal.of('a').listen(ids(heard));
    one.journal.add(exchange('own', by('a')), END);
    expect(heard).toEqual(['own']);
    other.journal.add(exchange('theirs', by('a')), END);
    other.journal.emitted('a', [{ id: 'evt', type: 'order.changed', seller: undefined, createdAt: 0, data: {} }]);
    other.journal.forget('a');
    timers.pass(50);
    await turns();
    timers.pass(200);
    await turns();
    expect(heard).toEqual(['own', 'before', 'theirs', 'order.changed', 'forgotten']);
    timers.pass(200);
    await turns();
    expect(heard).toHaveLength(5);
  });

  test('one that follows continues at another process where it was, without a gap and without a repetition', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 30 }),
        fc.nat(30),
        async (adds, move) => {
          const { one, other, timers } = startTwo({ sharesUnowned: true });
          const heard: string[] = [];
          let cursor: string | undefined;
          const follow = async ({ journal, catchUp }: typeof one, after: string | undefined) => {
            await catchUp('a');
            return journal.of('a').follow((news, place) => {
              if (news.kind === 'exchange') heard.push(news.entry.id);
              cursor = place ?? cursor;
            }, after);
          };
          const pass = async (): Promise<void> => {
            timers.pass(200);
            await turns(3);
          };
          let stop = await follow(one, undefined);
          await turns(2);
          for (const [index, [isOther, isOwned, passes]] of adds.entries()) {
            if (index === move) {
              stop();
              // An answer of the server that the listener no longer reads.
              await pass();
              stop = await follow(other, cursor ?? '0-0');
            }
            const { journal } = isOther ? other : one;
            journal.add(exchange(String(index), isOwned ? by('a') : {}), END);
            if (passes) await pass();
          }
          await pass();
          await pass();
          stop();
          expect(heard.toSorted()).toEqual(adds.map((_, index) => String(index)).toSorted());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what is lost', () => {
  test('when a process is killed: what it had not written; who reads waits for it once', async () => {
    const database = createMemoryJournalTable();
    const committed = new Map<string, unknown>();
    const [timers, otherTimers] = [createFakeTimers(), createFakeTimers()];
    const one = startReplica({ table: database.table, committed, origin: 'one', after: timers.after });
    const other = startReplica({ table: database.table, committed, origin: 'other', after: otherTimers.after });
    one.journal.add(exchange('written', by('a')), END);
    timers.pass(50);
    await turns();
    one.journal.add(exchange('lost', by('a')), END);
    one.commit('a');
    let looks = 0;
    const catchUp = async (): Promise<void> => {
      const state = { isOver: false };
      const caughtUp = other.catchUp('a').finally(() => {
        state.isOver = true;
      });
      for (looks = 0; !state.isOver; looks++) {
        await turns(2);
        // The killed process does not go on.
        otherTimers.pass(20);
      }
      await caughtUp;
    };
    await catchUp();
    expect(other.idsOf('a')).toEqual(['written']);
    expect(looks).toBeGreaterThan(10);
    await catchUp();
    expect(looks).toBeLessThan(3);
  });

  test('what is written twice, because the answer of the database was lost, is there once', async () => {
    const { one, other, database } = startTwo({ after: afterATurn });
    const { append } = database.table;
    const failing = { ...database.table };
    let isFirst = true;
    failing.append = async (rows) => {
      const unfolded = await append(rows);
      if (!isFirst) return unfolded;
      isFirst = false;
      throw new Error('the connection was lost');
    };
    const third = startReplica({ table: failing, origin: 'third', after: afterATurn });
    third.journal.add(exchange('a1', by('a')), END);
    third.journal.add(exchange('a2', by('a')), END);
    await turns(10);
    expect(database.rowsOf('a')).toHaveLength(4);
    for (const replica of [one, other, third]) {
      await replica.catchUp('a');
      expect(replica.idsOf('a')).toEqual(['a2', 'a1']);
    }
  });

  test('the oldest, when the database is away for long, and this is said once', async () => {
    const { one, other, database, timers } = startTwo();
    database.state.isAway = true;
    const header = 'x'.repeat(1_000_000);
    for (let i = 0; i < 40; i++) {
      const request = { method: 'GET', path: '/', query: header, header: () => undefined };
      one.journal.add(exchange(String(i), by('a', { request })), END);
    }
    expect(one.feed.lag().dropped).toBeGreaterThan(5);
    expect(one.feed.lag().bytes).toBeLessThanOrEqual(32 * 1_048_576);
    expect(one.droppings()).toBe(1);
    await expect(one.catchUp('a')).rejects.toThrow('away');
    database.state.isAway = false;
    timers.pass(1000);
    await turns();
    await one.catchUp('a');
    await other.catchUp('a');
    expect(other.idsOf('a')[0]).toBe('39');
    expect(other.idsOf('a')).not.toContain('0');
  });
});

test('all processes show what one process in memory would, whatever their clocks say', async () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'add', 'unowned', 'forget', 'undo', 'read', 'turn'),
    replica: fc.nat(2),
    owner: fc.constantFrom('a', 'b'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }),
      async (steps, skews) => {
        const { table } = createMemoryJournalTable(3);
        const committed = new Map<string, unknown>();
        let now = 20_000;
        const replicas = skews.map((skew, index) =>
          startReplica({ table, committed, origin: String(index), after: afterATurn, now: () => now - skew }),
        );
        const model = createJournal({ sharesUnowned: false });
        const idsOf = (owner: string) =>
          model
            .of(owner)
            .newestFirst()
            .map(({ id }) => id);
        const undoing = new Map<string, () => void>();
        for (const [index, { kind, replica, owner }] of steps.entries()) {
          now += index % 3;
          const one = replicas[replica];
          if (one === undefined) throw new Error('there are three');
          const undo = kind === 'undo' ? undoing.get(owner) : undefined;
          if (undo !== undefined) {
            undo();
            undoing.delete(owner);
            continue;
          }
          one.enter(owner);
          if (kind === 'add')
            for (const journal of [one.journal, model]) journal.add(exchange(String(index), by(owner)), END);
          if (kind === 'forget') for (const journal of [one.journal, model]) journal.forget(owner);
          if (kind === 'undo') {
            const undo = [one.journal, model].map(({ save }) => save(owner));
            undoing.set(owner, () => {
              one.enter(owner);
              for (const undoOne of undo) undoOne();
              one.commit(owner);
            });
          }
          one.commit(owner);
          if (kind === 'turn') await turns(1);
          if (kind !== 'read') continue;
          await one.catchUp(owner);
          expect(one.idsOf(owner)).toEqual(idsOf(owner));
        }
        for (const owner of ['a', 'b'])
          for (const one of replicas) {
            await one.catchUp(owner);
            expect(one.idsOf(owner)).toEqual(idsOf(owner));
          }
        expect(replicas.flatMap(({ errors }) => errors)).toEqual([]);
      },
    ),
    {
      numRuns: 150,
      examples: [
        [
          [
            { kind: 'add', replica: 1, owner: 'b' },
            { kind: 'undo', replica: 1, owner: 'a' },
            { kind: 'add', replica: 0, owner: 'a' },
            { kind: 'undo', replica: 0, owner: 'a' },
          ],
          [2234, 0, 0],
        ],
      ],
    },
  );
});

test('the table keeps the newest, a process that starts later sees them, and what all amount to', async () => {
  const database = createMemoryJournalTable();
  const committed = new Map<string, unknown>();
  const limits = { own: { entries: 10, bytes: 1_000_000 }, allBytes: 10_000_000 };
  const parts = { table: database.table, committed, after: afterATurn, limits };
  const one = startReplica({ ...parts, origin: 'one' });
  one.feed.foldBy((_owner, until) => ({ exchanges: until.length }));
  for (let i = 0; i < 100; i++) {
    one.journal.add(exchange(String(i), by('a')), END);
    await turns(3);
  }
  expect(database.rowsOf('a').length).toBeLessThanOrEqual(41);
  const other = startReplica({ ...parts, origin: 'other' });
  await other.catchUp('a');
  const newest = Array.from({ length: 10 }, (_, index) => String(99 - index));
  expect(one.idsOf('a')).toEqual(newest);
  expect(other.idsOf('a')).toEqual(newest);
  expect(other.feed.logOf('a').base()?.state).toMatchObject({ exchanges: expect.any(Number) });
  expect(one.errors).toEqual([]);
});
