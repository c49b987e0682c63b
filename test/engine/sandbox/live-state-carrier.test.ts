import { expect, test } from '@jest/globals';
import { type LiveLog, type LogPiece, createLiveStateCarrier } from '../../../src/engine/sandbox/live-state.ts';
import { OWNER } from './several-processes.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const start = () => {
  const held = {
    soft: undefined as unknown,
    hard: undefined as unknown,
    changes: 0,
    due: undefined as number | undefined,
  };
  const news: LogPiece[] = [];
  const loaded: unknown[] = [];
  const log: LiveLog = {
    name: 'log',
    take: () => news.shift(),
    *load(_owner, pieces) {
      loaded.push(pieces);
      yield;
    },
  };
  const carrier = createLiveStateCarrier(
    [log],
    [
      {
        name: 'soft',
        save: () => held.soft,
        load: (_owner, saved) => (held.soft = saved),
        due: () => held.due,
      },
      {
        name: 'hard',
        save: () => held.hard,
        load: (_owner, saved) => {
          loaded.push('hard');
          held.hard = saved;
        },
        changes: () => held.changes,
      },
    ],
  );
  const saved = (isAll: boolean) =>
    carrier.save(OWNER, isAll).states.map(({ name, text }) => `${name} ${String(text)}`);
  return { carrier, held, news, loaded, saved };
};

test('what has changed is saved once: with the documents only what must not be older, later all', () => {
  const { held, saved } = start();
  expect(saved(true)).toEqual([]);
  Object.assign(held, { soft: 1, hard: 1, changes: 1 });
  expect([saved(false), saved(false), saved(true), saved(true)]).toEqual([['hard 1'], [], ['soft 1'], []]);
  // A change that the number does not tell of is saved a little later.
  held.hard = 2;
  expect([saved(false), saved(true)]).toEqual([[], ['hard 2']]);
  Object.assign(held, { soft: undefined, hard: undefined, changes: 2 });
  expect(saved(true)).toEqual(['soft undefined', 'hard undefined']);
});

test('what is loaded is not saved again, and logs come before the states that rest on them', () => {
  const { carrier, held, loaded, saved } = start();
  held.soft = 'of the former home';
  runAtOnce(
    carrier.load(OWNER, {
      states: [
        { name: 'hard', text: '{"a":1}' },
        { name: 'of a later release', text: '1' },
      ],
      pieces: [{ name: 'log', number: 3, from: 0, text: '[1]' }],
    }),
  );
  expect([held.soft, held.hard]).toEqual([undefined, { a: 1 }]);
  expect(loaded).toEqual([[{ number: 3, value: [1] }], 'hard']);
  expect(saved(true)).toEqual([]);
});

test('pieces are those of each log, and the sandbox is due with the first of its states', () => {
  const { carrier, held, news } = start();
  expect(carrier.save(OWNER, false)).toEqual({ states: [], pieces: [], due: Infinity });
  news.push({ number: 1, value: [7], from: 0 }, { number: 2, value: undefined, from: 2 });
  held.due = 5;
  const save = () => {
    const { pieces, due } = carrier.save(OWNER, false);
    return [pieces, due];
  };
  expect([save(), save()]).toEqual([
    [[{ name: 'log', number: 1, from: 0, text: '[7]' }], 5],
    [[{ name: 'log', number: 2, from: 2, text: undefined }], 5],
  ]);
});
