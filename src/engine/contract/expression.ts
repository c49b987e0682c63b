import { parsedOr } from '../../kernel/json.ts';

/** A regular expression of a description, independent of the engine that runs it. */
export interface Expression {
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern with the flag `u`, as JSON Schema requires, or else, as many are written, without it; undefined if
 * it is not a valid regular expression.
 */
export const toRegExp = (pattern: string): RegExp | undefined =>
  parsedOr(undefined, () => new RegExp(pattern, 'u')) ?? parsedOr(undefined, () => new RegExp(pattern));

/** Maximum number of instructions of a compiled expression: `(x{1000}y){1000}` is short to write but slow to run. */
const LARGEST_PROGRAM = 10_000;

/** What was compiled so far: a pattern means the same in every description. */
const compiled = new Map<string, Expression>();

/** The expression for a pattern of a description whose patterns have been compiled; undefined if it is invalid. */
export const toExpression = (pattern: string): Expression | undefined => compiled.get(pattern) ?? toRegExp(pattern);

/**
 * Third-party patterns run on untrusted input: `^(a+)+$` and 28 letters block JavaScript's engine for seconds (ReDoS).
 * JavaScript runs only patterns that are harmless by their form. All others are run by RE2, whose time is linear in the
 * length of the text. What RE2 does not support (back-references, look-behind) is matched with short texts only.
 */
export const compileExpressions = async (patterns: ReadonlySet<string>) => {
  /** Patterns for which no available engine guarantees a bounded time. */
  const refused = new Set<string>();
  /** Patterns that are matched with texts up to this number of characters only; longer texts are accepted. */
  const bounded = new Map<string, number>();
  const expressions = new Map<string, Expression>();
  const doubtful = [...patterns].filter((pattern) => !estimateBacktracking(pattern).isLinear);
  if (doubtful.length === 0) return { expressions, refused, bounded };
  const { RE2JS } = await import('re2js');
  const toLinear = (pattern: string): Expression | undefined => {
    const program = parsedOr(undefined, () => RE2JS.compile(RE2JS.translateRegExp(pattern)));
    return program !== undefined && program.programSize() <= LARGEST_PROGRAM ? program : undefined;
  };

  for (const pattern of doubtful) {
    const linear = toLinear(pattern) ?? withLookAheads(pattern, toLinear);
    const length = linear === undefined ? estimateBacktracking(pattern).boundedLength : Infinity;
    const expression = linear ?? withBound(pattern, length);
    if (expression === undefined) refused.add(pattern);
    else {
      // Ajv identifies expressions by their text.
      const named = { test: (text: string) => expression.test(text), toString: () => `bounded:${pattern}` };
      expressions.set(pattern, named);
      compiled.set(pattern, named);
      if (length < Infinity) bounded.set(pattern, length);
    }
  }
  return { expressions, refused, bounded };
};

/** RE2 has no look-ahead, but at the beginning one is a condition of its own: `^(?=.*\d)(?!.*--).{8,}$`. */
const withLookAheads = (
  pattern: string,
  toLinear: (pattern: string) => Expression | undefined,
): Expression | undefined => {
  const conditions = splitLookAheads(pattern)?.map(({ source, isWanted }) => ({ is: toLinear(source), isWanted }));
  return conditions?.every(({ is }) => is !== undefined) === true
    ? { test: (text) => conditions.every(({ is, isWanted }) => is?.test(text) === isWanted) }
    : undefined;
};

const withBound = (pattern: string, length: number): Expression | undefined => {
  const expression = length === 0 ? undefined : toRegExp(pattern);
  return expression && { test: (text) => text.length > length || expression.test(text) };
};

/**
 * Splits `^(?=a)(?!b)c` into `^(?:a)`, not `^(?:b)` and `^(?:c)`: whether each must match, or must not; undefined for a pattern of
 * another form. Only look-aheads directly after the anchor are split.
 */
const splitLookAheads = (pattern: string) => {
  if (!pattern.startsWith('^')) return undefined;
  const conditions: { readonly source: string; readonly isWanted: boolean }[] = [];
  let at = 1;
  for (let head = headAt(pattern, at); head !== undefined; head = headAt(pattern, at)) {
    const { end } = scan(pattern, at + HEAD_LENGTH);
    // A quantifier after it (`(?=a)*`) would change its meaning.
    if (end === pattern.length || /[*+?{]/.test(pattern.charAt(end + 1))) return undefined;
    conditions.push({ source: `^(?:${pattern.slice(at + HEAD_LENGTH, end)})`, isWanted: head === '(?=' });
    at = end + 1;
  }
  // `^(?=a)b|c`: the look-ahead belongs to the first alternative only.
  if (conditions.length === 0 || scan(pattern, at).hasAlternatives) return undefined;
  return [...conditions, { source: `^(?:${pattern.slice(at)})`, isWanted: true }];
};

const HEAD_LENGTH = 3;

const headAt = (pattern: string, at: number): '(?=' | '(?!' | undefined =>
  (['(?=', '(?!'] as const).find((head) => pattern.startsWith(head, at));

/** The end of the group that begins before `from`, and whether it has alternatives of its own. */
const scan = (pattern: string, from: number): { readonly end: number; readonly hasAlternatives: boolean } => {
  let depth = 0;
  let isInClass = false;
  let hasAlternatives = false;
  for (let at = from; at < pattern.length; at++) {
    const letter = pattern.charAt(at);
    if (letter === '\\') at++;
    else if (isInClass) isInClass = letter !== ']';
    else if (letter === '[') isInClass = true;
    else if (letter === '(') depth++;
    else if (letter === '|') hasAlternatives ||= depth === 0;
    else if (letter === ')' && depth-- === 0) return { end: at, hasAlternatives };
  }
  return { end: pattern.length, hasAlternatives };
};

/** About five milliseconds. */
const MOST_STEPS = 1_000_000;

/** Repeats of a range up to this number are counted as so many attempts, others as one for each character. */
const SMALL_RANGE = 8;

/** Attempts per position that still count as linear. */
const FEW_ATTEMPTS = 64;

/** Shorter texts are not worth the estimate. */
const SHORTEST = 16;

const ATOMS = /\\.|\[(?:\\.|[^\]\\])*\]/gs;
const QUANTIFIERS = /([*+?]|\{(\d+)(,?)(\d*)\})\??/g;
const INNERMOST_GROUP = /\((\?(?:<?[=!]|:|<\w+>))?([^()]*)\)([*+]|\{\d+(?:,\d*)?\})?/;

/** Stands for a part that matches texts of several lengths. */
const VARIABLE = '\0';

/**
 * How much work JavaScript's backtracking engine may have with a pattern, estimated from its text: whether there are few steps per
 * character for any text, and the number of characters that take at most {@link MOST_STEPS}; 0 if the time may double with each.
 */
export const estimateBacktracking = (
  pattern: string,
): { readonly isLinear: boolean; readonly boundedLength: number } => {
  const plain = pattern.replaceAll(ATOMS, 'x').replaceAll(VARIABLE, 'x');
  const isAnchored = plain.startsWith('^');
  const alternatives = plain.split('|').length - 1;
  let attempts = 2 ** alternatives;
  let openRepeats = 0;
  let repeatsGroup = false;
  // The question mark of `(?:` is no quantifier.
  const bare = plain.replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');
  for (const { 0: whole, 2: least, 3: comma, 4: most = '', index } of bare.matchAll(QUANTIFIERS)) {
    const isOptional = whole.startsWith('?');
    const several = comma === ',' ? Math.max(1, Number(most) - Number(least) + 1) : 1;
    const isOpen = least === undefined || (comma === ',' && most === '');
    const range = isOptional ? 2 : isOpen ? Infinity : several;
    if (range > SMALL_RANGE) openRepeats++;
    else attempts *= range;
    if (!isOptional && bare[index - 1] === ')') repeatsGroup = true;
  }
  const isLinear =
    !repeatsGroup &&
    attempts <= FEW_ATTEMPTS &&
    (openRepeats === 0 || (openRepeats === 1 && isAnchored && alternatives === 0));
  const degree = openRepeats + (isAnchored && alternatives === 0 ? 0 : 1);
  const length = Math.floor((MOST_STEPS / attempts) ** (1 / Math.max(1, degree)));
  return { isLinear, boundedLength: isExponential(plain) || length < SHORTEST ? 0 : length };
};

/** Whether a repeated group can match the same text in several ways. */
const isExponential = (plain: string): boolean => {
  let rest = plain;
  for (let found = INNERMOST_GROUP.exec(rest); found !== null; found = INNERMOST_GROUP.exec(rest)) {
    const [whole, head = '', inner = '', quantifier] = found;
    const isVariable = /[*+?|\0]|\{\d+,/.test(inner);
    if (quantifier !== undefined && isVariable) return true;
    const isAssertion = /[=!]$/.test(head);
    const stands = isAssertion ? '' : isVariable || quantifier !== undefined ? VARIABLE : 'x';
    rest = rest.slice(0, found.index) + stands + rest.slice(found.index + whole.length);
  }
  return false;
};
