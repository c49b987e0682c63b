import { once } from '../../kernel/caches.ts';
import { createRandom } from '../../kernel/random.ts';
import { fakedMaxLength } from '../contract/fakeable.ts';
import { asList, asObject, type SchemaObject } from '../contract/walk-schema.ts';
import { drawCharacters, type FakeLimits, type Generators } from './generator.ts';
import { expressionOfFormat, keepsTo, textsIn } from './schema-keywords.ts';
import { FORMATS } from './generator-recipe.ts';
import { countCharacters, type Drawing, impossible, leaf, type Recipe } from './recipe.ts';
import { isTooLong } from './text-pattern.ts';
import { textSearch, type Wanted } from './text-search.ts';

/** The generator for a format without a hint from the name. */
const generatorOfFormat = (format: string): string =>
  format === 'date' || format === 'date-time'
    ? `past-${format}`
    : (FORMATS.get(format) ?? (format === 'iri-reference' ? 'https-url' : ''));

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-](0\\d|1[0-3]):[0-5]\\d)';
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const SCHEME = '[a-zA-Z][a-zA-Z0-9+.-]*:';
const HOST = '[a-z0-9]+([.-][a-z0-9]+)*';
const PATH = "([\\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*";
const HIERARCHY = `(//${HOST}(:\\d{1,5})?(/${PATH})?|/?[\\w.~-]${PATH})`;
const QUERY = '(\\?[\\w=&/.~-]*)?(#[\\w-]*)?';
const POINTER = '(/(items|name|value|0|1|2)){1,4}';

const HOSTNAME = [`^[a-z]+(\\.[a-z]{1,20})*\\.example\\.com$`, `^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`];
const EMAIL = [
  '^[a-z]+(\\.[a-z]+)*@([a-z]+\\.){0,2}example\\.com$',
  `^[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*@(${LABEL}\\.)+[a-z]{1,20}$`,
];
const URI = ['^https://([a-z]+\\.)*example\\.com(/[a-z0-9-]+)*$', `^${SCHEME}${HIERARCHY}${QUERY}$`];
const URI_REFERENCE = [...URI, `^(${SCHEME})?${HIERARCHY}?${QUERY}$`];

/** The texts of a format as regular expressions, the most plausible ones first. They may allow a little more than the format. */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  byte: ['^([A-Za-z0-9+/]{4}){1,4}$', '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$'],
  date: [`^${DATE}$`],
  'date-time': [`^${DATE}T${TIME}$`],
  duration: ['^P(T[1-9]H|([1-9]|[12]\\d)D)$'],
  email: EMAIL,
  hostname: HOSTNAME,
  'idn-email': EMAIL,
  'idn-hostname': HOSTNAME,
  iri: URI,
  'iri-reference': URI_REFERENCE,
  'iso-date-time': [`^${DATE}T${TIME}$`],
  'iso-time': [`^${TIME}$`],
  'json-pointer': [`^${POINTER}$`],
  regex: ['^[a-z]*$', '^\\^?[a-z0-9-]*\\$?$'],
  'relative-json-pointer': [`^[0-5]${POINTER}$`],
  time: ['^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$', `^${TIME}$`],
  uri: URI,
  'uri-reference': URI_REFERENCE,
  'uri-template': ['^https://api\\.example\\.com/[a-z]{6}/\\{id\\}$'],
  url: [
    '^https://([a-z]+\\.)*example\\.com(/[a-z0-9-]+)*$',
    '^(https?|ftp)://[a-z]+(\\.[a-z]+)*\\.[a-z]{2,}(/[\\w.~?=&-]*)*$',
  ],
};

const expressionsOfFormat = (format: string): readonly Wanted[] => {
  const named = Object.hasOwn(EXPRESSIONS, format) ? (EXPRESSIONS[format] ?? []) : [];
  const listed = expressionOfFormat(format);
  return [...named.map((source) => ({ source })), ...(listed === undefined ? [] : [listed])];
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
