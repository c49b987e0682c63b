import { describe, expect, test } from '@jest/globals';
import { createJournal, type News } from '../../../src/engine/journal/journal.ts';
import type { Settled } from '../../../src/engine/exchange/exchange.ts';
import type { LogPiece } from '../../../src/engine/sandbox/live-state.ts';
import { FORM, createEntry } from './create-entry.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const exchange = (id: string, more: object = {}): Settled =>
  ({
    id,
    traceId: id,
    receivedAt: 0,
    startedAt: 0,
    request: { method: 'GET', path: '/', query: '', header: () => undefined },
    reply: { status: 200, headers: {} },
    source: 'engine',
    endedAt: 'route',
    ...more,
  }) as unknown as Settled;

const END = { path: '/', endedAt: 0 };

const by = (uuid: string) => ({ caller: { clientId: uuid, organization: { uuid } } });
const clock = { now: () => 0, setting: () => ({ kind: 'running', offset: 0 }) };
const assumed = { choices: {} };

describe.each([true, false])('nobody’s shared: %p', (sharesUnowned) => {
  const journal = createJournal({ form: FORM, sharesUnowned });
  journal.add(exchange('a1', by('a')), END);
  journal.add(exchange('n1'), END);
  journal.add(exchange('b1', by('b')), END);
  journal.add(exchange('link', { sandbox: { id: 's', organization: 'a', clock, assumed } }), END);
  journal.add(exchange('a2', by('a')), END);
  const idsOf = (organization?: string) =>
    journal
      .of(organization)
      .after(0)
      .map(({ id }) => id);

  test('each organization sees its own, oldest first, and public links that lead to it', () => {
    expect(idsOf('a')).toEqual(sharesUnowned ? ['a1', 'n1', 'link', 'a2'] : ['a1', 'link', 'a2']);
    expect(idsOf('b')).toEqual(sharesUnowned ? ['n1', 'b1'] : ['b1']);
    expect(idsOf('c')).toEqual(sharesUnowned ? ['n1'] : []);
    expect(idsOf()).toEqual(sharesUnowned ? ['n1'] : []);
  });
});

test('after a position comes only what is newer, also once an organization has cleared its journal', () => {
  const journal = createJournal({ form: FORM, sharesUnowned: true });
  for (const id of ['cleared', 'read', 'new']) {
    journal.add(exchange(id), END);
    if (id === 'cleared') journal.forget('a');
  }
  const { after, find } = journal.of('a');
  expect(after(0).map(({ id }) => id)).toEqual(['read', 'new']);
  expect(after(find('read')?.position ?? 0).map(({ id }) => id)).toEqual(['new']);
});

describe('listeners', () => {
  const listenTo = (organization: string | undefined, parts: Partial<Parameters<typeof createJournal>[0]> = {}) => {
    const journal = createJournal({ form: FORM, sharesUnowned: false, ...parts });
    const heard: string[] = [];
    const stop = journal.of(organization).listen((news: News) => {
      heard.push(news.kind === 'exchange' ? news.entry.id : news.kind === 'event' ? news.event.type : news.kind);
    });
    return { journal, heard, stop };
  };

  test('hear what belongs to nobody where that is shared', () => {
    const { journal, heard } = listenTo('a', { sharesUnowned: true });
    journal.add(exchange('n1'), END);
    journal.add(exchange('b1', by('b')), END);
    expect(heard).toEqual(['n1']);
  });
});

test('an exchange without a caller belongs to the owner of the token that it came with', () => {
  const token = {
    kind: 'expired' as const,
    digest: 'd',
    clientId: 'c',
    grantedAt: { wall: 0, sandbox: 0 },
    life: 300_000,
  };
  const journal = createJournal({
    form: FORM,
    sharesUnowned: false,
    tokenOf: ({ id }) => (id === 'late' ? { token, organization: 'a' } : undefined),
  });
  journal.add(exchange('late'), END);
  journal.add(exchange('other'), END);
  expect(journal.of('a').after(0)).toMatchObject([{ id: 'late', token: { clientId: 'c' } }]);
});

