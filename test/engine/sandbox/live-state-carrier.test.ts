import { expect, test } from '@jest/globals';
import { type LiveLog, type LogPiece, createLiveStateCarrier } from '../../../src/engine/sandbox/live-state.ts';
import { OWNER } from './several-processes.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const start = () => {
  const held = {
    soft: undefined as unknown,
    hard: undefined as unknown,
    changes: 0,
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
    reset: () => loaded.push('log reset'),
    drop: () => loaded.push('log dropped'),
  };
  const carrier = createLiveStateCarrier({
    logs: [log],
    states: [
      {
        name: 'soft',
        save: () => held.soft,
        load: (_owner, saved) => (held.soft = saved),
      },
      {
        name: 'hard',
        save: () => held.hard,
        load: (_owner, saved) => {
          loaded.push('hard');
          held.hard = saved;
        },
        changes: () => held.changes,
        reset: (_owner, by) => loaded.push(`hard ${by}`),
      },
    ],
    replaced: () => loaded.push('told'),
  });
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

test('a reset renews what knows how, and makes nothing of the rest; dropping a sandbox drops all', () => {
  const { carrier, held, loaded } = start();
  Object.assign(held, { soft: 1, hard: 1 });
  carrier.reset(OWNER, 'import');
  expect([held.soft, held.hard, loaded.splice(0)]).toEqual([undefined, 1, ['log reset', 'hard import', 'told']]);
  carrier.drop(OWNER);
  expect([held.hard, loaded]).toEqual([undefined, ['log dropped', 'hard', 'told']]);
});

test('pieces are those of each log', () => {
  const { carrier, news } = start();
  expect(carrier.save(OWNER, false)).toEqual({ states: [], pieces: [] });
  news.push({ number: 1, value: [7], from: 0 }, { number: 2, value: undefined, from: 2 });
  expect([carrier.save(OWNER, false).pieces, carrier.save(OWNER, false).pieces]).toEqual([
    [{ name: 'log', number: 1, from: 0, text: '[7]' }],
    [{ name: 'log', number: 2, from: 2, text: undefined }],
  ]);
});
