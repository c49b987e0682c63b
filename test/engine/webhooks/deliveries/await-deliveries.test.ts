import { describe, expect, test } from '@jest/globals';
import { type DeliveryWait, awaitDeliveries, createDeliveryWatch } from '../../../../src/engine/webhooks/queries.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { createDelivery } from './create-delivery.ts';
import { settle } from './settle.ts';

const start = (count: number, change: Partial<DeliveryWait> = {}) => {
  const timers = createFakeTimers();
  const watch = createDeliveryWatch();
  const state = { there: [] as readonly string[], looks: 0, leave: (): void => undefined };
  let outcome: unknown;
  awaitDeliveries({
    search: () => {
      state.looks++;
      return Promise.resolve(state.there.map((id) => createDelivery({ id })).reverse());
    },
    count,
    timeout: 1000,
    listen: (hear) => watch.listen('org', hear),
    after: timers.after,
    whenGone: (task) => (state.leave = task),
    ...change,
  }).then(
    ({ kind, found }) => (outcome = [kind, found.map(({ id }) => id).join('')]),
    (error: unknown) => (outcome = error),
  );
  return { state, timers, watch, outcome: () => settle().then(() => outcome) };
};

describe('whoever waits for deliveries', () => {
  test('does not wait when they are there, and is told of them oldest first', async () => {
    const { outcome, timers, state } = start(2, {
      search: () => Promise.resolve(['c', 'b', 'a'].map((id) => createDelivery({ id }))),
    });
    expect(await outcome()).toEqual(['met', 'abc']);
    expect([timers.count(), state.looks]).toEqual([0, 0]);
  });

  test('looks again when something has changed, until there are enough, and then never again', async () => {
    const { outcome, timers, state, watch } = start(2);
    expect(await outcome()).toBeUndefined();
    timers.pass(10);
    state.there = ['a'];
    watch.changed('org');
    expect(await outcome()).toBeUndefined();
    timers.pass(10);
    expect(await outcome()).toBeUndefined();
    expect(state.looks).toBe(2);
    state.there = ['a', 'b'];
    watch.changed('another');
    expect(await outcome()).toBeUndefined();
    watch.changed('org');
    expect(await outcome()).toEqual(['met', 'ab']);
    expect([timers.count(), state.looks]).toEqual([0, 3]);
    watch.changed('org');
    await settle();
    expect(state.looks).toBe(3);
  });

  test('takes a breath between two looks, however much happens, and misses nothing', async () => {
    const { outcome, timers, state, watch } = start(1);
    // While it looks, and while it breathes.
    watch.changed('org');
    await settle();
    state.there = ['a'];
    watch.changed('org');
    watch.changed('org');
    timers.pass(9);
    expect(await outcome()).toBeUndefined();
    expect(state.looks).toBe(1);
    timers.pass(1);
    expect(await outcome()).toEqual(['met', 'a']);
    expect(state.looks).toBe(2);
  });

  test('does not look again after a breath in which nothing happened', async () => {
    const { outcome, timers, state, watch } = start(1);
    watch.changed('org');
    await settle();
    timers.pass(10);
    await settle();
    expect(state.looks).toBe(2);
    timers.pass(10);
    await settle();
    timers.pass(10);
    expect(await outcome()).toBeUndefined();
    expect(state.looks).toBe(2);
  });

  test('is told what there is when the time is over, and not a moment earlier', async () => {
    const { outcome, timers, state, watch } = start(2);
    await settle();
    timers.pass(10);
    state.there = ['a'];
    watch.changed('org');
    await settle();
    timers.pass(989);
    expect(await outcome()).toBeUndefined();
    timers.pass(1);
    expect(await outcome()).toEqual(['timeout', 'a']);
    expect(timers.count()).toBe(0);
    const { looks } = state;
    watch.changed('org');
    await settle();
    expect(state.looks).toBe(looks);
  });

  test.each<['closed' | 'gone', (started: ReturnType<typeof start>) => void]>([
    [
      'closed',
      ({ watch }) => {
        watch.close();
      },
    ],
    [
      'gone',
      ({ state }) => {
        state.leave();
      },
    ],
  ])('stops waiting when everything is %s', async (kind, end) => {
    const started = start(1);
    await settle();
    end(started);
    expect(await started.outcome()).toEqual([kind, '']);
    expect(started.timers.count()).toBe(0);
    // What comes first counts.
    started.state.leave();
    started.watch.close();
    expect(await started.outcome()).toEqual([kind, '']);
  });

  test('stops waiting also while it looks, and looks no more', async () => {
    const started = start(1);
    started.watch.changed('org');
    started.state.leave();
    expect(await started.outcome()).toEqual(['gone', '']);
    expect(started.timers.count()).toBe(0);
    started.timers.pass(2000);
    await settle();
    expect(started.state.looks).toBe(1);
  });

  test('is told when nobody can look', async () => {
    const broken = start(1, { search: () => Promise.reject(new Error('disk full')) });
    expect(await broken.outcome()).toEqual(new Error('disk full'));
    expect(broken.timers.count()).toBe(0);
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what libraries throw is not ours to choose
    const odd = start(1, { search: () => Promise.reject('disk full') });
    expect(await odd.outcome()).toEqual(new Error('disk full'));
  });

  test('need not be somebody who can leave', async () => {
    expect(await start(0, { whenGone: undefined }).outcome()).toEqual(['met', '']);
  });
});

describe('a watch', () => {
  test('tells everybody of the organization, until they stop listening', () => {
    const watch = createDeliveryWatch();
    const heard: string[] = [];
    const stopA = watch.listen('org', (news) => heard.push(`a ${news}`));
    const stopB = watch.listen('org', (news) => heard.push(`b ${news}`));
    watch.listen('another', (news) => heard.push(`c ${news}`));
    watch.changed('org');
    expect(heard).toEqual(['a changed', 'b changed']);
    stopA();
    watch.changed('org');
    expect(heard.splice(0)).toEqual(['a changed', 'b changed', 'b changed']);
    stopB();
    watch.changed('org');
    watch.changed('nobody');
    expect(heard).toEqual([]);
    watch.close();
    expect(heard).toEqual(['c closed']);
  });

  test('keeps whoever came after all others had stopped', () => {
    const watch = createDeliveryWatch();
    const heard: string[] = [];
    const stop = watch.listen('org', () => heard.push('former'));
    stop();
    watch.listen('org', () => heard.push('later'));
    // Stopped twice is stopped once.
    stop();
    watch.changed('org');
    expect(heard).toEqual(['later']);
  });

  test('tells everybody that it closes, also those who stop listening at that', () => {
    const watch = createDeliveryWatch();
    const heard: string[] = [];
    const stops = ['a', 'b'].map((name, index): (() => void) =>
      watch.listen('org', (news) => {
        heard.push(`${name} ${news}`);
        stops[index]?.();
      }),
    );
    watch.close();
    expect(heard).toEqual(['a closed', 'b closed']);
    watch.changed('org');
    expect(heard).toHaveLength(2);
  });
});