describe('all organizations together stay within a bound', () => {
  const limits = { own: { items: 1000, weight: 1_000_000 }, allBytes: 100_000 };

  test('and the one that has most gives most', () => {
    const journal = createJournal({ form: FORM, sharesUnowned: false, limits });
    const note = (owner: string) => {
      journal.note(owner, (position) => createEntry({ position, weight: 1000 }));
    };
    for (let i = 0; i < 5; i++) note('quiet');
    for (let i = 0; i < 500; i++) note('busy');
    const countOf = (owner: string) => journal.of(owner).after(0).length;
    expect(countOf('quiet')).toBe(5);
    expect(countOf('quiet') + countOf('busy')).toBeLessThanOrEqual(100);
    expect(countOf('busy')).toBeGreaterThan(50);
  });

  test('also when organizations come and go', () => {
    const journal = createJournal({ form: FORM, sharesUnowned: true, limits });
    for (let i = 0; i < 300; i++) {
      const owner = `o${String(i % 7)}`;
      journal.note(owner, (position) => createEntry({ position, weight: 1000 }));
      if (i % 11 === 0) journal.forget(owner);
      if (i % 13 === 0) journal.log.drop({ sandbox: owner, uuid: owner });
      const total = Array.from({ length: 7 }, (_, n) => journal.of(`o${String(n)}`).after(0).length);
      expect(total.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(100);
    }
  });

  test('and what is undone leaves its room to others', () => {
    const journal = createJournal({ form: FORM, sharesUnowned: false, limits });
    for (const owner of ['a', 'b']) {
      for (let i = 0; i < 90; i++) journal.note(owner, (position) => createEntry({ position, weight: 1000 }));
      expect(journal.of(owner).after(0)).toHaveLength(90);
      journal.undoSince(owner, 0);
    }
  });
});

describe('the log of a journal', () => {
  const OWNER = { sandbox: 'demo', uuid: 'a' };
  const limits = { own: { items: 3, weight: 1_000_000 }, allBytes: 2_000_000 };
  const start = () => createJournal({ form: FORM, sharesUnowned: true, limits });
  type One = ReturnType<typeof start>;
  const idsIn = (journal: One) =>
    journal
      .of('a')
      .after(0)
      .map(({ id }) => id);

  /** What a store has of it. */
  const keep = () => {
    const pieces: LogPiece[] = [];
    return {
      pieces,
      save: (journal: One): void => {
        const piece = journal.log.take(OWNER);
        if (piece === undefined) return;
        expect(piece.number).toBeGreaterThan(pieces.at(-1)?.number ?? 0);
        pieces.push(JSON.parse(JSON.stringify(piece)) as LogPiece);
        pieces.splice(
          0,
          pieces.length,
          ...pieces.filter(({ number, value }) => number >= piece.from && value !== undefined),
        );
      },
    };
  };

  test('has each exchange once, and as many as the journal', () => {
    const { pieces, save } = keep();
    const [here, there] = [start(), start()];
    runAtOnce(here.log.load(OWNER, []));
    for (const id of ['1', '2', '3', '4', '5']) {
      here.add(exchange(id, by('a')), END);
      here.add(exchange('other', by('b')), END);
      save(here);
      save(here);
      runAtOnce(there.log.load(OWNER, pieces));
      expect(idsIn(there)).toEqual(idsIn(here));
    }
    expect(pieces).toHaveLength(3);
  });

  test('follows what is removed, at the end and as a whole', () => {
    const { pieces, save } = keep();
    const [here, there] = [start(), start()];
    runAtOnce(here.log.load(OWNER, []));
    here.add(exchange('1', by('a')), END);
    const position = here.position('a');
    here.add(exchange('2', by('a')), END);
    save(here);
    here.undoSince('a', position);
    here.add(exchange('3', by('a')), END);
    save(here);
    runAtOnce(there.log.load(OWNER, pieces));
    expect(idsIn(there)).toEqual(['1', '3']);
    there.forget('a');
    save(there);
    expect(pieces).toEqual([]);
    there.add(exchange('4', by('a')), END);
    save(there);
    runAtOnce(here.log.load(OWNER, pieces));
    expect(idsIn(here)).toEqual(['4']);
  });

  test('gives no position again that a process which was killed may have told of', () => {
    const { pieces, save } = keep();
    const [here, there] = [start(), start()];
    here.add(exchange('1', by('a')), END);
    save(here);
    here.add(exchange('told, not saved', by('a')), END);
    runAtOnce(there.log.load(OWNER, pieces));
    there.add(exchange('2', by('a')), END);
    expect(there.position('a')).toBeGreaterThan(here.position('a'));
  });
});
