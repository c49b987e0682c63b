import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../support/long-form.ts';
import {
  type DescribedOperation,
  type Sent,
  type ServedOperations,
  serveOperations,
} from '../../support/serve-operations.ts';

type Place = 'path' | 'query' | 'header' | 'cookie';
type Kind = 'string' | 'array' | 'object';

interface Style {
  readonly in: Place;
  readonly style: string;
  readonly explode: boolean;
}

const inPlace = (place: Place, text: string): Sent =>
  ({
    path: { path: `/${text}` },
    query: { path: `?${text}` },
    header: { headers: { color: text } },
    cookie: { headers: { cookie: text } },
  })[place];

const describeParameter = ({ in: place, style, explode }: Style, schema: string, more = ''): DescribedOperation => ({
  ...(place === 'path' ? { path: '/{color}' } : {}),
  parameter: `{"name":"color","in":"${place}","required":true,"style":"${style}","explode":${explode},"schema":${schema}${more}}`,
});

/** Nothing fits, so that every answer shows how the value was read. */
const NEVER: Readonly<Record<Kind, string>> = {
  string: '{"type":"string","minLength":1000}',
  array: '{"type":"array","items":{"type":"string"},"minItems":1000}',
  object: '{"type":"object","additionalProperties":{"type":"string"},"minProperties":1000}',
};

const readAs = async (served: ServedOperations, index: number, sent: Sent): Promise<unknown> => {
  const { status, text } = await served.send(index, sent);
  const { errors } = JSON.parse(text) as { errors?: readonly { message: string; rejectedValue: unknown }[] };
  return status === 422 && errors?.length === 1 && /at least|fewer/.test(errors[0]?.message ?? '')
    ? errors[0]?.rejectedValue
    : { status, text };
};

const VALUES: Readonly<Record<Kind, unknown>> = {
  string: 'blue',
  array: ['blue', 'black', 'brown'],
  object: { R: '100', G: '200', B: '150' },
};

