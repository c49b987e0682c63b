/** A regular expression of a description, whatever engine runs it. */
export interface Expression {
  readonly test: (text: string) => boolean;
}

/**
 * A pattern as JSON Schema wants it read, with the flag `u`, or else as many write them, without; undefined for what is
 * no regular expression at all.
 */
export const toRegExp = (pattern: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next kind.
    }
  }
  return undefined;
};

/** Repeats that JavaScript's engine may try in more than one way; a single one from the beginning on is no danger. */
const mayRunAway = (pattern: string): boolean => {
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x');
  const open = [...plain.matchAll(/[*+]|\{\d+,\}|\{\d+,\d{2,}\}/g)].length;
  return open > 1 || (open === 1 && (!plain.startsWith('^') || plain.includes('|') || /\)[*+{]/.test(plain)));
};

const NESTED = /\([^()]*[*+}][^()]*\)[*+{]/;

export interface Expressions {
  readonly expressions: ReadonlyMap<string, Expression>;
  /** Patterns that nothing here can match in a time that is known beforehand. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Patterns from files of others meet requests of strangers: `^(a+)+$` and 28 letters keep JavaScript's engine busy for
 * seconds. Those that may do so are given to RE2, which needs time in proportion to the text.
 */
export const compileExpressions = async (patterns: ReadonlySet<string>): Promise<Expressions> => {
  const expressions = new Map<string, Expression>();
  const refused = new Set<string>();
  const doubtful = [...patterns].filter(mayRunAway);
  if (doubtful.length === 0) return { expressions, refused };
  const { RE2JS } = await import('re2js');
  for (const pattern of doubtful) {
    try {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
      // Ajv tells expressions apart by their text.
      expressions.set(pattern, Object.assign(compiled, { toString: () => `re2:${pattern}` }));
    } catch {
      // Look-ahead and back-references are JavaScript's alone; without a repeat within a repeat they do little harm.
      if (NESTED.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x'))) refused.add(pattern);
    }
  }
  return { expressions, refused };
};
