import { describe, expect, test } from '@jest/globals';
import { checkIfNoneMatch } from '../../../src/engine/stages/check-if-none-match.ts';
import { assuming } from '../assuming.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { partsOf, runOn, settledOf } from './exchange-of.ts';

const { reply } = settledOf();

describe('check-if-none-match', () => {
  const check = (held: string | undefined, change: object = {}, choices: readonly string[] = []) =>
    runOn(checkIfNoneMatch(partsOf({ assumedIn: () => assuming(...choices) })), {
      ...settledOf(change),
      request: requestOf({ headers: held === undefined ? {} : { 'if-none-match': held }, ...change }),
    });

  test('answers 304 when the client holds the version', async () => {
    const unchanged = { reply: { ...reply, status: 304, content: undefined }, source: 'stateful' };
    expect(await check('"1"')).toEqual(unchanged);
    expect(await check('W/"1"')).toEqual(unchanged);
    expect(await check('"0", "1"')).toEqual(unchanged);
    expect(await check('*')).toEqual(unchanged);
    expect(await check('"1"', { method: 'HEAD' })).toEqual(unchanged);
  });

  test.each<[string, string | undefined, object]>([
    ['without the header', undefined, {}],
    ['for another version', '"2"', {}],
    ['for what is no entity tag', 'nonsense', {}],
    ['for a write', '"1"', { method: 'POST' }],
    ['without an ETag', '"1"', { reply: { status: 200, headers: {} } }],
    ['for another status', '"1"', { reply: { ...reply, status: 404 } }],
  ])('leaves the answer alone %s', async (_when, held, change) => {
    expect(await check(held, change)).toBeUndefined();
  });

  test('and where conditional reads are assumed to be ignored', async () => {
    expect(await check('"1"', {}, ['conditional-reads=ignored'])).toBeUndefined();
  });
});
