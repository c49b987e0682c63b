import { expect, test } from '@jest/globals';
import { readRotationWindow } from '../../../src/control/clock/rotation-window.ts';

test.each([
  [undefined, 24 * 3_600_000],
  ['PT0S', 0],
  ['P365D', 365 * 86_400_000],
])('a rotation window of %p is %p ms', (window, milliseconds) => {
  expect(readRotationWindow(window)).toBe(milliseconds);
});

test.each(['P366D', 'a day', ''])('a rotation window is never %p', (window) => {
  expect(() => readRotationWindow(window)).toThrow(
    expect.objectContaining({
      members: expect.objectContaining({
        status: 422,
        errors: [{ field: 'window', message: expect.any(String), rejectedValue: window }],
      }),
    }),
  );
});
