import { getOrInsert } from '../../kernel/caches.ts';
import { partsIn, type Pattern, readPattern } from '../contract/expression.ts';
import type { Random } from '../../kernel/random.ts';
import { drawFraction, drawFrom } from './generator.ts';

/** What some patterns do not tell apart, and the best-looking characters of it. */
interface Kind {
  readonly characters: readonly string[];
  readonly classes: ReadonlySet<number>;
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Some of what a class may have in common with another one beside ASCII. */
const OTHERS = Array.from('äéñøßÄÉØαβγΔΩбдяЖאבعب٣中文字あア가𝒜€£½²·—«»“😀🎉');

/** From the best to what hardly anyone wants to read. */
const LOOKS = [/^[A-Za-z0-9]$/, /^[!-~]$/, /^[\p{L}\p{N}]$/u, /^[^\p{C}\p{Z}]$/u, /^\P{C}$/u];

/** Characters of a class without any of ASCII. */
const ENOUGH = 100;
const LAST_CODE = 0x1_ff_ff;

/** The characters of the best looks. */
const bestOf = (characters: readonly string[]): readonly string[] => {
  for (const look of LOOKS) {
    const found = characters.filter((character) => look.test(character));
    if (found.length > 0) return found;
  }
  return characters;
};

/** The classes of characters (`[a-z]`, `\p{L}`, `.`, `x`) of some patterns; JavaScript says what is in them. */
const createAlphabet = () => {
  const palette = new Set([...ASCII, ...OTHERS]);
  const expressions: RegExp[] = [];
  const known = new Map<string, number>();
  let kinds: readonly Kind[] | undefined;

  const add = (source: string, flags: string): number => {
    const isLetter = source.length === 1 || (source.codePointAt(0) ?? 0) > 0xff_ff;
    const literal = isLetter && source !== '.' ? source.replace(/[\\^$*+?()[\]{}|/]/, '\\$&') : source;
    const expression = new RegExp(`^(?:${literal})$`, flags);
    if (![...palette].some((character) => expression.test(character))) {
      let found = 0;
      const codes = isLetter ? [source.codePointAt(0) ?? 0] : codesBeyondAscii();
      for (const code of codes) {
        const character = String.fromCodePoint(code);
        if (!expression.test(character)) continue;
        palette.add(character);
        if (++found >= ENOUGH) break;
      }
    }
    kinds = undefined;
    return expressions.push(expression) - 1;
  };

  const classOf = (source: string, flags: string): number =>
    getOrInsert(known, `${flags}/${source}`, () => add(source, flags));

  return {
    classOf,
    /** Computed when all classes are known. */
    kinds: (): readonly Kind[] => {
      if (kinds !== undefined) return kinds;
      const groups = new Map<string, string[]>();
      for (const character of palette) {
        const classes = expressions.flatMap((expression, index) => (expression.test(character) ? [index] : []));
        getOrInsert(groups, classes.join(' '), () => []).push(character);
      }
      return (kinds = [...groups].map(([classes, characters]) => ({
        characters: bestOf(characters),
        classes: new Set(classes === '' ? [] : classes.split(' ').map(Number)),
      })));
    },
  };
};

function* codesBeyondAscii(): Generator<number> {
  for (let code = 0x80; code <= LAST_CODE; code++) if (code < 0xd8_00 || code > 0xdf_ff) yield code;
}

/** Longer texts are not made: `a{300000000}` would take gigabytes. */
const LONGEST = 100_000;

/** Whether all texts of a pattern are longer than any that is generated: JavaScript would take gigabytes to match one. */
export const isTooLong = (source: string): boolean => {
  const pattern = readPattern(source);
  return pattern !== undefined && leastOf(pattern) > LONGEST;
};

const leastOf = (pattern: Pattern): number => {
  if (pattern.kind === 'letter') return 1;
  if (pattern.kind === 'ahead' || (pattern.kind === 'behind' && !pattern.isWanted)) return 0;
  const parts = partsIn(pattern).map(leastOf);
  if (pattern.kind === 'either') return Math.min(...parts);
  const sum = parts.reduce((all, each) => all + each, 0);
  return pattern.kind === 'repeat' ? pattern.least * sum : sum;
};

/** A set of texts; equal ones are mostly the same object. */
interface Language {
  readonly id: number;
  readonly hasEmpty: boolean;
  /** Bounds of the lengths of its texts, not exact. */
  readonly least: number;
  readonly most: number;
  /** What may follow a character of this kind (its derivative: Brzozowski 1964). */
  readonly after: (kind: number) => Language;
  /** What a union or an intersection consists of. */
  readonly either?: readonly Language[];
  readonly all?: readonly Language[];
}

/**
 * Regular languages, closed under intersection and complement, which is why they are no automata: several patterns, a
 * format and look-aheads are one language, built no further than a text needs.
 */
const createLanguages = (alphabet: ReturnType<typeof createAlphabet>) => {
  const known = new Map<string, Language>();
  let work = 0;

  const define = (key: string, facts: Omit<Language, 'id' | 'after'>, derive: (kind: number) => Language): Language =>
    getOrInsert(known, key, () => {
      work++;
      const derived = new Map<number, Language>();
      return { ...facts, id: known.size, after: (kind) => getOrInsert(derived, kind, () => derive(kind)) };
    });

  const nothing: Language = define('nothing', { hasEmpty: false, least: Infinity, most: 0 }, () => nothing);
  const empty: Language = define('empty', { hasEmpty: true, least: 0, most: 0 }, () => nothing);
  const anything: Language = define('anything', { hasEmpty: true, least: 0, most: Infinity }, () => anything);

  const letter = (source: string, flags: string): Language => {
    const index = alphabet.classOf(source, flags);
    return define(`letter ${index}`, { hasEmpty: false, least: 1, most: 1 }, (kind) =>
      alphabet.kinds()[kind]?.classes.has(index) === true ? empty : nothing,
    );
  };

  const text = (characters: string): Language =>
    Array.from(characters).reduceRight((rest, one) => sequence(letter(one, 'u'), rest), empty);

  const sequence = (one: Language, other: Language): Language => {
    if (one === nothing || other === nothing) return nothing;
    if (one === empty) return other;
    if (other === empty) return one;
    return define(
      `${one.id}.${other.id}`,
      {
        hasEmpty: one.hasEmpty && other.hasEmpty,
        least: one.least + other.least,
        most: one.most + other.most,
      },
      (kind) => {
        const rest = sequence(one.after(kind), other);
        return one.hasEmpty ? either([rest, other.after(kind)]) : rest;
      },
    );
  };

  const distinct = (list: readonly Language[], sign: 'either' | 'all'): readonly Language[] => {
    const parts = [...new Set(list.flatMap((each) => each[sign] ?? each))].sort((a, b) => a.id - b.id);
    work += parts.length;
    return parts;
  };

  const keyOf = (sign: string, parts: readonly Language[]): string => `${sign} ${parts.map(({ id }) => id).join(' ')}`;

  const either = (list: readonly Language[]): Language => {
    const parts = distinct(list, 'either').filter((each) => each !== nothing);
    if (parts.includes(anything)) return anything;
    if (parts.length < 2) return parts[0] ?? nothing;
    return define(
      keyOf('either', parts),
      {
        hasEmpty: parts.some(({ hasEmpty }) => hasEmpty),
        least: Math.min(...parts.map(({ least }) => least)),
        most: Math.max(...parts.map(({ most }) => most)),
        either: parts,
      },
      (kind) => either(parts.map((part) => part.after(kind))),
    );
  };

  const all = (list: readonly Language[]): Language => {
    const parts = distinct(list, 'all').filter((each) => each !== anything);
    if (parts.length < 2) return parts[0] ?? anything;
    const least = Math.max(...parts.map((part) => part.least));
    const most = Math.min(...parts.map((part) => part.most));
    if (parts.includes(nothing) || least > most) return nothing;
    const hasEmpty = parts.every((part) => part.hasEmpty);
    return define(keyOf('all', parts), { hasEmpty, least, most, all: parts }, (kind) =>
      all(parts.map((part) => part.after(kind))),
    );
  };

  const not = (one: Language): Language => {
    if (one === nothing) return anything;
    if (one === anything) return nothing;
    return define(`not ${one.id}`, { hasEmpty: !one.hasEmpty, least: one.hasEmpty ? 1 : 0, most: Infinity }, (kind) =>
      not(one.after(kind)),
    );
  };

  const repeated = (one: Language, least: number, most: number): Language => {
    if (most === 0 || one === empty) return empty;
    if (one === nothing) return least === 0 ? empty : nothing;
    return define(
      `${one.id}{${least},${most}}`,
      { hasEmpty: least === 0 || one.hasEmpty, least: least * one.least, most: one.most === 0 ? 0 : most * one.most },
      (kind) => sequence(one.after(kind), repeated(one, Math.max(0, least - 1), most - 1)),
    );
  };

  return {
    size: () => known.size,
    work: () => work,
    nothing,
    empty,
    anything,
    letter,
    text,
    sequence,
    either,
    all,
    not,
    repeated,
  };
};

type Languages = ReturnType<typeof createLanguages>;

/** The texts that a search is for: those that match the patterns, or do not. */
export interface Wanted {
  readonly source: string;
  readonly flags?: string;
  readonly isWanted?: boolean;
}

/** How a pattern goes on at its ends: `^` and `$` match only where nothing is before and behind. */
type Ends = Readonly<Record<'isFirst' | 'isLast', boolean>>;

/** The texts of a pattern, followed by those of `rest`. Groups with a back-reference are those of a text drawn before. */
const follow = (languages: Languages, groups: ReadonlyMap<string, string>) => {
  const { nothing, empty, anything, letter, text, sequence, either, all, not, repeated } = languages;
  const before = (pattern: Pattern, rest: Language, ends: Ends): Language => {
    switch (pattern.kind) {
      case 'letter':
        return sequence(letter(pattern.source, pattern.flags), rest);
      case 'sequence':
        return pattern.parts.reduceRight((after, part) => before(part, after, ends), rest);
      case 'either':
        return either(pattern.parts.map((branch) => before(branch, rest, ends)));
      case 'repeat':
        return sequence(repeated(before(pattern.part, empty, ends), pattern.least, pattern.most), rest);
      case 'group': {
        const known = groups.get(pattern.names[0] ?? '');
        return known === undefined ? before(pattern.part, rest, ends) : sequence(text(known), rest);
      }
      case 'back':
        return sequence(text(groups.get(pattern.name) ?? ''), rest);
      case 'ahead': {
        const seen = anywhereBehind(pattern.part, ends);
        return all([pattern.isWanted ? seen : not(seen), rest]);
      }
      // As if it stood there itself, which is a text that fits; what must not precede is left to chance, like `\b`.
      case 'behind':
        return pattern.isWanted ? before(pattern.part, rest, ends) : rest;
      case 'start':
        return ends.isFirst ? rest : nothing;
      case 'end':
        return ends.isLast ? rest : nothing;
    }
  };
  const anywhereBehind = (pattern: Pattern, ends: Ends): Language =>
    either([before(pattern, empty, { ...ends, isLast: true }), before(pattern, anything, { ...ends, isLast: false })]);
  return {
    /** All texts in which it occurs. */
    around: (pattern: Pattern): Language =>
      either([
        anywhereBehind(pattern, { isFirst: true, isLast: true }),
        sequence(anything, anywhereBehind(pattern, { isFirst: false, isLast: true })),
      ]),
    /** The texts that it matches. */
    exactly: (pattern: Pattern): Language => before(pattern, empty, { isFirst: false, isLast: false }),
  };
};

const USUAL_SPREAD = 8;

/** Characters at the end that are searched for, not drawn, if it does not end otherwise. */
const ENDINGS = [0, 6, 12];

/** What may go on like this for longer is not looked at character by character. */
const LONG = 200;

/** Parts of languages and places that one search may look at: some ten milliseconds. */
const MOST_WORK = 20_000;
const MOST_PLACES = 2000;

/** Tries at groups that a back-reference repeats, of a length that fits. */
const TRIES = 60;

/** Languages to keep for the next text. */
const MOST_LANGUAGES = 10_000;

interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Lengths beyond the least that a text tries to have, where it may. */
  readonly spread?: number;
}

