import { CONVENTIONS } from '../../generated/conventions.ts';
import { once } from '../../kernel/caches.ts';
import { createRandom } from '../../kernel/random.ts';
import { asList, asObject, type SchemaObject } from '../contract/walk-schema.ts';
import { drawCharacters, type FakeLimits, type Generators } from './generator.ts';
import { expressionOfFormat, fakedMaxLength, keepsTo, textsIn } from './schema-keywords.ts';
import { FORMATS } from './generator-recipe.ts';
import { countCharacters, type Drawing, impossible, leaf, type Recipe } from './recipe.ts';
import { isTooLong, textSearch, type Wanted } from './text-search.ts';

/** The generator for a format without a hint from the name. */
const generatorOfFormat = (format: string): string =>
  format === 'date' || format === 'date-time'
    ? `past-${format}`
    : (FORMATS.get(format) ?? (format === 'iri-reference' ? 'https-url' : ''));

const PARTS = new Map<string, string>(Object.entries(CONVENTIONS.textParts));

const EXPRESSIONS = new Map<string, readonly string[]>(Object.entries(CONVENTIONS.texts));

/** With the parts that names in it stand for. */
const written = (expression: string): string =>
  expression.replaceAll(/<(\w+)>/g, (_, name: string) => written(PARTS.get(name) ?? ''));

const expressionsOfFormat = (format: string): readonly Wanted[] => {
  const named = EXPRESSIONS.get(format) ?? [];
  return [...named.map((each) => ({ source: written(each) })), ...expressionOfFormat(format)];
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Source = (drawing: Drawing) => string | undefined;

/** Maximum number of attempts of one source at a text that conforms to all keywords. */
const TRIES = 10;

/** The languages that a text may be of, the most plausible ones first. */
const languagesOf = (schema: SchemaObject): readonly (readonly Wanted[])[] => {
  const refused = asList(schema['not']).flatMap((each) => textsIn(asObject(each)['pattern']));
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
 * A string without hints and examples: from the generator of its format, or searched for among the texts that its keywords
 * allow, or random letters.
 */
export const textRecipe = (schema: SchemaObject, generators: Generators): Recipe => {
  const { minLength = 0, maxLength = Infinity } = schema as FakeLimits;
  const patterns = textsIn(schema['pattern']);
  const formats = textsIn(schema['format']);
  if (minLength > maxLength || patterns.some(isTooLong)) return impossible;
  const letters: Source = ({ random }) =>
    drawCharacters(LETTERS, random.integer(minLength, fakedMaxLength(schema)), random);
  const ofFormats = formats.flatMap((format): readonly Source[] => {
    const generator = generators[generatorOfFormat(format)];
    return generator === undefined ? [] : [(drawing) => String(generator(drawing, {}))];
  });
  const isFree = patterns.length === 0 && formats.length === 0 && schema['not'] === undefined;
  const searches = isFree ? [] : languagesOf(schema).map((language) => textSearch(language, schema));
  const searched = once((): readonly Source[] => {
    const random = createRandom('any');
    const useful = searches.filter((search) => search(random) !== undefined);
    return useful.map((search) => (drawing) => search(drawing.random));
  });
  const isHard = schema['not'] !== undefined || patterns.length + formats.length > 1;
  if (isHard && searched().length === 0) return impossible;

  const find = (sources: readonly Source[], drawing: Drawing): string | undefined => {
    for (const source of sources) {
      for (let tries = 0; tries < TRIES; tries++) {
        const text = source(drawing);
        if (text === undefined) break;
        countCharacters(drawing, text);
        if (isFree || keepsTo(schema, text)) return text;
      }
    }
    return undefined;
  };
  return leaf((drawing) => find(ofFormats, drawing) ?? find(searched(), drawing) ?? find([letters], drawing) ?? '');
};
