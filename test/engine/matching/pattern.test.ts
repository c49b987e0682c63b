import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_TEXT, PatternError, beginEffort, compilePattern } from '../../../src/engine/matching/pattern.ts';

test('an expression is found anywhere in a text, and anchors tie it to the ends', async () => {
  const anywhere = await compilePattern('A-[0-9]+');
  const whole = await compilePattern('^A-[0-9]+$');
  expect(anywhere.isIn('order A-17 of today', beginEffort())).toBe(true);
  expect(whole.isIn('order A-17 of today', beginEffort())).toBe(false);
  expect(whole.isIn('A-17', beginEffort())).toBe(true);
});

test('it agrees with JavaScript where both know the syntax', async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-', '1') }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('^a+b?$', '(a|b)*1', '[^a]b', 'a{2,3}', '^(?:a|b-)+$', '\\d+-\\w'),
      texts,
      async (source, all) => {
        const pattern = await compilePattern(source);
        const native = new RegExp(source);
        for (const text of all) expect(pattern.isIn(text, beginEffort())).toBe(native.test(text));
      },
    ),
  );
});

test.each(['^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '(.*)*b$', '^([a-z]+)*[A-Z]$'])(
  '%s, which takes a backtracking engine for ever, is answered',
  async (source) => {
    const pattern = await compilePattern(source);
    // JavaScript's own engine needs about 2^900 steps for these.
    expect(pattern.isIn(`${'a'.repeat(LONGEST_TEXT - 1)}!`, beginEffort())).toBe(false);
  },
);

test('all expressions on one request take a limited effort, and match nothing beyond it', async () => {
  const pattern = await compilePattern('^(a+)+$');
  const effort = beginEffort();
  const found = Array.from({ length: 20 }, () => pattern.isIn('a'.repeat(LONGEST_TEXT), effort));
  expect(found.lastIndexOf(true)).toBeGreaterThan(0);
  expect(found.indexOf(false)).toBe(found.lastIndexOf(true) + 1);
  expect(pattern.isIn('a', effort)).toBe(false);
});

test.each([
  ['(?=a)b', 'without look-ahead'],
  ['(?<!a)b', 'without look-ahead and look-behind'],
  ['(a)\\1', 'without back-references'],
  ['(a{1,30}){1,30}', 'lower the numbers'],
  ['a{1000}', 'lower the numbers'],
  ['(unclosed', 'see https://'],
  ['x'.repeat(201), 'longer than 200'],
])('%s is not accepted, and refused with a remedy', async (source, remedy) => {
  await expect(compilePattern(source)).rejects.toThrow(PatternError);
  await expect(compilePattern(source)).rejects.toThrow(remedy);
});

test('nothing is found in a text longer than any name', async () => {
  const pattern = await compilePattern('a');
  expect(pattern.isIn('a'.repeat(LONGEST_TEXT), beginEffort())).toBe(true);
  expect(pattern.isIn('a'.repeat(LONGEST_TEXT + 1), beginEffort())).toBe(false);
});

test('what is just short enough is accepted', async () => {
  await expect(compilePattern('x'.repeat(190))).resolves.toBeDefined();
  await expect(compilePattern(`[${'a'.repeat(198)}]`)).resolves.toBeDefined();
  await expect(compilePattern(`[${'a'.repeat(199)}]`)).rejects.toThrow('longer than 200');
});

test('the reason is told in the words of the engine, without its preamble', async () => {
  await expect(compilePattern('(unclosed')).rejects.toThrow(
    /^is not an accepted regular expression \(missing closing \).*see https:/,
  );
});

test('repetition is told apart from what is no syntax', async () => {
  await expect(compilePattern('a{1001}')).rejects.toThrow(/repeat.*lower the numbers in its braces$/);
});
