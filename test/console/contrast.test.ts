import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const TOKENS = path.join(import.meta.dirname, '../../console/tokens.css');

/** The least contrast of normal text, WCAG 2.2, 1.4.3. */
const LEAST = 4.5;

const SURFACES = ['surface', 'raised', 'sunken'];
const MEANINGS = ['accent', 'ok', 'warn', 'bad', 'info', 'guess'];

/** A text colour, and the grounds it may stand on: a colour of meaning on its own soft ground and on every surface. */
const PAIRS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ...['text', 'muted'].map((name) => [name, [...SURFACES, ...MEANINGS.map((each) => `${each}-soft`)]] as const),
  ...MEANINGS.map((name) => [name, [...SURFACES, `${name}-soft`, 'accent-soft']] as const),
  ['accent-strong', [...SURFACES, 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
];

const readTokens = async (): Promise<ReadonlyMap<string, readonly [light: string, dark: string]>> => {
  const css = await readFile(TOKENS, 'utf8');
  const found = css.matchAll(/--([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\);/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
};

const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

test('every colour of the tokens is a text colour, a ground or a line', async () => {
  const known = new Set(['line', 'line-strong', ...PAIRS.flatMap(([text, grounds]) => [text, ...grounds])]);
  expect([...(await readTokens()).keys()].filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  { theme: 'light', at: 0 },
  { theme: 'dark', at: 1 },
] as const)('text is readable on its grounds in the $theme theme', async ({ at }) => {
  const tokens = await readTokens();
  const colourOf = (name: string): string => {
    const colours = tokens.get(name);
    if (colours === undefined) throw new Error(`tokens.css has no colour --${name}`);
    return colours[at];
  };
  const tooWeak = PAIRS.flatMap(([text, grounds]) =>
    grounds
      .map((ground) => ({ text, ground, contrast: contrastOf(colourOf(text), colourOf(ground)) }))
      .filter(({ contrast }) => contrast < LEAST),
  );
  expect(tooWeak).toEqual([]);
});
