import { drawCharacters, drawChance, drawFrom } from '../generators/draw-from.ts';
import { FORMATS } from '../generators/name-tables.ts';
import { expressionOfFormat } from './is-of-format.ts';
import type { DrawText } from './text-pattern.ts';
import type { Wanted } from './text-search.ts';

const two = (value: number): string => String(value).padStart(2, '0');

const TOKENS = ['items', 'name', 'value', '0', '1', '2'];

const drawPointer: DrawText = (random) => {
  let pointer = '';
  for (let depth = random.integer(1, 4); depth > 0; depth--) pointer += `/${drawFrom(TOKENS, random)}`;
  return pointer;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Formats without a generator. */
export const TEXT_FORMATS: Readonly<Record<string, DrawText>> = {
  time: (random) => `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}Z`,
  duration: (random) =>
    drawChance(0.5, random) ? `P${String(random.integer(1, 30))}D` : `PT${String(random.integer(1, 23))}H`,
  'json-pointer': drawPointer,
  'relative-json-pointer': (random) => `${String(random.integer(0, 5))}${drawPointer(random)}`,
  'uri-template': (random) => `https://api.example.com/${drawCharacters(LETTERS, 6, random)}/{id}`,
  byte: (random) => Buffer.from(drawCharacters(LETTERS, random.integer(3, 12), random)).toString('base64'),
};

/** The generator for a format without a hint from the name. */
export const generatorOfFormat = (format: string): string | undefined =>
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

export const expressionsOfFormat = (format: string): readonly Wanted[] => {
  const named = Object.hasOwn(EXPRESSIONS, format) ? (EXPRESSIONS[format] ?? []) : [];
  const listed = expressionOfFormat(format);
  return [
    ...named.map((source) => ({ source })),
    ...(listed === undefined ? [] : [{ source: listed.source, flags: listed.flags }]),
  ];
};
