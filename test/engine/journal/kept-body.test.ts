import { describe, expect, test } from '@jest/globals';
import { BODY_KEPT, keepBody, textOf, weightOf } from '../../../src/engine/journal/journal-entry.ts';

describe('a body', () => {
  test('of exactly the most that is kept is kept as it is', () => {
    const bytes = Buffer.alloc(BODY_KEPT, 'x');
    const kept = keepBody('text/plain', bytes, BODY_KEPT);
    expect([kept.body === bytes, kept.isCut, weightOf(kept)]).toEqual([true, false, BODY_KEPT]);
  });

  test.each(['äbc', 'ends in \uFFFD'])('is the same text whether it came as text or as bytes: %s', (text) => {
    const length = Buffer.byteLength(text);
    expect(textOf(keepBody('text/plain', text, length))).toBe(text);
    expect(textOf(keepBody('text/plain', Buffer.from(text), length))).toBe(text);
    expect(weightOf(keepBody('text/plain', text, length))).toBe(length);
  });

  test.each<[string, string | Uint8Array]>([
    ['text', 'x'.repeat(BODY_KEPT + 1)],
    ['bytes', Buffer.alloc(1_000_000, 'x')],
  ])('that is long keeps its beginning, and does not hold on to the rest: %s', (_kind, long) => {
    const kept = keepBody('text/plain', long, long.length);
    expect(kept).toMatchObject({ byteLength: long.length, isCut: true });
    expect(textOf(kept)).toBe('x'.repeat(BODY_KEPT));
    expect((kept.body as Uint8Array).buffer.byteLength).toBeLessThanOrEqual(BODY_KEPT);
    expect(weightOf(kept)).toBe(BODY_KEPT);
  });

  test('that is cut in the middle of a character loses that one', () => {
    const text = `${'x'.repeat(BODY_KEPT - 1)}ä${'y'.repeat(10)}`;
    expect(textOf(keepBody('text/plain', text, Buffer.byteLength(text)))).toBe('x'.repeat(BODY_KEPT - 1));
  });
});
