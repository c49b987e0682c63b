import { expect, test } from '@jest/globals';
import { createJournal } from '../../../src/engine/journal/journal.ts';
import { createLiveJournal } from '../../../src/engine/journal/live-journal.ts';
import { createRedactor } from '../../../src/engine/journal/redactor.ts';
import { FORM, createEntry } from './create-entry.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';

const start = (lastCursor?: string, past = 0) => {
  const journal = createJournal({ form: FORM, sharesUnowned: false });
  const come = () => {
    journal.note('a', (position) => createEntry({ position }));
  };
  for (let i = 0; i < past; i++) come();
  const timers = createFakeTimers();
  const redactor = createRedactor({ basePath: '', operations: [] });
  let ended = 0;
  const live = createLiveJournal(journal.of('a'), {
    redactor,
    after: timers.after,
    lastCursor,
    ended: () => ended++,
  });
  const pieces = live[Symbol.asyncIterator]();
  return { journal, come, timers, pieces, ended: () => ended };
};

/** Name and id of each event in a piece. */
const eventsIn = ({ value }: IteratorResult<string>): string[] =>
  String(value)
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = part] = /^event: (.*)/.exec(part) ?? [];
      const id = /^id: (.*)/m.exec(part)?.[1];
      return id === undefined ? name : `${name} ${id}`;
    });

test('exchanges and events come in order, each as one message of two lines and an id', async () => {
  const { journal, come, pieces } = start();
  expect(eventsIn(await pieces.next())).toEqual(['retry: 2000']);
  come();
  journal.emitted('a', [
    { id: 'evt_1', type: 'prospect.submitted', seller: undefined, createdAt: 0, data: { secret: 'x' } },
  ]);
  expect((await pieces.next()).value).toMatch(/^event: exchange\nid: 1\ndata: \{"id":.*\}\n\n$/);
  const { value } = await pieces.next();
  expect(value).toBe(
    'event: event\ndata: {"id":"evt_1","type":"prospect.submitted","createdAt":"1970-01-01T00:00:00.000Z","seller":null,"data":{"secret":"[redacted]"}}\n\n',
  );
});

test('whoever waits hears of the next exchange at once, and of silence by a sign of life', async () => {
  const { come, pieces, timers } = start();
  await pieces.next();
  const waiting = pieces.next();
  come();
  expect(eventsIn(await waiting)).toEqual(['exchange 1']);
  const silent = pieces.next();
  timers.pass(15_000);
  expect((await silent).value).toBe(': still here\n\n');
  expect(timers.count()).toBe(0);
});

test('a slow listener loses what is oldest, and is told how much', async () => {
  const { come, pieces } = start();
  await pieces.next();
  for (let i = 0; i < 1003; i++) come();
  expect(eventsIn(await pieces.next())).toEqual(['lost', 'exchange 4']);
  expect(eventsIn(await pieces.next())).toEqual(['exchange 5']);
});

test('one that comes again gets what it has missed', async () => {
  const { pieces } = start('2', 4);
  await pieces.next();
  expect(eventsIn(await pieces.next())).toEqual(['exchange 3']);
  expect(eventsIn(await pieces.next())).toEqual(['exchange 4']);
});

test('it ends with the server, and when the listener leaves', async () => {
  const { journal, pieces, ended } = start();
  await pieces.next();
  const waiting = pieces.next();
  journal.close();
  expect(eventsIn(await waiting)).toEqual(['closed']);
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect(ended()).toBe(1);

  const other = start();
  await other.pieces.next();
  const silent = other.pieces.next();
  await other.pieces.return?.();
  expect(await silent).toEqual({ done: true, value: undefined });
  expect([other.ended(), other.timers.count()]).toEqual([1, 0]);
});
