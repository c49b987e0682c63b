import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { fromStorable, toStorable } from '../../../src/edges/stores/storable-text.ts';
import { compareTexts } from '../../../src/edges/stores/sorted-list.ts';

/** JavaScript's texts: also halves of surrogate pairs, and often the characters that mean something to us. */
const units = fc
  .array(fc.oneof(fc.constantFrom(0, 0xd83d, 0xde97, 0xdbff, 0xdfff, 0x6d, 0x61, 0x64, 0x38), fc.nat(0xffff)), {
    maxLength: 12,
  })
  .map((codes) => String.fromCharCode(...codes));

test('every text comes back from what a database can store', () => {
  fc.assert(
    fc.property(units, (text) => {
      const stored = toStorable(text);
      expect(stored.isWellFormed()).toBe(true);
      expect(stored).not.toContain('\0');
      expect(fromStorable(stored)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test.each(['abc', 'Grüße', '🚗', '\ufffd'])('%j is stored as it is', (text) => {
  expect(toStorable(text)).toBe(text);
});

test('texts are compared as their UTF-8 is', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4 });
  const close = fc.constantFrom('', 'a', 'b', '\ud7ff', '\ue000', '\uffff', '🚗', '🚗a', '\u{10ffff}');
  fc.assert(
    fc.property(fc.oneof(text, close), fc.oneof(text, close), (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
});
