import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shareMemory } from '../../../src/edges/system/memory.ts';

const MEBIBYTE = 1_048_576;

/** In mebibytes. */
const share = (heapLimit: number, processLimit: number) => {
  const shares = shareMemory({ heapLimit: heapLimit * MEBIBYTE, processLimit: processLimit * MEBIBYTE });
  const sizes = Object.entries(shares).map(([kind, bytes]) => [kind, bytes / MEBIBYTE] as const);
  const sumOf = (chosen: (kind: string) => boolean): number =>
    sizes.reduce((sum, [kind, size]) => (chosen(kind) ? sum + size : sum), 0);
  return { onHeap: sumOf((kind) => !['bodies', 'shows'].includes(kind)), all: sumOf(() => true) };
};

test('what is kept and held fits into a container of 512 MB, beside the program and a worker', () => {
  const { onHeap, all } = share(256, 512);
  // As measured: the program takes 42 MB of the heap and 130 MB of the process, a worker at its limit 72 MB.
  expect(42 + onHeap).toBeLessThan(0.85 * 256);
  expect(130 + 72 + all).toBeLessThan(0.85 * 512);
  expect(all).toBeGreaterThan(200);
});

test('the shares never add up to more than there is', () => {
  const size = fc.integer({ min: 256, max: 65_536 });
  fc.assert(
    fc.property(size, fc.option(size, { nil: Infinity }), (heap, all) => {
      const shares = share(heap, all);
      expect(shares.onHeap).toBeLessThan(heap);
      expect(shares.all).toBeLessThan(all);
    }),
  );
});
