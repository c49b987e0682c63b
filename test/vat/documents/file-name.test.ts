import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toFileName } from '../../../src/vat/documents/document.ts';

test.each([
  ['cmr.pdf', 'cmr.pdf'],
  ['/var/tmp/cmr.pdf', 'cmr.pdf'],
  ['C:\\scans\\cmr.pdf', 'cmr.pdf'],
  ['..\\..', 'fallback.pdf'],
  ['folder/', 'fallback.pdf'],
  ['', 'fallback.pdf'],
  ['\u0000\u001F\u007F', 'fallback.pdf'],
  ['a\u0000b.pdf', 'a b.pdf'],
  ['two\u2028lines.pdf', 'two lines.pdf'],
  // Turns the direction of the text, so that it would look like "invoice-exe.pdf".
  ['invoice-\u202Efdp.exe', 'invoice-fdp.exe'],
  ['say %22hi%22.pdf', 'say "hi".pdf'],
  ['line%0d%0Abreak.pdf', 'line break.pdf'],
  ['100%25.pdf', '100%25.pdf'],
  ['.profile', '.profile'],
  // A letter and a combining mark are one letter.
  ['Z\u0307.pdf', '\u017B.pdf'],
  ['\uD800.pdf', '\uFFFD.pdf'],
])('%j is stored as %j', (sent, stored) => {
  expect(toFileName(sent, 'fallback.pdf')).toBe(stored);
});

describe('what is too long', () => {
  test('loses its end, and keeps its extension', () => {
    expect(toFileName(`${'a'.repeat(300)}.jpeg`, 'fallback')).toBe(`${'a'.repeat(195)}.jpeg`);
  });

  test('keeps what follows the last dot, up to nine characters', () => {
    const long = 'a'.repeat(300);
    expect(toFileName(`first.${long}.pdf`, 'fallback')).toMatch(/^first\.a{190}\.pdf$/);
    expect(toFileName(`${long}.${'b'.repeat(9)}`, 'fallback')).toBe(`${'a'.repeat(190)}.${'b'.repeat(9)}`);
    expect(toFileName(`${long}.${'b'.repeat(10)}`, 'fallback')).toBe('a'.repeat(200));
    expect(toFileName(long, 'fallback')).toBe('a'.repeat(200));
  });

  test('begins with more than 200 characters', () => {
    const longest = `${'a'.repeat(196)}.pdf`;
    expect(toFileName(longest, 'fallback')).toBe(longest);
  });

  test('is cut between characters', () => {
    expect(toFileName('🚗'.repeat(300), 'fallback')).toBe('🚗'.repeat(200));
  });

  test('has no extension that is as long as a name', () => {
    expect(toFileName(`a.${'b'.repeat(300)}`, 'fallback')).toHaveLength(200);
  });
});

test('whatever is sent, the name is short, is no path, and hides nothing', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
  );
  fc.assert(
    fc.property(anything, (sent) => {
      const name = toFileName(sent, 'fallback.pdf');
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(name).not.toMatch(/^\.*$/);
      expect(name.isWellFormed()).toBe(true);
      expect(Array.from(name).length).toBeLessThanOrEqual(200);
      expect(name.trim()).toBe(name);
    }),
  );
});
