import { describe, expect, test } from '@jest/globals';
import { type Kept, expectJson } from '../support/match-transcript.ts';
import { parseCurl, parseTranscript } from '../support/transcript.ts';

const variables = { API: 'http://here/v1', ORDER: 'o-1', TOKEN: 't' };

describe('a command means what a shell and curl make of it', () => {
  test('variables are filled in outside of single quotes only', () => {
    const { url, headers, body } = parseCurl(
      `curl -i $API/orders/\${ORDER} -H "A: $TOKEN" -H 'B: $TOKEN' -d '{"a": "$ORDER", "b": "'$ORDER'"}'`,
      variables,
    );
    expect(url).toBe('http://here/v1/orders/o-1');
    expect(headers).toMatchObject({ a: 't', b: '$TOKEN' });
    expect(body).toBe('{"a": "$ORDER", "b": "o-1"}');
  });

  test('a variable without a value is a mistake, not a text', () => {
    expect(() => parseCurl('curl $API/$BUYER', variables)).toThrow('$BUYER has no value yet');
  });

  test.each(['curl -L $API', 'curl -F file=@cmr.pdf $API', 'wget $API', 'curl -i'])('%s is refused', (command) => {
    expect(() => parseCurl(command, variables)).toThrow();
  });

  test('a form has texts, and files that are written out', async () => {
    const { method, body } = parseCurl(
      `curl $API -F type=CMR -F 'file=%PDF-1.4 a=b;type=application/pdf;filename=cmr.pdf'`,
      variables,
    );
    const form = body as FormData;
    const file = form.get('file') as File;
    expect([method, form.get('type'), file.name, file.type, await file.text()]).toEqual([
      'POST',
      'CMR',
      'cmr.pdf',
      'application/pdf',
      '%PDF-1.4 a=b',
    ]);
  });
});

test('a transcript is commands with their answers, and comments', () => {
  const text = `# Head\n\n# A step.\n\n$ curl -d '{\n  "a": 1\n}' \\\n    $API\nHTTP/1.1 201 Created\nETag: "1"\n\n{ "a": 1 }\n\n#\n# Next.\n$ curl $API\nHTTP/1.1 204 No Content\n`;
  expect(parseTranscript(text)).toEqual([
    {
      line: 5,
      command: `curl -d '{\n  "a": 1\n}' \\\n    $API`,
      expected: { status: 201, headers: { etag: '"1"' }, body: '{ "a": 1 }' },
    },
    { line: 16, command: 'curl $API', expected: { status: 204, headers: {}, body: '' } },
  ]);
});

describe('what an answer is held against', () => {
  const matches = (actual: unknown, expected: unknown, known: Readonly<Record<string, string>> = {}): Kept => {
    const kept: Kept = new Map(Object.entries(known));
    expectJson(actual, expected, 'body', kept);
    return kept;
  };

  test('a name in capitals keeps the text, and stands for it from then on', () => {
    const kept = matches({ uuid: 'o-1', url: '/orders/o-1' }, { uuid: '<ORDER>', url: '/orders/<ORDER>' });
    expect(kept.get('ORDER')).toBe('o-1');
  });

  test.each<[string, unknown, unknown]>([
    ['another text under a known name', { uuid: 'o-2' }, { uuid: '<ORDER>' }],
    ['another text around a known name', { url: '/orders/o-2' }, { url: '/orders/<ORDER>' }],
    ['a name that nothing has brought', { url: '/buyers/b' }, { url: '/buyers/<BUYER>' }],
    ['no text where one is kept', { uuid: 7 }, { uuid: '<BUYER>' }],
    ['nothing where something differs', { at: null }, { at: '<now>' }],
    ['a member too many', { a: 1, b: 2 }, { a: 1 }],
    ['a member too few', { a: 1 }, { a: 1, b: 2 }],
    ['an item too many', [1, 2], [1]],
    ['no list where there may be any', { fired: 'x' }, { fired: ['<whatever>'] }],
    ['another value', { a: 1 }, { a: 2 }],
  ])('%s is a difference', (_what, actual, expected) => {
    expect(() => matches(actual, expected, { ORDER: 'o-1' })).toThrow();
  });

  test.each<[unknown, unknown]>([
    [{ at: '2026-11-20' }, { at: '<now>' }],
    [{ offset: 12 }, { offset: '<milliseconds>' }],
    [{ fired: [] }, { fired: ['<whatever>'] }],
    [{ fired: [{ a: 1 }, 2] }, { fired: ['<whatever>'] }],
  ])('%j fits %j', (actual, expected) => {
    expect(() => matches(actual, expected)).not.toThrow();
  });
});