/** OpenAPI 3.2.0, Style Examples: style, explode, string, array, object; `-` where the behavior is undefined. */
const STYLE_EXAMPLES = `
  path    matrix          false  ;color=blue  ;color=blue,black,brown              ;color=R,100,G,200,B,150
  path    matrix          true   ;color=blue  ;color=blue;color=black;color=brown  ;R=100;G=200;B=150
  path    label           false  .blue        .blue,black,brown                    .R,100,G,200,B,150
  path    label           true   .blue        .blue.black.brown                    .R=100.G=200.B=150
  path    simple          false  blue         blue,black,brown                     R,100,G,200,B,150
  path    simple          true   blue         blue,black,brown                     R=100,G=200,B=150
  header  simple          false  blue         blue,black,brown                     R,100,G,200,B,150
  header  simple          true   blue         blue,black,brown                     R=100,G=200,B=150
  query   form            false  color=blue   color=blue,black,brown               color=R,100,G,200,B,150
  query   form            true   color=blue   color=blue&color=black&color=brown   R=100&G=200&B=150
  query   spaceDelimited  false  -            color=blue%20black%20brown           color=R%20100%20G%20200%20B%20150
  query   pipeDelimited   false  -            color=blue%7Cblack%7Cbrown           color=R%7C100%7CG%7C200%7CB%7C150
  query   deepObject      true   -            -                                    color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150
  cookie  form            false  color=blue   color=blue,black,brown               color=R,100,G,200,B,150
  cookie  form            true   color=blue   color=blue&color=black&color=brown   R=100&G=200&B=150
  cookie  cookie          false  color=blue   color=blue,black,brown               color=R,100,G,200,B,150
  cookie  cookie          true   color=blue   color=blue;_color=black;_color=brown R=100;_G=200;_B=150
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [place = '', style = '', explode = '', ...texts] = line.trim().split(/\s+/);
    return (['string', 'array', 'object'] as const).flatMap((kind, index) => {
      const text = texts[index]?.replaceAll(';_', '; ') ?? '-';
      return text === '-' ? [] : [{ style: { in: place as Place, style, explode: explode === 'true' }, kind, text }];
    });
  });

describe('the style examples of OpenAPI 3.2.0', () => {
  let served: ServedOperations;
  beforeAll(async () => {
    served = await serveOperations(STYLE_EXAMPLES.map(({ style, kind }) => describeParameter(style, NEVER[kind])));
  });
  afterAll(() => served.stop());

  test.each(STYLE_EXAMPLES.map((row, index) => ({ ...row, index, ...row.style })))(
    '$in, $style, explode $explode: $text',
    async ({ kind, text, style: _style, in: place, index }) => {
      expect(await readAs(served, index, inPlace(place, text))).toEqual(VALUES[kind]);
    },
  );
});

/** Percent-encodes all but the unreserved characters (RFC 6570, section 3.2.1). */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

interface Written {
  readonly kind: Kind;
  readonly value: string | readonly string[] | Readonly<Record<string, string>>;
}

/** RFC 6570, section 3.2, and what OpenAPI adds to it. */
const serialize = ({ in: place, style, explode }: Style, value: Written['value']): string => {
  const isRaw = place === 'header' || style === 'cookie';
  // A point is unreserved, so an exploded label must encode it by hand.
  const one = (text: string): string => (isRaw ? text : encode(text).replaceAll('.', style === 'label' ? '%2E' : '.'));
  const pairs = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  if (style === 'deepObject') return pairs.map(([name, member]) => `color%5B${one(name)}%5D=${one(member)}`).join('&');
  const [prefix = '', between = ','] =
    { label: ['.', '.'], matrix: [';', ';'], simple: ['', ','], form: ['', '&'], cookie: ['', '; '] }[style] ?? [];
  const within = { spaceDelimited: '%20', pipeDelimited: '%7C' }[style] ?? ',';
  const isNamed = style !== 'label' && style !== 'simple';
  const named = (text: string): string =>
    isNamed ? `color${text === '' && style === 'matrix' ? '' : '='}${text}` : text;
  if (typeof value === 'string') return prefix + named(one(value));
  if (!explode) return prefix + named((Array.isArray(value) ? value : pairs.flat()).map(one).join(within));
  if (Array.isArray(value)) return prefix + value.map((item) => named(one(item as string))).join(between);
  return prefix + pairs.map(([name, member]) => `${one(name)}=${one(member)}`).join(between);
};

const STYLES: readonly Style[] = [
  ...['simple', 'label', 'matrix'].flatMap((style) =>
    [true, false].map((explode) => ({ in: 'path', style, explode }) as const),
  ),
  ...['form', 'spaceDelimited', 'pipeDelimited'].map((style) => ({ in: 'query', style, explode: false }) as const),
  { in: 'query', style: 'form', explode: true },
  { in: 'query', style: 'deepObject', explode: true },
  ...[true, false].map((explode) => ({ in: 'header', style: 'simple', explode }) as const),
  ...['form', 'cookie'].flatMap((style) => [true, false].map((explode) => ({ in: 'cookie', style, explode }) as const)),
];

/** Characters that a style cannot carry: it delimits with them, and neither encodes nor may encode them. */
const cannotCarry = ({ in: place, style }: Style): RegExp => {
  if (place === 'header' || style === 'cookie') return /[^\w%+:*-]/u;
  if (style === 'spaceDelimited') return / /;
  if (style === 'pipeDelimited') return /\|/;
  return style === 'deepObject' ? /[[\]]/ : /(?!)/;
};

const isCarried = ({ style }: Style, kind: Kind): boolean =>
  style === 'deepObject' ? kind === 'object' : kind !== 'string' || !style.endsWith('Delimited');

const text = fc
  .array(fc.constantFrom(...`ab1,;=.|& %+:/?#[]{}"'\\-_~*éß漢`.split(''), '🚗', '%2C', '%252C'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const valueOf = (style: Style, kind: Kind): fc.Arbitrary<Written['value']> => {
  const carried = text.map((drawn) => drawn.replaceAll(new RegExp(cannotCarry(style), 'gu'), '_'));
  if (kind === 'string') return carried;
  if (kind === 'array') return fc.array(carried, { minLength: 1, maxLength: 4 });
  const name = carried.filter((drawn) => drawn !== '__proto__');
  return fc
    .uniqueArray(fc.tuple(name, carried), { minLength: 1, maxLength: 4, selector: ([key]) => key })
    .map((members) => Object.fromEntries(members));
};

