import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toData } from '../../../src/commands/remote/set-path.ts';

const plain = (settings: readonly string[]): unknown => JSON.parse(JSON.stringify(toData(settings))) as unknown;

test('paths make objects and lists', () => {
  expect(plain(['a=1', 'b.c=x', 'b.d=[1]', 'e[0].f=true', 'e.1=null', 'a=2'])).toEqual({
    a: 2,
    b: { c: 'x', d: [1] },
    e: [{ f: true }, null],
  });
  expect(plain(['a={"b":1}', 'a.c=2'])).toEqual({ a: { b: 1, c: 2 } });
});

test('a value is whatever it is as JSON, else the text', () => {
  const text = fc.string().filter((value) => value !== '');
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), text), (value) => {
      expect(plain([`a=${JSON.stringify(value)}`])).toEqual(JSON.parse(JSON.stringify({ a: value })));
    }),
  );
  expect(plain(['a=', 'b=1.5.2', 'c= x ', 'd=NaN'])).toEqual({ a: '', b: '1.5.2', c: ' x ', d: 'NaN' });
});

test('no name means anything', () => {
  toData(['__proto__.polluted=yes', 'constructor.prototype.polluted=yes']);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(JSON.stringify(toData(['__proto__.a=1']))).toBe('{"__proto__":{"a":1}}');
});
