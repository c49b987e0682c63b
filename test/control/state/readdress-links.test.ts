import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readdressLinks } from '../../../src/control/state/state-document.ts';

const SECRET = 'QM8XV3TZR1YW5KC7HN2BD9HF4G';

describe('links in data that moves', () => {
  test.each([
    [`demo.${SECRET}`, `copy.${SECRET}`],
    [`https://stub.example/v1/self-service/demo.${SECRET}`, `https://stub.example/v1/self-service/copy.${SECRET}`],
    [`open /v1/self-service/demo.${SECRET} (once)`, `open /v1/self-service/copy.${SECRET} (once)`],
    [`not-demo.${SECRET}`, `not-demo.${SECRET}`],
    [`demo.${SECRET}X`, `demo.${SECRET}X`],
    ['demo.example', 'demo.example'],
    ['demo', 'demo'],
  ])('%s', (before, after) => {
    expect(readdressLinks({ a: [before] }, 'demo', 'copy')).toEqual({ a: [after] });
  });

  test('everything else is left as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(readdressLinks(value as never, 'demo', 'copy')).toEqual(value);
      }),
    );
  });

  test('integers beyond 2^53 keep their digits', () => {
    expect(readdressLinks({ amount: 9_007_199_254_740_993n }, 'demo', 'copy')).toEqual({
      amount: 9_007_199_254_740_993n,
    });
  });
});
