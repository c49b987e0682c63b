import { expect, test } from '@jest/globals';
import { createKeyedSubscribers, createSubscribers } from '../../src/kernel/subscribers.ts';

test('subscribers hear until they unsubscribe, each as often as it is told', () => {
  const subscribers = createSubscribers<string>();
  const heard: string[] = [];
  const first = subscribers.subscribe((news) => heard.push(`first ${news}`));
  subscribers.subscribe((news) => heard.push(`second ${news}`));
  subscribers.notify('a');
  first();
  first();
  subscribers.notify('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
  expect(subscribers.isEmpty()).toBe(false);
});

test('one that leaves while all are told hears nothing more, and the others still do', () => {
  const subscribers = createSubscribers<string>();
  const heard: string[] = [];
  const stops: (() => void)[] = [];
  stops.push(
    subscribers.subscribe(() => {
      heard.push('first');
      for (const stop of stops) stop();
    }),
    subscribers.subscribe(() => heard.push('second')),
  );
  subscribers.subscribe(() => heard.push('third'));
  subscribers.notify('a');
  expect(heard).toEqual(['first', 'third']);
});

test('by key: only its own subscribers hear, and nothing is kept of a key without any', () => {
  const subscribers = createKeyedSubscribers<string>();
  const heard: string[] = [];
  expect(subscribers.isEmpty()).toBe(true);
  const stop = subscribers.subscribe('a', (news) => heard.push(`a ${news}`));
  subscribers.subscribe('b', (news) => heard.push(`b ${news}`));
  subscribers.notify('a', '1');
  subscribers.notify('c', '2');
  subscribers.notifyAll('3');
  expect(heard).toEqual(['a 1', 'a 3', 'b 3']);
  stop();
  expect([subscribers.has('a'), subscribers.has('b'), subscribers.isEmpty()]).toEqual([false, true, false]);
});
