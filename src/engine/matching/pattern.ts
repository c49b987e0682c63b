/** A regular expression that cannot be made to run away, whatever it is matched against. */
export interface Pattern {
  /** Whether it is found in the text; never in one that is longer than {@link LONGEST_TEXT}. */
  readonly isIn: (text: string) => boolean;
}

/** An expression that is not accepted; the message says what to write instead. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Characters of an expression. */
const LONGEST_PATTERN = 200;

/** Instructions of a compiled expression: `x{1000}` is short to write and long to run. */
const LARGEST_PROGRAM = 200;

/** Values that scenarios tell apart are names and numbers; hostile ones are long. */
export const LONGEST_TEXT = 1000;

/**
 * Expressions come from files that somebody else may have written, and are matched against requests of strangers:
 * JavaScript's own engine needs seconds for `^(a+)+$` and 28 letters. RE2 needs time in proportion to text and program,
 * and both are short here. It is loaded when the first scenario has an expression.
 *
 * @throws {@link PatternError}
 */
export const compilePattern = async (source: string): Promise<Pattern> => {
  if (source.length > LONGEST_PATTERN)
    throw new PatternError(`is longer than ${String(LONGEST_PATTERN)} characters: shorten it`);
  const { RE2JS } = await import('re2js');
  const compiled = compile(() => RE2JS.compile(source));
  if (compiled.programSize() > LARGEST_PROGRAM)
    throw new PatternError('repeats too much to match quickly: lower the numbers in its braces');
  return { isIn: (text) => text.length <= LONGEST_TEXT && compiled.test(text) };
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