test('what RFC 6570 expands is read back, in every style', async () => {
  const all = STYLES.flatMap((style) =>
    (['string', 'array', 'object'] as const).filter((kind) => isCarried(style, kind)).map((kind) => ({ style, kind })),
  );
  const served = await serveOperations(all.map(({ style, kind }) => describeParameter(style, NEVER[kind])));
  const drawn = fc
    .constantFrom(...all.entries())
    .chain(([index, { style, kind }]) => valueOf(style, kind).map((value) => ({ index, style, kind, value })));
  try {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ index, style, value }) => {
        const sent = serialize(style, value);
        expect({ sent, value: await readAs(served, index, inPlace(style.in, sent)) }).toEqual({ sent, value });
      }),
      { numRuns: runs({ short: 600, long: 50_000 }) },
    );
  } finally {
    await served.stop();
  }
});

interface Row {
  readonly why: string;
  readonly style: string;
  readonly schema: string;
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

const BUT_NOT = 'but not';

const LIST_SCHEMA = '{"type":"array","items":{"enum":["a,b","c.d","e;f","g|h","i j","k=l"]},"minItems":2,"maxItems":2}';
const COLOR_SCHEMA =
  '{"type":"object","properties":{"R":{"type":"integer"},"G":{"type":"integer"}},"required":["R"],"additionalProperties":false}';

/** Schemas by the names that they have in the table. */
const NAMED: Readonly<Record<string, string>> = {
  LIST: LIST_SCHEMA,
  TWO: '{"type":"array","items":{"type":"string"},"minItems":2}',
  WORDS: '{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2}',
  INTEGERS: '{"type":"array","items":{"type":"integer"},"minItems":2}',
  COLOR: COLOR_SCHEMA,
};

/** Below what is shown: place, style, explode; schema; texts that are taken, but not those. Two blanks are between them. */
const TABLE = `
  // OpenAPI 3.2.0, URL Percent-Encoding: reserved characters "MUST NOT be percent-encoded when being used for reserved purposes".
  encoded delimiters are data
    path simple false       LIST  a%2Cb,c.d  but not  a,b,c.d  a%2Cb
    path label false        LIST  .a%2Cb,c.d  but not  .a,b,c.d
    path label true         LIST  .a,b.c%2Ed  .a%2Cb.c%2Ed  but not  .a,b.c.d
    path matrix false       LIST  ;color=a%2Cb,e%3Bf  but not  ;color=a,b,e%3Bf
    path matrix true        LIST  ;color=a,b;color=e%3Bf  but not  ;color=a,b;color=e;f
    query form false        LIST  color=a%2Cb,c.d  color=i+j,k%3Dl  but not  color=a,b,c.d
    query form true         LIST  color=a,b&color=c.d  but not  color=a%2Cb,c.d
  encoded delimiters are data beside literal ones
    query pipeDelimited false  LIST  color=g%7Ch|c.d  but not  color=g|h|c.d
    query spaceDelimited false  LIST  color=i%20j+c.d  but not  color=i+j+c.d
  one encoded text is one item
    query form false        TWO  color=a,b  but not  color=a%2Cb
  a header is not percent-encoded
    header simple false     TWO  a, b  but not  a%2Cb
  a cookie of style cookie is not percent-encoded
    cookie cookie false     TWO  color=a,b  but not  color=a%2Cb
  // No number holds a delimiter, however it is written, and no word of a list without any.
  listed words are delimited by encoded delimiters, too
    query form false        WORDS  color=a%2Cb  but not  color=a%2Cc
  numbers are delimited by encoded delimiters, too
    query form false        INTEGERS  color=1%2C2  but not  color=1%2Ca  color=1,%202
    path label true         INTEGERS  .1%2E2  but not  .1%2Ea
  // Style Values: label and matrix are "path style parameters defined by RFC6570", which begin with their operator.
  a label begins with a point
    path label false        TWO  .a,b  but not  a,b
    path label false        {"type":"integer"}  .5  but not  5
  a matrix begins with its name
    path matrix false       TWO  ;color=a,b  but not  a,b  ;colour=a,b  color=a,b  ;a,b
    path matrix true        TWO  ;color=a;color=b  but not  ;a;b  ;color=a;b  color=a;color=b
    path matrix false       {"type":"integer"}  ;color=5  but not  5  ;colors=5
  a matrix begins with a semicolon
    path matrix true        COLOR  ;R=1;G=2  but not  R=1;G=2  R=1
  // RFC 6570, section 3.2.7: an empty value has no equals sign.
  a matrix may be empty
    path matrix false       {"type":"string","maxLength":0}  ;color  ;color=  but not  ;color=a
  names and values come in turn
    query form false        COLOR  color=R,1,G,2  color=R%2C1  but not  color=R,1,G  color=R
    header simple false     COLOR  R,1, G,2  but not  R,1,G  R%2C1
  names have values
    path simple true        COLOR  R=1,G=2  R%3D1%2CG%3D2  but not  R=1,G  1,2
  a list that is not exploded is sent once
    query form false        TWO  color=a,b  but not  color=a,b&color=c
  // Parameter Object, deepObject.
  a deep object has members
    query deepObject true   COLOR  color[R]=1  color%5BR%5D=1&color[G]=2  but not  color=1  color[]=1
  members of an exploded object are found by reference
    query form true         {"allOf":[{"$ref":"#/components/schemas/Color"},{"minProperties":2}]}  R=1&G=2  but not  R=1  G=2  R=1&G=x
  members of an exploded object may have any name
    query form true         {"type":"object","additionalProperties":{"type":"integer"}}  a=1&b=2  but not  a=1&b=x
  // Parameter Object, allowEmptyValue: "which the server SHOULD interpret as the parameter being unused".
  an empty value may be allowed
    query form true allowEmptyValue  {"type":"integer"}  color=  color  color=1  but not  color=a  (nothing)
    query form false allowEmptyValue  INTEGERS  color=  color=1,2  but not  color=1
    query form true allowEmptyValue  {"enum":["a"]}  color=  but not  color=b
  an empty value is not allowed otherwise
    query form true         {"type":"integer"}  color=1  but not  color=  color  color=12a
    query form true         {"type":"boolean"}  color=true  but not  color=yes  color=
  a value is sent once
    query form true         {"type":"string"}  color=a  color=  but not  color=a&color=b
  what is not described is passed over
    query form true         {"type":"integer"}  color=1&unknown=1&&=
  a cookie is found among others
    cookie form true        {"type":"string","pattern":"^abc=?$"}  color=abc  color=abc=  a=1; color=abc; b=12  but not  color=ABC  colors=abc  a=1
  // "If style is used, and if behavior is n/a (cannot be serialized), the value of allowEmptyValue SHALL be ignored."
  a style without empty values ignores that
    query pipeDelimited false allowEmptyValue  INTEGERS  color=1|2  but not  color=
  // Non-JSON Data: "$ref" and "allOf" apply to any instance; where there is no type, listed values have one.
  the type of listed values counts
    query form true         {"enum":[1,"2",true,null,"x"]}  color=1  color=2  color=true  color=x  color=null  but not  color=3  color=false
  the type of a constant counts
    path simple false       {"const":5}  5  5.0  but not  6  a
    query form true         {"const":"5"}  color=5  but not  color=6
  the type of listed items counts
    query form true         {"type":"array","items":{"enum":[1,"2"]}}  color=1&color=2  but not  color=3
  allOf narrows the type
    query form true         {"allOf":[{"type":["string","number"],"minimum":5000},{"type":"string"}]}  color=1234
  either reading may fit
    query form true         {"anyOf":[{"type":"integer","maximum":5},{"type":"string","pattern":"^00"}]}  color=5  color=007  but not  color=7
  exactly one type is meant
    query form true         {"oneOf":[{"type":"integer"},{"type":"string"}]}  color=5  color=a
  a list or a number
    query form false        {"oneOf":[{"type":"array","items":{"type":"integer"}},{"type":"integer"}]}  color=1,2  color=1  but not  color=a
  null is empty, or the word
    query form true         {"type":["integer","null"]}  color=  color=null  color=1  but not  color=nil
  a nullable list of values
    query form true         {"type":["string","null"],"enum":["a",null]}  color=  color=a  but not  color=b
  items have types by their place
    query form false        {"type":"array","prefixItems":[{"type":"integer"},{"type":"boolean"}]}  color=1,true  but not  color=true,1
  // RFC 3339, section 5.6: "T" and "Z" may be lower case; a time offset has a colon.
  a date-time is that of RFC 3339
    query form true         {"type":"string","format":"date-time"}  color=2024-02-29T23:59:60Z  color=2024-02-29t10:00:00z
    query form true         {"type":"string","format":"date-time"}  color=2024-02-29T10:00:00.123%2B02:00  but not  color=2024-02-29%2010:00:00Z  color=2024-02-29T10:00:00
    query form true         {"type":"string","format":"date-time"}  but not  color=2024-02-29T10:00:00%2B0200  color=2024-02-29T10:00:00%2B02  color=2023-02-29T10:00:00Z
  a time is that of RFC 3339
    query form true         {"type":"string","format":"time"}  color=10:00:00Z  color=10:00:00-05:00  but not  color=10:00:00  color=10:00:00-0500
`
  .trim()
  .split('\n')
  .reduce<{ why: string; rows: Row[] }>(
    ({ why, rows }, line) => {
      if (/^ *\/\//.test(line)) return { why, rows };
      if (!line.startsWith('    ')) return { why: line.trim(), rows };
      const [style = '', schema = '', ...texts] = line.trim().split(/ {2,}/);
      const end = texts.includes(BUT_NOT) ? texts.indexOf(BUT_NOT) : texts.length;
      const sent = (list: readonly string[]): string[] => list.map((text) => (text === '(nothing)' ? '' : text));
      const row = {
        why,
        style,
        schema: NAMED[schema] ?? schema,
        taken: sent(texts.slice(0, end)),
        refused: sent(texts.slice(end + 1)),
      };
      return { why, rows: [...rows, row] };
    },
    { why: '', rows: [] },
  ).rows;

describe('parameters are read to the letter', () => {
  const styleOf = (written: string): Style => {
    const [place = '', style = '', explode = ''] = written.split(' ');
    return { in: place as Place, style, explode: explode === 'true' };
  };
  let served: ServedOperations;
  beforeAll(async () => {
    served = await serveOperations(
      TABLE.map(({ style, schema }) =>
        describeParameter(styleOf(style), schema, style.endsWith(' allowEmptyValue') ? ',"allowEmptyValue":true' : ''),
      ),
      { schemas: `{"Color":${COLOR_SCHEMA}}` },
    );
  });
  afterAll(() => served.stop());

  test.each(TABLE.map((row, index) => ({ ...row, index })))(
    '$why: $style $schema takes $taken and refuses $refused',
    async ({ style, taken, refused, index }) => {
      const statusesOf = (texts: readonly string[]): Promise<(readonly [string, number])[]> =>
        Promise.all(
          texts.map(async (each) => {
            const { status } = await served.send(index, inPlace(styleOf(style).in, each));
            return [each, status] as const;
          }),
        );
      expect(await statusesOf(taken)).toEqual(taken.map((each) => [each, 204]));
      expect(await statusesOf(refused)).toEqual(refused.map((each) => [each, 422]));
    },
  );

  test.each([
    ['path label false', '5', 'must begin with a point (style label): send .value'],
    ['path matrix false', '5', 'must begin with \\";color=\\" (style matrix): send ;color=value'],
    ['path matrix true', ';a;b', 'must name each item (style matrix, exploded): send ;color=1;color=2'],
    ['query form false', 'color=R,1,G', 'has the name \\"G\\" without a value: send names and values in turn'],
    ['query deepObject true', 'color=1', 'must be sent member by member: color[member]=value'],
    ['query form false', 'color=1%2Ca', 'must be integer, but is string', 'color[1]'],
    ['query form true', 'R=1&G=x', 'must be integer, but is string', 'color.G'],
  ])('%s says of %s that it %s', async (style, sent, message, field = 'color') => {
    const index = TABLE.findIndex((row) => row.style === style && row.refused.includes(sent));
    const answer = await served.send(index, inPlace(styleOf(style).in, sent));
    expect(answer.text).toContain(`"field":"${field}","message":"${message}"`);
  });

  test('what is missing is named as the description spells it', async () => {
    const required = await serveOperations([
      {
        parameter:
          '{"name":"q","in":"query","required":true,"schema":{}},{"name":"X-Number","in":"header","required":true,"schema":{}}',
      },
    ]);
    const { text } = await required.send(0);
    await required.stop();
    expect((JSON.parse(text) as { errors: unknown }).errors).toEqual([
      { field: 'q', message: 'is required', rejectedValue: null },
      { field: 'X-Number', message: 'is required', rejectedValue: null },
    ]);
  });
});

describe('parameters described by their content', () => {
  const CONTENTS: readonly (readonly [
    mediaType: string,
    schema: string,
    taken: readonly string[],
    refused: readonly string[],
  ])[] = [
    ['application/json', '{"type":"string"}', ['%22abc%22'], ['abc', '']],
    ['application/json', '{"type":"integer"}', ['5'], ['%225%22', '{', '5%205']],
    ['application/json', '{"type":"object"}', ['%7B%22a%22:1%7D'], ['%7B%22a%22:1,%22a%22:2%7D', '[1]']],
    ['application/vnd.color+json', '{"required":["a"],"type":"object"}', ['%7B%22a%22:1%7D'], ['{}']],
    ['text/plain', '{"type":"integer"}', ['5'], ['a']],
    ['text/plain', '{"const":"{}"}', ['%7B%7D'], ['{']],
  ];
  let served: ServedOperations;
  beforeAll(async () => {
    served = await serveOperations(
      CONTENTS.map(([mediaType, schema]) => ({
        parameter: `{"name":"color","in":"query","required":true,"content":{"${mediaType}":{"schema":${schema}}}}`,
      })),
    );
  });
  afterAll(() => served.stop());

  test.each(
    CONTENTS.flatMap(([mediaType, schema, taken, refused], index) => [
      ...taken.map((sent) => ({ mediaType, schema, sent, status: 204, index })),
      ...refused.map((sent) => ({ mediaType, schema, sent, status: 422, index })),
    ]),
  )('$mediaType of $schema: $sent gets $status', async ({ sent, status, index }) => {
    expect(await served.send(index, { path: `?color=${sent}` })).toMatchObject({ status });
  });
});

test('an exploded object of any members leaves those of other parameters', async () => {
  const others = ['filter', 'ids[]'].map(
    (name) =>
      `{"name":"${name}","in":"query","style":"${name === 'filter' ? 'deepObject' : 'form'}","schema":{"type":"${name === 'filter' ? 'object' : 'array'}"}}`,
  );
  const served = await serveOperations([
    { parameter: [...others, `{"name":"o","in":"query","schema":${NEVER.object}}`].join() },
  ]);
  expect(await readAs(served, 0, { path: '?a=1&filter[b]=2&ids[]=3&filter=4&c%5Bd%5D=5' })).toEqual({
    a: '1',
    'c[d]': '5',
  });
  await served.stop();
});
