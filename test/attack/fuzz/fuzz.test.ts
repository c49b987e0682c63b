import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../../../src/kernel/random.ts';
import type { Kind } from './kind.ts';
import { KINDS } from './kinds/all.ts';

/** What a server would give to mutate. */
const FROM = JSON.stringify({
  format: 'vatmock-state',
  collections: {
    orders: {
      last: 1,
      documents: [{ id: '6a07c4b1-c703-4a5c-80d7-e01117dd842a', position: 1, value: { vins: ['A'] }, keys: [] }],
    },
  },
  checksum: 'none',
});

/** Those of some kinds are long, and take long to draw. */
const countOf = ({ limit, name }: Kind): number => (name === 'schemas' || limit > 1_048_576 ? 6 : 25);

const drawn = (kind: Kind, seed: string): (readonly string[])[] =>
  Array.from({ length: countOf(kind) }, (_, number) => kind.draw(createRandom(`${seed}/${String(number)}`), FROM));

/** Some are megabytes long, and would be compared for seconds. */
const digest = (inputs: unknown): string => hash('sha256', JSON.stringify(inputs));

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('inputs of kind %s', (_name, kind) => {
  test('are the same for the same seed, and others for another', () => {
    const inputs = drawn(kind, 'a');
    expect(digest(drawn(kind, 'a'))).toBe(digest(inputs));
    expect(digest(drawn(kind, 'b'))).not.toBe(digest(inputs));
  });

  test('are small and large, within the limit of size', () => {
    const sizes = drawn(kind, 'c').flatMap((texts) => texts.map((text) => Buffer.byteLength(text)));
    expect(Math.min(...sizes)).toBeLessThan(300);
    expect(Math.max(...sizes)).toBeGreaterThan(3000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(kind.limit);
  });
});
