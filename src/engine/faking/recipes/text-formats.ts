import { drawCharacters, drawChance, drawFrom } from '../generators/draw-from.ts';
import { FORMATS } from '../generators/name-tables.ts';
import type { DrawText } from './text-pattern.ts';

const two = (value: number): string => String(value).padStart(2, '0');

const TOKENS = ['items', 'name', 'value', '0', '1', '2'];

const drawPointer: DrawText = (random) => {
  let pointer = '';
  for (let depth = random.integer(1, 4); depth > 0; depth--) pointer += `/${drawFrom(TOKENS, random)}`;
  return pointer;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Formats without a generator. */
export const TEXT_FORMATS: Readonly<Record<string, DrawText>> = {
  time: (random) => `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}Z`,
  duration: (random) =>
    drawChance(0.5, random) ? `P${String(random.integer(1, 30))}D` : `PT${String(random.integer(1, 23))}H`,
  'json-pointer': drawPointer,
  'relative-json-pointer': (random) => `${String(random.integer(0, 5))}${drawPointer(random)}`,
  'uri-template': (random) => `https://api.example.com/${drawCharacters(LETTERS, 6, random)}/{id}`,
  byte: (random) => Buffer.from(drawCharacters(LETTERS, random.integer(3, 12), random)).toString('base64'),
};

/** The generator for a format without a hint from the name. */
export const generatorOfFormat = (format: string): string | undefined =>
  format === 'date' || format === 'date-time'
    ? `past-${format}`
    : (FORMATS.get(format) ?? (format === 'iri-reference' ? 'https-url' : undefined));
