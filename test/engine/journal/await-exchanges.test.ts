import { expect, test } from '@jest/globals';
import { awaitExchanges } from '../../../src/engine/journal/recorded-requests.ts';
import { createJournal } from '../../../src/engine/journal/journal.ts';
import { FORM, createEntry } from './create-entry.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';

const start = () => {
  const journal = createJournal({ form: FORM, sharesUnowned: false });
  const timers = createFakeTimers();
  const view = journal.of('a');
  /** Wants status 201. */
  const matcher = {
    differenceOf: ({ status }: { readonly status: number }) =>
      status === 201 ? undefined : { at: 'status', expected: '201', actual: String(status) },
  };
  const wait = (count: number, whenGone?: (task: () => void) => void, pause = NO_PAUSE) =>
    awaitExchanges(view, { matcher, count, timeout: 1000, whenGone, after: timers.after, pause });
  const come = (status: number) => {
    journal.note('a', (position) => createEntry({ position, id: `${String(status)}-${String(position)}`, status }));
  };
  return { journal, timers, wait, come };
};

test('what is there already counts', async () => {
  const { wait, come, timers } = start();
  come(201);
  expect(await wait(1)).toMatchObject({ kind: 'met', found: [{ status: 201 }] });
  expect(timers.count()).toBe(0);
});

test('nothing at all is there at once', async () => {
  expect(await start().wait(0)).toEqual({ kind: 'met', found: [] });
});

test('it resolves with the exchange that was missing, and then neither waits nor listens', async () => {
  const { wait, come, timers } = start();
  const waiting = wait(2);
  come(201);
  come(404);
  expect(timers.count()).toBe(1);
  come(201);
  const awaited = await waiting;
  expect(awaited.kind === 'met' && awaited.found.map(({ position }) => position)).toEqual([1, 3]);
  expect(timers.count()).toBe(0);
});

test('when the time is over it tells what came', async () => {
  const { wait, come, timers } = start();
  const waiting = wait(3);
  come(201);
  come(500);
  timers.pass(1000);
  const awaited = await waiting;
  if (awaited.kind !== 'timeout') throw new Error(awaited.kind);
  expect(awaited.found.map(({ id }) => id)).toEqual(['201-1']);
});

test('what came before the journal was emptied does not count any more', async () => {
  const { wait, come, journal, timers } = start();
  const waiting = wait(2);
  come(201);
  journal.forget('a');
  come(201);
  timers.pass(1000);
  expect(await waiting).toMatchObject({ kind: 'timeout', found: [{ id: '201-2' }] });
});

test('it ends when the server goes down, and when whoever waits is gone', async () => {
  const closing = start();
  const waiting = closing.wait(1);
  closing.journal.close();
  expect((await waiting).kind).toBe('closed');
  const leaving = start();
  let leave = (): void => undefined;
  const left = leaving.wait(1, (task) => (leave = task));
  leave();
  expect((await left).kind).toBe('gone');
  expect([closing.timers.count(), leaving.timers.count()]).toEqual([0, 0]);
});

/** A pause that ends when the test says so. */
const longPause = () => {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  return { pause: () => over, end };
};

test('what comes while a long journal is compared counts as well, and so does its emptying', async () => {
  const { wait, come, journal } = start();
  const { pause, end } = longPause();
  come(201);
  const adding = wait(3, undefined, pause);
  come(201);
  come(201);
  end();
  expect(await adding).toMatchObject({ kind: 'met', found: [{ position: 1 }, { position: 2 }, { position: 3 }] });

  const other = longPause();
  const emptied = wait(1, undefined, other.pause);
  journal.forget('a');
  come(201);
  other.end();
  expect(await emptied).toMatchObject({ kind: 'met', found: [{ position: 4 }] });
});

test('what was there counts even if the time is over before it is compared', async () => {
  const { wait, come, timers } = start();
  const { pause, end } = longPause();
  come(201);
  const waiting = wait(1, undefined, pause);
  timers.pass(1000);
  end();
  expect(await waiting).toMatchObject({ kind: 'met', found: [{ position: 1 }] });
});
