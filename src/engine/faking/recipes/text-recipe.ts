import { fakedMaxLength } from '../../contract/fakeable-sizes.ts';
import { once } from '../../../kernel/caches.ts';
import { createRandom } from '../../../kernel/random.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { drawCharacters } from '../generators/draw-from.ts';
import type { FakeLimits, Generators } from '../generators/generator.ts';
import { type Drawing, type Recipe, countCharacters, impossible, leaf } from './recipe.ts';
import { TEXT_FORMATS, expressionsOfFormat, generatorOfFormat } from './text-formats.ts';
import { isTooLong, textPattern } from './text-pattern.ts';
import { type Wanted, textSearch } from './text-search.ts';
import { keepsTo, listOf, textsIn } from './value-recipe.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Source = (drawing: Drawing) => string | undefined;

/** Maximum number of attempts at a text that also conforms to the other keywords, before one is searched for. */
const TRIES = 10;

const fromFormat = (format: string, generators: Generators): Source | undefined => {
  const draw = TEXT_FORMATS[format];
  if (draw !== undefined) return ({ random }) => draw(random);
  const generator = generators[generatorOfFormat(format) ?? ''];
  return generator === undefined ? undefined : ({ draw: body }) => String(generator(body, {}));
};

const fromPattern = (pattern: string): Source | undefined => {
  const draw = textPattern(pattern);
  return draw && (({ random }) => draw(random));
};

const fromLetters = (limits: FakeLimits): ((drawing: Drawing) => string) => {
  const { minLength = 0 } = limits;
  return ({ random }) => drawCharacters(LETTERS, random.integer(minLength, fakedMaxLength(limits)), random);
};

/** The languages that a text may be of, the most plausible ones first. */
const languagesOf = (schema: SchemaObject): readonly (readonly Wanted[])[] => {
  const refused = listOf(schema['not'] ?? []).flatMap((each) => (isSchemaObject(each) ? textsIn(each['pattern']) : []));
  const patterns: readonly Wanted[] = [
    ...textsIn(schema['pattern']).map((source) => ({ source })),
    ...refused.map((source) => ({ source, isWanted: false })),
  ];
  let languages = [patterns];
  for (const format of textsIn(schema['format'])) {
    const expressions = expressionsOfFormat(format);
    if (expressions.length > 0)
      languages = expressions.flatMap((expression) => languages.map((language) => [expression, ...language]));
  }
  return languages;
};

/**
 * A string without hints and examples: from its format, its pattern, or random letters. If none of them meets all that the
 * schema says, one that does is searched for.
 */
export const textRecipe = (schema: SchemaObject, generators: Generators): Recipe => {
  const { minLength = 0, maxLength = Infinity } = schema as FakeLimits;
  const patterns = textsIn(schema['pattern']);
  if (minLength > maxLength || patterns.some(isTooLong)) return impossible;
  const formats = textsIn(schema['format']);
  const isFree = patterns.length === 0 && formats.length === 0;
  if (isFree && schema['not'] === undefined) {
    const letters = fromLetters(schema);
    return leaf((drawing) => {
      const text = letters(drawing);
      countCharacters(drawing, text);
      return text;
    });
  }
  const walks = patterns.map(fromPattern).filter((source) => source !== undefined);
  // The texts that a pattern without an end describes would all be the same: `^x-`.
  const isWalked = formats.length === 0 && patterns.every((pattern) => pattern.endsWith('$'));
  const usual = [...formats.map((format) => fromFormat(format, generators)), ...(isWalked ? walks : [])].filter(
    (source) => source !== undefined,
  );
  const isHard = schema['not'] !== undefined || patterns.length + formats.length > 1;
  const searches = languagesOf(schema).map((language) => textSearch(language, schema));
  const searched = once(() => {
    const random = createRandom('any');
    return searches
      .filter((search) => search(random) !== undefined)
      .map(
        (search): Source =>
          ({ random: own }) =>
            search(own),
      );
  });
  if (isHard && searched().length === 0) return impossible;
  const make = (drawing: Drawing): string | undefined =>
    first(usual, drawing) ?? first(searched(), drawing) ?? first([...walks, fromLetters(schema)], drawing);

  const first = (sources: readonly Source[], drawing: Drawing): string | undefined => {
    for (const source of sources) {
      for (let tries = 0; tries < TRIES; tries++) {
        const text = source(drawing);
        if (text === undefined) break;
        countCharacters(drawing, text);
        if (keepsTo(schema, text)) return text;
      }
    }
    return undefined;
  };
  return leaf((drawing) => make(drawing) ?? '');
};
