import { parsedOr } from '../../kernel/json.ts';

/** A regular expression of a description, independent of the engine that runs it. */
interface Expression {
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
  const [first, ...parts] = onlySequence(readPattern(pattern));
  const end = parts.findIndex(({ kind }) => kind !== 'ahead');
  const aheads = parts.slice(0, end < 0 ? parts.length : end).flatMap((part) => (part.kind === 'ahead' ? [part] : []));
  if (first?.kind !== 'start' || aheads.length === 0) return undefined;
  const rest = { source: pattern.slice(aheads.at(-1)?.end), isWanted: true };
  const conditions = [...aheads, rest].map(({ source, isWanted }) => ({ is: toLinear(`^(?:${source})`), isWanted }));
  return conditions.every(({ is }) => is !== undefined)
    ? { test: (text) => conditions.every(({ is, isWanted }) => is?.test(text) === isWanted) }
    : undefined;
};

/** The parts of a pattern without alternatives. */
const onlySequence = (pattern: Pattern | undefined): readonly Pattern[] => {
  const [only, ...others] = pattern === undefined ? [] : partsIn(pattern);
  return only === undefined || others.length > 0 ? [] : partsIn(only);
};

const withBound = (pattern: string, length: number): Expression | undefined => {
  const expression = length === 0 ? undefined : toRegExp(pattern);
  return expression && { test: (text) => text.length > length || expression.test(text) };
};

/** About five milliseconds. */
const MOST_STEPS = 1_000_000;

/** Repeats of a range up to this number are counted as so many attempts, others as one for each character. */
const SMALL_RANGE = 8;

/** Attempts per position that still count as linear. */
const FEW_ATTEMPTS = 64;

/** Shorter texts are not worth the estimate. */
const SHORTEST = 16;

/**
 * How much work JavaScript's backtracking engine may have with a pattern: whether there are few steps per character for any text,
 * and the number of characters that take at most {@link MOST_STEPS}; 0 if the time may double with each.
 */
export const estimateBacktracking = (
  source: string,
): { readonly isLinear: boolean; readonly boundedLength: number } => {
  const pattern = readPattern(source);
  if (pattern === undefined) return { isLinear: false, boundedLength: 0 };
  let attempts = 1;
  let alternatives = 0;
  let openRepeats = 0;
  let repeatedGroups = 0;
  /** Of these, such as can match the same text in several ways. */
  let ambiguousGroups = 0;
  /** Whether it matches texts of several lengths. */
  const isVariable = (part: Pattern): boolean => {
    const inner = partsIn(part).map(isVariable).includes(true);
    if (part.kind === 'either') alternatives += part.parts.length - 1;
    if (part.kind === 'ahead' || part.kind === 'behind') return false;
    if (part.kind !== 'repeat') return inner || (part.kind === 'either' && part.parts.length > 1);
    const { least, most } = part;
    const range = most - least + 1;
    if (range > SMALL_RANGE) openRepeats++;
    else attempts *= range;
    const isGroup = part.part.kind !== 'letter' && part.part.kind !== 'back';
    if (isGroup && most > 1) {
      repeatedGroups++;
      if (inner) ambiguousGroups++;
    }
    return isGroup || range > 1;
  };
  isVariable(pattern);
  attempts *= 2 ** alternatives;
  const isAnchored = onlySequence(pattern)[0]?.kind === 'start' && alternatives === 0;
  const isLinear = repeatedGroups === 0 && attempts <= FEW_ATTEMPTS && openRepeats <= (isAnchored ? 1 : 0);
  const degree = openRepeats + (isAnchored ? 0 : 1);
  const length = Math.floor((MOST_STEPS / attempts) ** (1 / Math.max(1, degree)));
  return { isLinear, boundedLength: ambiguousGroups > 0 || length < SHORTEST ? 0 : length };
};

