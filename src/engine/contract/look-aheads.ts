/** A condition on the beginning of a text. */
export interface LookAhead {
  readonly source: string;
  /** Whether it must match, or must not. */
  readonly isWanted: boolean;
}

/**
 * Splits `^(?=a)(?!b)c` into `^(?:a)`, not `^(?:b)` and `^(?:c)`; undefined for a pattern of another form. Only
 * look-aheads directly after the anchor are split.
 */
export const splitLookAheads = (pattern: string): readonly LookAhead[] | undefined => {
  if (!pattern.startsWith('^')) return undefined;
  const conditions: LookAhead[] = [];
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
