import { expect, test } from '@jest/globals';
import { type ActivitySources, openChannel } from '../../../src/control/activity/activity-channel.ts';
import type { News } from '../../../src/engine/journal/journal.ts';
import type { Exchange, StreamedKind } from '../../../src/generated/control-schemas.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { createTestClock } from '../../support/test-clock.ts';

/** A sandbox in which only events happen. */
const createSources = () => {
  const timers = createFakeTimers();
  let hear: (news: News) => void = () => undefined;
  const silent = { listen: () => () => undefined };
  const sources: ActivitySources = {
    journal: {
      of: () => ({
        after: () => [],
        find: () => undefined,
        listen: (listener) => {
          hear = listener;
          return () => undefined;
        },
      }),
    },
    redactor: { summarize: () => ({}) as Exchange, showEvent: ({ id }) => ({ id }) },
    changes: silent,
    watches: { ...silent, analyse: () => undefined },
    expectations: { ...silent, verdictsIn: () => new Map() },
    time: { read: () => ({ now: '', frozen: false, offset: 0 }) },
    shows: silent,
    clock: createTestClock(),
    after: timers.after,
    maxAttempts: 10,
  };
  const tell = (id: string): void => {
    hear({ kind: 'event', event: { id, type: 'order.changed', seller: undefined, createdAt: 0, data: {} } });
  };
  const end = (): void => {
    hear({ kind: 'closed' });
  };
  return { timers, tell, end, sources };
};

const LIMITS = { items: 5, weight: 10_000 };

const start = (limits = LIMITS) => {
  const { sources, ...sandbox } = createSources();
  const channel = openChannel('a', sources, {
    ...{ name: 'log', limits },
    ...{ written: () => undefined, ended: () => undefined },
  });
  const open = (lastEventId?: string, kinds: readonly StreamedKind[] = ['event']) => {
    const reader = channel.read(new Set(kinds), { lastEventId }, () => undefined);
    const pieces = reader[Symbol.asyncIterator]();
    return async (): Promise<string[]> => {
      const { value, done } = (await pieces.next()) as { value: string | Buffer; done: boolean };
      return done ? ['over'] : [...String(value).matchAll(/^(?:event|id|retry): (.*)$/gm)].map(([, text = '']) => text);
    };
  };
  return { ...sandbox, open };
};

/** Reads the reconnection delay and the greeting. */
const begin = async (read: () => Promise<string[]>): Promise<string[]> => {
  expect(await read()).toEqual(['2000']);
  return read();
};

test('all of a batch comes as one text', async () => {
  const { timers, tell, open } = start();
  const read = open();
  expect(await begin(read)).toEqual(['listening', 'log.0']);
  const next = read();
  tell('1');
  tell('2');
  timers.pass(50);
  expect(await next).toEqual(['event', 'log.1', 'event', 'log.2']);
});

test('a reader that does not read is disconnected once its messages are gone', async () => {
  const { timers, tell, open } = start();
  const read = open();
  await begin(read);
  for (let i = 0; i < 6; i++) tell(String(i));
  timers.pass(50);
  expect(await read()).toEqual(['closed']);
  expect(await read()).toEqual(['over']);
});

test('a reader that is behind by no more than the log holds gets all of it', async () => {
  const { timers, tell, open } = start();
  const read = open();
  await begin(read);
  for (let i = 0; i < 5; i++) tell(String(i));
  timers.pass(50);
  expect((await read()).filter((text) => text !== 'event')).toEqual(['log.1', 'log.2', 'log.3', 'log.4', 'log.5']);
});

test('a reader that comes again continues after its last message, or is told of the gap', async () => {
  const { timers, tell, open } = start();
  await begin(open());
  for (let i = 0; i < 7; i++) tell(String(i));
  timers.pass(50);
  expect((await begin(open('log.5'))).filter((text) => text !== 'event')).toEqual(['log.6', 'log.7']);
  for (const id of ['log.1', 'log.8', 'other.5', '5']) expect(await begin(open(id))).toEqual(['gap', 'log.7']);
});

test('a kind is recorded from its first reader on, and readers of other kinds do not get it', async () => {
  const { timers, tell, open } = start();
  const state = open(undefined, ['state']);
  await begin(state);
  tell('1');
  timers.pass(50);
  const events = open(undefined, ['event']);
  expect(await begin(events)).toEqual(['listening', 'log.0']);
  tell('2');
  timers.pass(50);
  expect(await events()).toEqual(['event', 'log.1']);
  const silent = state();
  timers.pass(15_000);
  expect(await silent).toEqual([]);
});

test('what is written before the end arrives before the end', async () => {
  const { tell, open, end } = start();
  const read = open();
  await begin(read);
  tell('1');
  end();
  expect(await read()).toEqual(['event', 'log.1']);
  expect(await read()).toEqual(['closed']);
  expect(await read()).toEqual(['over']);
});
