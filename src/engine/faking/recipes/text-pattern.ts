import type { Random } from '../../../kernel/random.ts';
import { drawFrom } from '../generators/draw-from.ts';
import { type Alphabet, createAlphabet } from './alphabet.ts';
import { type Pattern, readPattern } from './read-pattern.ts';

export type DrawText = (random: Random) => string;

/** Maximum number of repetitions beyond the minimum for `*`, `+` and `{3,}`. */
const USUAL_SPREAD = 5;

/** A longer text is cut off, and does not match then: `a{300000000}` would take gigabytes. */
export const LONGEST = 100_000;

/**
 * Compiles a pattern to a generator of texts; undefined if it is not supported. Zero-width assertions are ignored, so a
 * text may not match in the end.
 */
export const textPattern = (source: string): DrawText | undefined => {
  const pattern = readPattern(source);
  if (pattern === undefined) return undefined;
  const alphabet = createAlphabet();
  return (random) => walk(pattern, random, { alphabet, spread: USUAL_SPREAD }, new Map());
};

/** Whether all texts of a pattern are longer than any that is generated: JavaScript would take gigabytes to match one. */
export const isTooLong = (source: string): boolean => {
  const pattern = readPattern(source);
  return pattern !== undefined && leastOf(pattern) > LONGEST;
};

const leastOf = (pattern: Pattern): number => {
  switch (pattern.kind) {
    case 'letter':
      return 1;
    case 'sequence':
      return pattern.parts.reduce((sum, part) => sum + leastOf(part), 0);
    case 'either':
      return Math.min(...pattern.branches.map(leastOf));
    case 'repeat':
      return pattern.least === 0 ? 0 : pattern.least * leastOf(pattern.part);
    case 'group':
      return leastOf(pattern.part);
    default:
      return 0;
  }
};

interface Walking {
  readonly alphabet: Alphabet;
  readonly spread: number;
}

/** `groups` is what each group matched last. */
export const walk = (pattern: Pattern, random: Random, walking: Walking, groups: Map<string, string>): string => {
  const inner = (part: Pattern): string => walk(part, random, walking, groups);
  switch (pattern.kind) {
    case 'letter': {
      const letters = walking.alphabet.charactersOf(pattern.source, pattern.flags);
      return letters.length === 0 ? '' : drawFrom(letters, random);
    }
    case 'sequence': {
      let text = '';
      for (const part of pattern.parts) if (text.length <= LONGEST) text += inner(part);
      return text;
    }
    case 'either':
      return inner(drawFrom(pattern.branches, random));
    case 'repeat': {
      const { least } = pattern;
      const most = Math.min(pattern.most, least + walking.spread);
      let text = '';
      const count = least === most ? least : random.integer(least, most);
      for (let made = 0; made < count && text.length <= LONGEST; made++) text += inner(pattern.part);
      return text;
    }
    case 'group': {
      const text = inner(pattern.part);
      for (const name of pattern.names) groups.set(name, text);
      return text;
    }
    case 'back':
      return groups.get(pattern.name) ?? '';
    default:
      return '';
  }
};
