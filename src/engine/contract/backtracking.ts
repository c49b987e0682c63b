/** How much work JavaScript's backtracking engine may have with a pattern, estimated from its text. */
interface Backtracking {
  /** Few steps per character for any text. */
  readonly isLinear: boolean;
  /** Number of characters that take at most {@link MOST_STEPS}; 0 if the time may double with each character. */
  readonly boundedLength: number;
}

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

export const estimateBacktracking = (pattern: string): Backtracking => {
  const plain = pattern.replaceAll(ATOMS, 'x').replaceAll(VARIABLE, 'x');
  const isAnchored = plain.startsWith('^');
  const alternatives = plain.split('|').length - 1;
  let attempts = 2 ** alternatives;
  let openRepeats = 0;
  let repeatsGroup = false;
  for (const { 0: whole, 1: sign = '', 2: least, 3: comma, 4: most, index } of withoutGroupHeads(plain).matchAll(
    QUANTIFIERS,
  )) {
    const range = rangeOf(sign, { least, comma, most });
    if (range > SMALL_RANGE) openRepeats++;
    else attempts *= range;
    const isOptional = whole.startsWith('?');
    if (!isOptional && withoutGroupHeads(plain)[index - 1] === ')') repeatsGroup = true;
  }
  const isLinear =
    !repeatsGroup &&
    attempts <= FEW_ATTEMPTS &&
    (openRepeats === 0 || (openRepeats === 1 && isAnchored && alternatives === 0));
  const degree = openRepeats + (isAnchored && alternatives === 0 ? 0 : 1);
  const length = Math.floor((MOST_STEPS / attempts) ** (1 / Math.max(1, degree)));
  return { isLinear, boundedLength: isExponential(plain) || length < SHORTEST ? 0 : length };
};

/** The question mark of `(?:` is no quantifier. */
const withoutGroupHeads = (plain: string): string => plain.replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');

const rangeOf = (
  sign: string,
  { least, comma, most }: Readonly<Record<'least' | 'comma' | 'most', string | undefined>>,
): number => {
  if (sign === '?') return 2;
  if (least === undefined || (comma === ',' && most === '')) return Infinity;
  return comma === ',' ? Math.max(1, Number(most) - Number(least) + 1) : 1;
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
