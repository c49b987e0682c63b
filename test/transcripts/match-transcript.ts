import { expect } from '@jest/globals';

/** Names of texts that commands use: those that are given, and those that answers have brought. */
export type Kept = Map<string, string>;

/** `<ORDER>`: a text that is kept under that name, or is the one that was. */
const NAME = /<([A-Z][A-Z0-9_]*)>/g;
const ONLY_A_NAME = /^<([A-Z][A-Z0-9_]*)>$/;

/** `<anything else>`: a text or a number that differs from run to run. */
const TEMPLATE = /^<.*>$/s;

const withNames = (text: string, kept: Kept): string =>
  text.replaceAll(NAME, (whole, name: string) => kept.get(name) ?? whole);

const isAnyList = (expected: readonly unknown[]): boolean => {
  const [only] = expected;
  return expected.length === 1 && typeof only === 'string' && TEMPLATE.test(only) && !ONLY_A_NAME.test(only);
};

/** A text of an answer against what a transcript says of it; the place is what a failure shows. */
export const expectText = (actual: unknown, expected: string, place: string, kept: Kept): void => {
  const name = ONLY_A_NAME.exec(expected)?.[1];
  if (name !== undefined && !kept.has(name)) {
    expect([place, typeof actual]).toEqual([place, 'string']);
    kept.set(name, String(actual));
    return;
  }
  const filled = withNames(expected, kept);
  if (name === undefined && TEMPLATE.test(expected))
    expect([place, typeof actual]).toEqual([place, expect.stringMatching(/^(?:string|number)$/)]);
  else expect([place, actual]).toEqual([place, filled]);
};

/** JSON against the JSON of a transcript: the same members, the same items; `["<anything>"]` is a list of whatever. */
export const expectJson = (actual: unknown, expected: unknown, place: string, kept: Kept): void => {
  if (typeof expected === 'string') expectText(actual, expected, place, kept);
  else if (Array.isArray(expected)) {
    expect([place, Array.isArray(actual)]).toEqual([place, true]);
    if (isAnyList(expected)) return;
    expect([place, (actual as unknown[]).length]).toEqual([place, expected.length]);
    for (const [index, item] of expected.entries())
      expectJson((actual as unknown[])[index], item, `${place}[${String(index)}]`, kept);
  } else if (typeof expected === 'object' && expected !== null) {
    expect([place, Object.keys(actual as object).sort()]).toEqual([place, Object.keys(expected).sort()]);
    for (const [key, member] of Object.entries(expected))
      expectJson((actual as Record<string, unknown>)[key], member, `${place}.${key}`, kept);
  } else expect([place, actual]).toEqual([place, expected]);
};