/**
 * Prepares the search for texts that match several patterns, or do not, and have a length in characters. A text is undefined if
 * there is none, or if it is too hard to find.
 */
export const textSearch = (wanted: readonly Wanted[], limits: TextLimits): ((random: Random) => string | undefined) => {
  const patterns = wanted.flatMap(({ source, flags, isWanted = true }) => {
    const pattern = readPattern(source, flags);
    return pattern === undefined ? [] : [{ pattern, isWanted }];
  });
  const spread = Math.max(2, Math.min(LONG, limits.minLength ?? 0));
  const prepare = (random: Random): Searched => {
    const alphabet = createAlphabet();
    const languages = createLanguages(alphabet);
    const found = patterns.map(({ pattern, isWanted }) => {
      const language = follow(languages, drawGroups(pattern, random, spread)).around(pattern);
      return isWanted ? language : languages.not(language);
    });
    return { start: languages.all(found), kinds: alphabet.kinds(), ...languages };
  };
  if (patterns.some(({ pattern }) => refersBack(pattern)))
    return (random) => {
      for (let tries = 0; tries < TRIES; tries++) {
        const text = search(prepare(random), limits, random);
        if (text !== undefined) return text;
      }
      return undefined;
    };
  let prepared: Searched | undefined;
  return (random) => {
    if (prepared === undefined || prepared.size() > MOST_LANGUAGES) prepared = prepare(random);
    return search(prepared, limits, random);
  };
};

