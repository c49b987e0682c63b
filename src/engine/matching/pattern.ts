/** What all expressions may take on one request. */
export interface Effort {
  /** Characters times instructions. */
  left: number;
}

/**
 * Characters times instructions: an expression of 20 instructions and a text of 17 characters, 60 times. At worst it takes
 * 7 ms, as each character may need a new state of RE2's automaton; steps, expectations and those who wait may each spend it at once.
 */
const MOST_EFFORT = 20_000;

export const beginEffort = (): Effort => ({ left: MOST_EFFORT });

/** An invalid or unsupported expression; the message suggests a valid one. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Maximum number of characters of an expression. */
const LONGEST_PATTERN = 200;

/** Maximum number of instructions of a compiled expression: `x{1000}` is short to write but slow to run. */
const LARGEST_PROGRAM = 200;

/**
 * Maximum number of characters to match. Values that scenarios distinguish are names and numbers; longer ones are
 * hostile.
 */
export const LONGEST_TEXT = 1000;

/**
 * Expressions come from files that may be untrusted and are matched against untrusted requests: JavaScript's own engine
 * takes seconds for `^(a+)+$` and 28 letters. RE2 takes time linear in text and program, both of which are limited
 * here. It is loaded on the first expression of a scenario.
 *
 * @throws {@link PatternError}
 */
export const compilePattern = async (source: string) => {
  if (source.length > LONGEST_PATTERN)
    throw new PatternError(`is longer than ${LONGEST_PATTERN} characters: shorten it`);
  const { RE2JS } = await import('re2js');
  const compiled = compile(() => RE2JS.compile(source));
  const size = compiled.programSize();
  if (size > LARGEST_PROGRAM)
    throw new PatternError('repeats too much to match quickly: lower the numbers in its braces');
  return {
    /** Whether the text contains a match; always false for a text longer than {@link LONGEST_TEXT}, and once the effort is spent. */
    isIn: (text: string, effort: Effort): boolean => {
      if (text.length > LONGEST_TEXT || effort.left < 0) return false;
      effort.left -= size * text.length;
      return effort.left >= 0 && compiled.test(text);
    },
  };
};

const LOOK_AROUND = /\(\?<?[=!]/;
const BACK_REFERENCE = /\\[1-9]|\\k</;

const compile = <T>(run: () => T): T => {
  try {
    return run();
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace('error parsing regexp: ', '');
    throw new PatternError(`is not an accepted regular expression (${reason}): ${remedyFor(reason)}`);
  }
};

const remedyFor = (reason: string): string => {
  if (LOOK_AROUND.test(reason)) return 'write it without look-ahead and look-behind';
  if (BACK_REFERENCE.test(reason)) return 'write it without back-references';
  if (reason.includes('repeat')) return 'lower the numbers in its braces';
  return 'see https://github.com/google/re2/wiki/Syntax, or use equals or oneOf';
};