/** A regular expression as a tree. */
export type Pattern =
  /** One character: a letter, a class, an escape; its source is left to JavaScript to interpret. */
  | { readonly kind: 'letter'; readonly source: string; readonly flags: string }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number }
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly part: Pattern }
  | { readonly kind: 'back'; readonly name: string }
  /** What has to follow, or to precede, or must not; with its source, and where that of the whole goes on behind it. */
  | {
      readonly kind: 'ahead' | 'behind';
      readonly part: Pattern;
      readonly isWanted: boolean;
      readonly source: string;
      readonly end: number;
    }
  | { readonly kind: 'start' | 'end' };

/** What a pattern consists of. */
export const partsIn = (pattern: Pattern): readonly Pattern[] => {
  if ('parts' in pattern) return pattern.parts;
  return 'part' in pattern ? [pattern.part] : [];
};

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** What a part without its quantifier begins with, or consists of. */
const ATOM = new RegExp(
  [
    /(?<head>\((?:\?(?:(?<look>[=!]|<[=!])|<(?<name>[^>]*)>|[a-z]*(?:-[a-z]*)?:))?)/,
    /(?<start>\^)|(?<end>\$)|(?<boundary>\\[bB])/,
    /\\(?:(?<index>[1-9]\d*)|k<(?<named>[^>]*)>)/,
    /\\(?:[pP]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/,
    /\[\^?(?:\\.|[^\]\\])*\]|[^[(*+?\\)|]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'suy',
);

const NOTHING: Pattern = { kind: 'sequence', parts: [] };

const parse = (source: string, flags: string): Pattern => {
  let at = 0;
  let groups = 0;

  const match = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(source) ?? undefined;
    if (found !== undefined) at = expression.lastIndex;
    return found;
  };

  const alternatives = (): Pattern => {
    const parts = [sequence()];
    while (match(/\|/y) !== undefined) parts.push(sequence());
    return { kind: 'either', parts };
  };

  const sequence = (): Pattern => {
    const parts: Pattern[] = [];
    for (let found = match(ATOM); found !== undefined; found = match(ATOM)) parts.push(repeated(atom(found)));
    return { kind: 'sequence', parts };
  };

  const repeated = (part: Pattern): Pattern => {
    const [, sign, least, comma, most] = match(QUANTIFIER) ?? [];
    if (sign !== undefined)
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    if (least === undefined) return part;
    const open = most === '' ? Infinity : Number(most);
    return { kind: 'repeat', part, least: Number(least), most: comma === ',' ? open : Number(least) };
  };

  const atom = ({ 0: letter, groups: kinds = {} }: RegExpExecArray): Pattern => {
    const { head, look, name, start, end, boundary, index, named = index } = kinds;
    if (head !== undefined) return group(head === '(' || name !== undefined, look, name);
    if (start !== undefined) return { kind: 'start' };
    if (end !== undefined) return { kind: 'end' };
    if (boundary !== undefined) return NOTHING;
    return named === undefined ? { kind: 'letter', source: letter, flags } : { kind: 'back', name: named };
  };

  const group = (isCounted: boolean, look: string | undefined, name: string | undefined): Pattern => {
    const names = isCounted ? [String(++groups), ...(name === undefined ? [] : [name])] : [];
    const start = at;
    const part = alternatives();
    const inner = source.slice(start, at);
    if (match(/\)/y) === undefined) throw new SyntaxError(source);
    if (look !== undefined)
      return {
        kind: look.startsWith('<') ? 'behind' : 'ahead',
        part,
        isWanted: look.endsWith('='),
        source: inner,
        end: at,
      };
    return isCounted ? { kind: 'group', names, part } : part;
  };

  const whole = alternatives();
  if (at < source.length) throw new SyntaxError(source);
  return whole;
};

/** Undefined if it is not understood. */
export const readPattern = (source: string, flags = toRegExp(source)?.flags ?? 'u'): Pattern | undefined =>
  parsedOr(undefined, () => parse(source, flags));
