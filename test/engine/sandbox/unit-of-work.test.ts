import { expect, test } from '@jest/globals';
import { defineCollection, instantKey, key } from '../../../src/engine/sandbox/collection.ts';
import { events } from '../../../src/engine/sandbox/event.ts';
import { drawUuid } from '../../../src/kernel/ids.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { HOUR, notes, startSandbox } from './start-sandbox.ts';

interface Car {
  readonly id: string;
  readonly status: string;
  readonly vins: readonly string[];
}

const cars = defineCollection<Car>(
  'cars',
  ({ id }) => id,
  ({ status, vins }) => [key('status', status), ...vins.map((vin) => key('vin', vin))],
);

test('what a document is drawn from depends on its place alone', async () => {
  const draw = async (first: boolean): Promise<string> => {
    const { sandbox } = startSandbox();
    // Others before it, of another collection, shift nothing; nor does a transaction that failed.
    if (first) {
      await sandbox.transact((work) => work.insert(notes, ({ random }) => ({ id: drawUuid(random) })));
      const failed = sandbox.transact((work) => {
        work.insert(cars, ({ random }) => ({ id: drawUuid(random), status: '', vins: [] }));
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
    }
    const car = await sandbox.transact((work) =>
      work.insert(cars, ({ random, position }) => ({
        id: `${String(position)} ${drawUuid(random)}`,
        status: '',
        vins: [],
      })),
    );
    return car.id;
  };
  const alone = await draw(false);
  expect(alone).toMatch(/^1 /);
  expect(await draw(true)).toBe(alone);
});

test('nothing is drawn twice, also not after a removal', async () => {
  const { sandbox } = startSandbox();
  const ids = new Set<string>();
  for (let n = 0; n < 5; n++) {
    const note = await sandbox.transact((work) => work.insert(notes, ({ random }) => ({ id: drawUuid(random) })));
    ids.add(note.id);
    await sandbox.transact((work) => work.remove(notes, note));
  }
  expect(ids.size).toBe(5);
});

test('documents are found under the keys that they have now', async () => {
  const { sandbox } = startSandbox();
  const car: Car = { id: 'a', status: 'NEW', vins: ['X', 'Y'] };
  await sandbox.transact((work) => {
    work.insert(cars, () => car);
    work.insert(cars, () => ({ ...car, id: 'b' }));
    work.update(cars, car, { ...car, status: 'SOLD', vins: ['Y', 'Z'] });
  });
  await sandbox.read((work) => {
    const idsUnder = (name: string, text: string): string =>
      work
        .findAll(cars, key(name, text))
        .map(({ id }) => id)
        .join('');
    expect([idsUnder('vin', 'X'), idsUnder('vin', 'Y'), idsUnder('vin', 'Z')]).toEqual(['b', 'ab', 'a']);
    expect(work.findFirst(cars, key('vin', 'Y'))?.id).toBe('a');
    expect(work.findFirst(cars, key('vin', 'W'))).toBeUndefined();
    const page = work.page(cars, { keys: [key('vin', 'Y')], descending: true, page: 1, size: 1 });
    expect([page.values.map(({ id }) => id), page.total]).toEqual([['a'], 2]);
  });
});

test('now is the same from the beginning of the work to its end', async () => {
  const { sandbox, wall } = startSandbox();
  await sandbox.transact((work) => {
    wall.advance(HOUR);
    expect(work.now).toBe(TEST_NOW);
    return Promise.resolve();
  });
  await sandbox.read((work) => {
    expect(work.now).toBe(TEST_NOW + HOUR);
    return Promise.resolve();
  });
});

test('events are kept with what caused them, and told of when they are kept', async () => {
  const told: string[][] = [];
  const { sandbox } = startSandbox({}, { emitted: (_sandbox, all) => told.push(all.map(({ type }) => type)) });
  const emit = (fail: boolean) =>
    sandbox.transact((work) => {
      work.emit({ type: 'one', seller: 's', data: { n: 1 } });
      work.emit({ type: 'two', data: {} });
      expect(told).toEqual([]);
      if (fail) throw new Error('no');
    });
  await expect(emit(true)).rejects.toThrow('no');
  expect(told).toEqual([]);
  await emit(false);
  expect(told).toEqual([['one', 'two']]);
  const { values } = await sandbox.read((work) => work.page(events, { page: 0, size: 10 }));
  expect(values).toMatchObject([
    { type: 'one', seller: 's', data: { n: 1 }, createdAt: TEST_NOW },
    { type: 'two', createdAt: TEST_NOW },
  ]);
  for (const { id } of values) expect(id).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('keys of several parts and of instants are told apart and stand in order', () => {
  expect(key('k', 'a', 'bc')).not.toEqual(key('k', 'ab', 'c'));
  const texts = [0, 9, 10, TEST_NOW, Date.parse('9999-12-31T23:59:59.999Z')].map((at) => instantKey('due', at).text);
  expect(texts.toSorted()).toEqual(texts);
});
