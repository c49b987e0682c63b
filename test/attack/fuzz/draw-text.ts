import type { Random } from '../../../src/kernel/random.ts';

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;

/** From 10 bytes to the most, each order of magnitude as often. */
export const drawSize = (random: Random, most: number): number =>
  Math.round(10 * (most / 10) ** (random.integer(0, 1000) / 1000));

/** In a token: the number of its repetition, so that each has another name; or the same letter each time. */
const NUMBER = '№';

/** Tokens of a grammar, written one after the other. */
export const tokensOf = (...lines: readonly string[]): readonly string[] => lines.join('¦').split('¦');

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')', '<': '>', '"': '"', "'": "'" };

const mirror = (text: string): string =>
  text
    .split('')
    .toReversed()
    .map((character) => CLOSING[character] ?? '')
    .join('');

/** The text, and no more bytes of it. */
const cut = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** Tokens of a grammar, repeated, numbered, nested and interleaved, and then damaged: what makes a parser slow is a motif. */
export const drawText = (random: Random, tokens: readonly string[], limit: number): string => {
  const size = drawSize(random, limit);
  const motif = (): string => Array.from({ length: random.integer(1, 4) }, () => pick(random, tokens)).join('');
  const repeat = (length: number, one = motif()): string =>
    one.repeat(Math.ceil(length / one.length)).replaceAll(NUMBER, 'a');
  const count = (length: number, one = motif()): string =>
    Array.from({ length: Math.ceil(length / one.length) }, (_, index) =>
      one.replaceAll(NUMBER, index.toString(36)),
    ).join('');
  const nest = (length: number, one = motif()): string => {
    const times = Math.ceil(length / (2 * one.length));
    return one.repeat(times).replaceAll(NUMBER, 'a') + motif() + mirror(one).repeat(times);
  };
  const mix = (length: number): string =>
    Array.from({ length: Math.ceil(Math.min(length, 20_000) / 3) }, () => pick(random, tokens)).join('');
  const WAYS = [repeat, repeat, count, nest, mix];
  const parts = Array.from({ length: random.integer(1, 3) });
  const text = parts.map(() => pick(random, WAYS)(size / parts.length)).join(pick(random, tokens));
  return cut(damage(random, text.replaceAll(NUMBER, 'a'), tokens), limit);
};

const damage = (random: Random, text: string, tokens: readonly string[]): string => {
  const from = random.integer(0, text.length);
  const to = random.integer(from, text.length);
  const damages = [
    text,
    text,
    text.slice(0, to),
    text.slice(0, from) + text.slice(to),
    text.slice(0, from) + pick(random, tokens) + text.slice(from),
    text.slice(0, to) + text.slice(from),
  ];
  return pick(random, damages);
};
