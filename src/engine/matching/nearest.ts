/** Maximum number of suggestions; more would hide the intended one. */
const OFFERED = 3;

/** Only this many characters are compared: the cost is the product of both lengths. */
const COMPARED = 64;

/**
 * Edit distance (optimal string alignment): insertions, deletions, substitutions and transpositions of adjacent
 * characters.
 */
export const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

/** Splits names such as `createThing`, `late_answer`, `request.body` into words. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[^A-Za-z]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 3);

/** The known names most similar to a misspelt one. */
export const nearestNames = (name: string, known: Iterable<string>): readonly string[] => {
  const written = name.slice(0, COMPARED).toLowerCase();
  const tolerated = Math.max(2, Math.floor(written.length / 3));
  const words = new Set(wordsOf(name.slice(0, COMPARED)));
  const byDistance = [...known].map((candidate) => {
    const far = editDistance(written, candidate.slice(0, COMPARED).toLowerCase());
    return { candidate, far, shared: wordsOf(candidate).filter((word) => words.has(word)).length };
  });
  const nearest = Math.min(tolerated, ...byDistance.map(({ far }) => far));
  const close = byDistance.filter(({ far }) => far === nearest);
  // A wrong verb leaves most words of a name correct (`makeThing` for `createThing`).
  const related = byDistance.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared || a.far - b.far);
  return (close.length > 0 ? close : related).slice(0, OFFERED).map(({ candidate }) => candidate);
};

/** `did you mean "a" or "b"?`, else the known names, related ones first, as far as they can be listed. */
export const suggest = (name: string, known: Iterable<string>, most = LISTED): string => {
  const all = [...known];
  const near = nearestNames(name, all);
  if (near.length > 0) return `did you mean ${near.map((candidate) => `"${candidate}"`).join(' or ')}?`;
  if (all.length === 0) return 'there are none';
  const listed = relatedFirst(name, all).slice(0, most).join(', ');
  return `there are ${listed}${all.length > most ? ` and ${all.length - most} more` : ''}`;
};

/** Reports `what "name": did you mean ...?` unless the name is known; returns whether it is. */
export const checkName = (
  what: string,
  name: string,
  known: Iterable<string>,
  report: (message: string) => void,
): boolean => {
  const all = [...known];
  if (all.includes(name)) return true;
  report(`${what} "${name}": ${suggest(name, all, LISTED_IN_FILES)}`);
  return false;
};

/** Suggestions, followed by all known names. */
export const suggestFromAll = (name: string, known: Iterable<string>): string => {
  const all = [...known];
  const near = nearestNames(name, all).map((candidate) => `"${candidate}"`);
  return `${near.length > 0 ? `did you mean ${near.join(' or ')}? There are` : 'there are'} ${all.join(', ')}`;
};

/** The names with a word that begins alike (`postOrders`, `createOrder`), then the others, in their order. */
const relatedFirst = (name: string, all: readonly string[]): readonly string[] => {
  const words = wordsOf(name.slice(0, COMPARED));
  const isRelated = (known: string): boolean =>
    wordsOf(known).some((one) => words.some((word) => word.startsWith(one) || one.startsWith(word)));
  return [...new Set([...all.filter(isRelated), ...all])];
};

const LISTED = 12;

/** Who edits a file looks for a name among all there are. */
const LISTED_IN_FILES = 100;
