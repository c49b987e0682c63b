import { describe, expect, test } from '@jest/globals';
import { addResponseHeaders } from '../../../src/engine/stages/add-response-headers.ts';
import { assuming } from '../assuming.ts';
import { partsOf, runOn, settledOf } from './exchange-of.ts';

describe('add-response-headers', () => {
  const reading = { category: 'read', limit: 60, burst: 10, remaining: 7, resetAt: 1_700_000_000_500 };
  const start = (change: object = {}, choices: readonly string[] = []) => {
    const cleared: string[] = [];
    const stage = addResponseHeaders(
      partsOf({
        clientPauses: { clear: (clientId: string) => cleared.push(clientId) },
        rateLimiter: { read: () => reading },
        categoryOf: () => 'read',
        clock: { now: () => 0, toWallTime: (instant: number) => instant },
        assumedIn: () => assuming(...choices),
        explanationOf: ({ id }: { readonly id: string }) => `http://stub/${id}`,
        ...change,
      }),
    );
    const headersOf = async (about: object = {}) =>
      ((await runOn(stage, settledOf(about))) as { reply: { headers: Record<string, string> } }).reply.headers;
    return { cleared, headersOf };
  };
  const OWN = { etag: '"1"', 'x-mock-request-id': 'x-1', 'x-mock-source': 'stateful', 'x-trace-id': 't-1' };
  const BUDGET = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1700000000' };

  test('says who answered under which ids, and what is left of the budget', async () => {
    expect(await start().headersOf()).toEqual({ ...OWN, 'x-ratelimit-category': 'read', ...BUDGET });
  });

  test('says the category alone without a caller, and nothing without a category', async () => {
    expect(await start().headersOf({ caller: undefined })).toEqual({ ...OWN, 'x-ratelimit-category': 'read' });
    expect(await start({ categoryOf: () => undefined }).headersOf()).toEqual(OWN);
  });

  test('says it of counted requests only, where that is assumed', async () => {
    const { headersOf } = start({}, ['rate-limit-header-presence=counted-only']);
    expect(await headersOf()).toEqual(OWN);
    expect(await headersOf({ budget: { ...reading, remaining: 3 } })).toMatchObject({ 'x-ratelimit-remaining': '3' });
  });

  test('links a refusal to its explanation, beside links of its own', async () => {
    const refusal = (headers = {}) => ({ reply: { status: 404, headers } });
    const own = '<http://stub/x-1>; rel="explain"';
    expect(await start().headersOf(refusal())).toMatchObject({ link: own });
    expect(await start().headersOf(refusal({ link: '<a>' }))).toMatchObject({ link: `<a>, ${own}` });
    expect(await start({ explanationOf: undefined }).headersOf(refusal())).not.toHaveProperty('link');
  });

  test('any answer but 429 ends the row of refusals', async () => {
    const { cleared, headersOf } = start();
    await headersOf({ reply: { status: 429, headers: {} } });
    await headersOf({ caller: undefined });
    expect(cleared).toEqual([]);
    await headersOf();
    expect(cleared).toEqual(['client']);
  });
});
