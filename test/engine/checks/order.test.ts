import { expect, test } from '@jest/globals';
import { checksIn, OTHER_ORDERS } from '../../../src/engine/handle.ts';

const namesIn = (order?: string): readonly string[] =>
  checksIn(order === undefined ? {} : { 'order-of-checks': order }).map(({ stage }) => stage);

test.each(Object.entries(OTHER_ORDERS))(
  'with the order %s every check comes once, as the order says',
  (name, order) => {
    const [usual, other] = [namesIn(), namesIn(name)];
    expect([...other].sort()).toEqual([...usual].sort());
    expect(other.filter((check) => (order as readonly string[]).includes(check))).toEqual(order);
    expect(other.slice(0, 6)).toEqual(usual.slice(0, 6));
  },
);
