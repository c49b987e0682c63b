import { getOrInsert } from '../../../kernel/get-or-insert.ts';

/** What some patterns do not tell apart, and the best-looking characters of it. */
export interface Kind {
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
export const createAlphabet = () => {
  const palette = new Set([...ASCII, ...OTHERS]);
  const expressions: RegExp[] = [];
  const known = new Map<string, number>();
  const drawn = new Map<string, readonly string[]>();
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
    charactersOf: (source: string, flags: string): readonly string[] =>
      getOrInsert(drawn, `${flags}/${source}`, () => {
        const expression = expressions[classOf(source, flags)];
        return bestOf([...palette].filter((character) => expression?.test(character) === true));
      }),
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

export type Alphabet = ReturnType<typeof createAlphabet>;

function* codesBeyondAscii(): Generator<number> {
  for (let code = 0x80; code <= LAST_CODE; code++) if (code < 0xd8_00 || code > 0xdf_ff) yield code;
}
