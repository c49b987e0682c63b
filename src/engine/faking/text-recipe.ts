import { once } from '../../kernel/caches.ts';
import { createRandom } from '../../kernel/random.ts';
import { fakedMaxLength } from '../contract/fakeable.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { drawChance, drawCharacters, drawFrom, type FakeLimits, type Generators } from './generator.ts';
import { FORMATS } from './name-hints.ts';
import { countCharacters, type Drawing, impossible, leaf, type Recipe } from './recipe.ts';
import { type DrawText, isTooLong, textPattern } from './text-pattern.ts';
import { textSearch, type Wanted } from './text-search.ts';
import { expressionOfFormat, keepsTo, listOf, textsIn } from './value-recipe.ts';

const two = (value: number): string => String(value).padStart(2, '0');

const TOKENS = ['items', 'name', 'value', '0', '1', '2'];

const drawPointer: DrawText = (random) => {
  let pointer = '';
  for (let depth = random.integer(1, 4); depth > 0; depth--) pointer += `/${drawFrom(TOKENS, random)}`;
  return pointer;
};

const SMALL_LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Formats without a generator. */
const TEXT_FORMATS: Readonly<Record<string, DrawText>> = {
  time: (random) => `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}Z`,
  duration: (random) =>
    drawChance(0.5, random) ? `P${String(random.integer(1, 30))}D` : `PT${String(random.integer(1, 23))}H`,
  'json-pointer': drawPointer,
  'relative-json-pointer': (random) => `${String(random.integer(0, 5))}${drawPointer(random)}`,
  'uri-template': (random) => `https://api.example.com/${drawCharacters(SMALL_LETTERS, 6, random)}/{id}`,
  byte: (random) => Buffer.from(drawCharacters(SMALL_LETTERS, random.integer(3, 12), random)).toString('base64'),
};

/** The generator for a format without a hint from the name. */
const generatorOfFormat = (format: string): string | undefined =>
  format === 'date' || format === 'date-time'
    ? `past-${format}`
    : (FORMATS.get(format) ?? (format === 'iri-reference' ? 'https-url' : undefined));

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-](0\\d|1[0-3]):[0-5]\\d)';
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const SCHEME = '[a-zA-Z][a-zA-Z0-9+.-]*:';
const HOST = '[a-z0-9]+([.-][a-z0-9]+)*';
const PATH = "([\\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*";
const HIERARCHY = `(//${HOST}(:\\d{1,5})?(/${PATH})?|/?[\\w.~-]${PATH})`;
const QUERY = '(\\?[\\w=&/.~-]*)?(#[\\w-]*)?';

const HOSTNAME = [`^[a-z]+(\\.[a-z]{1,20})*\\.example\\.com$`, `^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`];
const EMAIL = [
  '^[a-z]+(\\.[a-z]+)*@([a-z]+\\.){0,2}example\\.com$',
  `^[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*@(${LABEL}\\.)+[a-z]{1,20}$`,
];
const URI = ['^https://([a-z]+\\.)*example\\.com(/[a-z0-9-]+)*$', `^${SCHEME}${HIERARCHY}${QUERY}$`];
const URI_REFERENCE = [...URI, `^(${SCHEME})?${HIERARCHY}?${QUERY}$`];

/**
 * The texts of a format as regular expressions, the most plausible ones first: what has to have a length or to match a pattern, too, is
 * searched among them. They may allow a little more than the format.
 */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  byte: ['^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$'],
  date: [`^${DATE}$`],
  'date-time': [`^${DATE}T${TIME}$`],
  email: EMAIL,
  hostname: HOSTNAME,
  'idn-email': EMAIL,
  'idn-hostname': HOSTNAME,
  iri: URI,
  'iri-reference': URI_REFERENCE,
  'iso-date-time': [`^${DATE}T${TIME}$`],
  'iso-time': [`^${TIME}$`],
  regex: ['^[a-z]*$', '^\\^?[a-z0-9-]*\\$?$'],
  time: [`^${TIME}$`],
  uri: URI,
  'uri-reference': URI_REFERENCE,
  url: [
    '^https://([a-z]+\\.)*example\\.com(/[a-z0-9-]+)*$',
    '^(https?|ftp)://[a-z]+(\\.[a-z]+)*\\.[a-z]{2,}(/[\\w.~?=&-]*)*$',
  ],
};

const expressionsOfFormat = (format: string): readonly Wanted[] => {
  const named = Object.hasOwn(EXPRESSIONS, format) ? (EXPRESSIONS[format] ?? []) : [];
  const listed = expressionOfFormat(format);
  return [
    ...named.map((source) => ({ source })),
    ...(listed === undefined ? [] : [{ source: listed.source, flags: listed.flags }]),
  ];
};

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
