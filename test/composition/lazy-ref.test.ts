import { expect, test } from '@jest/globals';
import { lazyRef } from '../../src/composition/lazy-ref.ts';

test('What is made late is the same for everybody who asks, also for those who were told of it before', () => {
  const sandboxes = lazyRef<{ readonly name: string }>('the sandboxes');
  const ask = sandboxes.get;
  const made = { name: 'made' };
  sandboxes.isMade(made);
  expect(ask()).toBe(made);
});

test('Who asks too early hears what is missing', () => {
  expect(() => lazyRef('the sandboxes').get()).toThrow('asked for the sandboxes before it was made');
});
