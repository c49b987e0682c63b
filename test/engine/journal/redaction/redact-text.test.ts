import { describe, expect, test } from '@jest/globals';
import * as body from '../../../../src/engine/journal/redact-body.ts';
import { runAtOnce } from '../../../../src/kernel/time-slices.ts';

const { redactAssignments, redactForm } = body;
const redactBrokenJson = (source: string) => runAtOnce(body.redactBrokenJson(source));

describe('JSON that is broken or cut', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['a text', '{"secret": "abc","a":"b"', '{"secret": "[redacted]","a":"b"', ['abc']],
    ['a number', '{"password": 1234, "a":1', '{"password": "[redacted]", "a":1', ['1234']],
    ['a text that is cut', '{"secret":"abc', '{"secret":"[redacted]"', ['abc']],
    ['a text with escapes', '{"secret":"a\\"b\\u0063",', '{"secret":"[redacted]",', ['a"bc', 'a\\"b\\u0063']],
    ['the last member', '{"a":{"secret":"abc"},"b":"c",', '{"a":{"secret":"[redacted]"},"b":"c",', ['abc']],
    ['an item', '[{"secret":"abc"}, "b"', '[{"secret":"[redacted]"}, "b"', ['abc']],
    ['two of them', '{"token":"ab","x":1,"jwt":"cd"', '{"token":"[redacted]","x":1,"jwt":"[redacted]"', ['ab', 'cd']],
    ['a list', '{"tokens":["ab", "cd"],"x":"y"', '{"tokens":"[redacted]","x":"y"', ['ab', 'cd', '["ab", "cd"]']],
    [
      'an object',
      '{"secret":{"a":["ab",{"b":"cd"}],"c":"ef"},"x":["y"]',
      '{"secret":"[redacted]","x":["y"]',
      ['a', 'ab', 'b', 'cd', 'c', 'ef', '{"a":["ab",{"b":"cd"}],"c":"ef"}'],
    ],
    ['numbers within', '{"secret":{"pin":123456},"x":1', '{"secret":"[redacted]","x":1', ['123456']],
    ['an object that is cut', '{"secret":{"a":"ab","b":', '{"secret":"[redacted]"', ['a', 'ab', 'b']],
    ['names without quotes', '{secret: abc, a: b', '{secret: "[redacted]", a: b', ['abc']],
    ['single quotes', "{'secret': 'abc', 'a': 'b'", "{'secret': \"[redacted]\", 'a': 'b'", ['abc']],
  ])('loses %s under a telling name', (_what, source, shown, secrets) => {
    const redacted = redactBrokenJson(source);
    expect(redacted.text).toBe(shown);
    expect(redacted.secrets).toEqual(expect.arrayContaining([...secrets]));
  });

  test.each(['{"a":"b","c":[1,2', '["secret" , "public"', '{"a":"secret"}, "b":"c"', '{"secret"', '{"secret":', ''])(
    'keeps %j as it is',
    (source) => {
      expect(redactBrokenJson(source)).toEqual({ text: source, secrets: [] });
    },
  );

  test('loses the rejected value of a secret, and of nothing else', () => {
    const of = (field: string, value: string) => `{"field":"${field}","message":"m","rejectedValue":"${value}"}`;
    const redacted = redactBrokenJson(`[${of('vin', 'W1')},${of('secret', 'abc')},${of('vin', 'W2')}`);
    expect(redacted.text).toBe(`[${of('vin', 'W1')},${of('secret', '[redacted]')},${of('vin', 'W2')}`);
    expect(redacted.secrets).toContain('abc');
    expect(redactBrokenJson('{"name":"secret","x":1,"rejectedValue":"W"').text).toContain('"rejectedValue":"W"');
  });

  test('loses what is assigned within a text', () => {
    const redacted = redactBrokenJson('{"note":"password=abc","secret":"def"');
    expect(redacted.text).toBe('{"note":"password=[redacted],"secret":"[redacted]"');
    expect(redacted.secrets).toEqual(expect.arrayContaining(['abc', 'def']));
  });
});

describe('assignments in a text', () => {
  test.each([
    ['client_secret=abc&a=b', 'client_secret=[redacted]&a=b', 'abc'],
    ['the password: abc, d', 'the password: [redacted], d', 'abc'],
    ['token = "a b c"; x', 'token = [redacted]; x', 'a b c'],
    ["token='a b c' x", 'token=[redacted] x', 'a b c'],
    ['"secret": "abc', '"secret": [redacted]', 'abc'],
    ['reason: password: abc', 'reason: password: [redacted]', 'abc'],
    ['a=token=b=c d', 'a=token=[redacted] d', 'b=c'],
    ['token=jwt=a b', 'token=[redacted] b', 'jwt=a'],
    ['x-api-key:abc<br>', 'x-api-key:[redacted]<br>', 'abc'],
  ])('lose the value of a telling name: %s', (source, text, secret) => {
    expect(redactAssignments(source)).toEqual({ text, secrets: [secret] });
  });

  test.each(['a=b', 'token_type=Bearer', 'no token here', 'secret=', 'secret="[redacted]"', 'token: [redacted]'])(
    'are left alone otherwise: %s',
    (source) => {
      expect(redactAssignments(source)).toEqual({ text: source, secrets: [] });
    },
  );
});

test('several assignments lose one value each', () => {
  expect(redactAssignments('a token=b, c: d; password: "e f"; g')).toEqual({
    text: 'a token=[redacted], c: d; password: [redacted]; g',
    secrets: ['b', 'e f'],
  });
});

describe('a form', () => {
  test.each<[string, string, readonly string[]]>([
    ['client_secret=abc&a=b', 'client_secret=[redacted]&a=b', ['abc']],
    ['a=b&password=c+d%2Be&f=g', 'a=b&password=[redacted]&f=g', ['c d+e', 'c+d%2Be']],
    ['secret=a=b', 'secret=[redacted]', ['a=b']],
    ['my%20secret=abc', 'my%20secret=[redacted]', ['abc']],
    ['token=%zz', 'token=[redacted]', ['%zz']],
    ['to%6ben=abc&%zz=1', 'to%6ben=[redacted]&%zz=1', ['abc']],
    ['secret=', 'secret=[redacted]', ['']],
  ])('loses the values of telling names: %s', (source, text, secrets) => {
    const redacted = redactForm(source);
    expect(redacted.text).toBe(text);
    expect(new Set(redacted.secrets)).toEqual(new Set(secrets));
  });

  test.each(['a=b&c=d', 'secret', 'secrets&a=secret', '=secret', ''])('is left alone otherwise: %j', (source) => {
    expect(redactForm(source)).toEqual({ text: source, secrets: [] });
  });
});

test('a word of a million characters takes no time', () => {
  const word = 'a'.repeat(1_000_000);
  const began = process.cpuUsage();
  expect(redactBrokenJson(word)).toEqual({ text: word, secrets: [] });
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});
