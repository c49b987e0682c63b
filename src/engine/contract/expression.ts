/** A regular expression of a description, independent of the engine that runs it. */
export interface Expression {
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern with the flag `u`, as JSON Schema requires, or else, as many are written, without it; undefined if
 * it is not a valid regular expression.
 */
export const toRegExp = (pattern: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Retry without `u`.
    }
  }
  return undefined;
};

/**
 * Whether backtracking may be super-linear: more than one open or large repeat. A single one in an anchored pattern is
 * safe.
 */
const mayRunAway = (pattern: string): boolean => {
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x');
  const open = [...plain.matchAll(/[*+]|\{\d+,\}|\{\d+,\d{2,}\}/g)].length;
  return open > 1 || (open === 1 && (!plain.startsWith('^') || plain.includes('|') || /\)[*+{]/.test(plain)));
};

const NESTED = /\([^()]*[*+}][^()]*\)[*+{]/;

export interface Expressions {
  readonly expressions: ReadonlyMap<string, Expression>;
  /** Patterns for which no available engine guarantees a bounded time. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Third-party patterns run on untrusted input: `^(a+)+$` and 28 letters block JavaScript's engine for seconds (ReDoS).
 * Suspicious patterns are run by RE2, whose time is linear in the length of the text.
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
      // Ajv identifies expressions by their text.
      expressions.set(pattern, Object.assign(compiled, { toString: () => `re2:${pattern}` }));
    } catch {
      // RE2 does not support look-ahead and back-references; without nested repeats the JavaScript engine is
      // acceptable.
      if (NESTED.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x'))) refused.add(pattern);
    }
  }
  return { expressions, refused };
};