/** What the groups match to which a back-reference refers. */
const drawGroups = (pattern: Pattern, random: Random, spread: number): ReadonlyMap<string, string> => {
  const groups = new Map<string, string>();
  const visit = (part: Pattern): void => {
    partsIn(part).forEach(visit);
    if (part.kind !== 'group') return;
    const alphabet = createAlphabet();
    const languages = createLanguages(alphabet);
    const start = follow(languages, groups).exactly(part.part);
    const text = search({ start, kinds: alphabet.kinds(), ...languages }, { spread }, random) ?? '';
    for (const name of part.names) groups.set(name, text);
  };
  if (refersBack(pattern)) visit(pattern);
  return groups;
};

const refersBack = (pattern: Pattern): boolean => pattern.kind === 'back' || partsIn(pattern).some(refersBack);

interface Searched extends Pick<Languages, 'size' | 'work'> {
  readonly start: Language;
  readonly kinds: readonly Kind[];
}

interface Place {
  readonly language: Language;
  readonly length: number;
  readonly before?: Place;
  readonly kind?: number;
}

/** Draws the beginning of a text, towards a length drawn before, and searches for its shortest ending. */
const search = (
  { start, kinds, work }: Searched,
  { minLength = 0, maxLength = Infinity, spread = USUAL_SPREAD }: TextLimits,
  random: Random,
): string | undefined => {
  const least = Math.max(minLength, start.least);
  if (least > Math.min(maxLength, start.most, LONGEST)) return undefined;
  const most = Math.min(maxLength, start.most);
  const mostWork = work() + MOST_WORK;
  const wished = random.integer(least, Math.min(most, least + spread));

  const isHopeful = ({ least: shortest, most: longest }: Language, length: number): boolean =>
    shortest < Infinity && length + shortest <= maxLength && length + longest >= minLength;

  const draw = (kind: number): string => drawFrom(kinds[kind]?.characters ?? [], random);

  const shuffled = (): readonly number[] =>
    kinds
      .map(({ characters }, kind) => ({ kind, rank: drawFraction(random) ** (1 / characters.length) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ kind }) => kind);

  const begin = (target: number): readonly [text: string, language: Language, length: number] => {
    let text = '';
    let language = start;
    let length = 0;
    while (length < target && work() < mostWork) {
      const kind = shuffled().find((each) => isHopeful(language.after(each), length + 1));
      if (kind === undefined) break;
      const next = language.after(kind);
      const count = next === language ? Math.max(1, target - length - LONG) : 1;
      for (let made = 0; made < count; made++) text += draw(kind);
      length += count;
      language = next;
    }
    return [text, language, length];
  };

  const end = (language: Language, from: number): string | undefined => {
    const order = shuffled();
    const seen = new Set<string>();
    const places: Place[] = [{ language, length: from }];
    for (const place of places) {
      if (place.language.hasEmpty && place.length >= minLength) return spell(place);
      if (places.length > MOST_PLACES || work() > mostWork) return undefined;
      for (const kind of order) {
        const next = place.language.after(kind);
        const length = place.length + 1;
        // Beyond the minimum, another length makes no difference but to the maximum, which the shortest keeps to.
        const key = `${next.id} ${Math.min(length, minLength)}`;
        if (seen.has(key) || !isHopeful(next, length)) continue;
        seen.add(key);
        places.push({ language: next, length, before: place, kind });
      }
    }
    return undefined;
  };

  const spell = ({ before, kind }: Place): string =>
    before === undefined || kind === undefined ? '' : spell(before) + draw(kind);

  for (const ending of ENDINGS) {
    const [text, language, length] = begin(wished - ending);
    const rest = end(language, length);
    if (rest !== undefined) return text + rest;
  }
  return end(start, 0);
};
