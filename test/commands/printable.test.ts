import { expect, test } from '@jest/globals';
import { escapeControls } from '../../src/commands/terminal/lines.ts';

test.each([
  ['text in any script', 'größe Ελληνικά 東京 🚗'],
  ['line feeds and tabs', 'a\n\tb'],
  ['the styles of our own output', '\u001B[1mbold\u001B[22m \u001B[32mmet\u001B[39m'],
])('%s stay', (_what, text) => {
  expect(escapeControls(text)).toBe(text);
});

test.each([
  ['a title of the window', '\u001B]0;owned\u0007', String.raw`\u001b]0;owned\u0007`],
  ['moving the cursor', '\u001B[2J\u001B[H', String.raw`\u001b[2J\u001b[H`],
  ['hidden text', '\u001B[8m', String.raw`\u001b[8m`],
  ['the same in one character', '\u009B2J', String.raw`\u009b2J`],
  ['a line that replaces another', 'a\rb', String.raw`a\u000db`],
])('%s is shown', (_what, text, shown) => {
  expect(escapeControls(text)).toBe(shown);
});
