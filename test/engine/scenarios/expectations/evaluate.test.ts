import { describe, expect, test } from '@jest/globals';
import type { Observation } from '../../../../src/engine/scenarios/expectations/observed.ts';
import type { ExpectationReport } from '../../../../src/generated/control-schemas.ts';
import { compileExpectation } from '../../../../src/engine/scenarios/expectations/expectation.ts';
import type { Expectation } from '../../../../src/generated/scenario-file.ts';
import { cameEvent, cameRequest, evaluate } from '../../../support/came.ts';

const RUN = { scenario: 'tested', activatedAt: 0, seenSince: undefined };

const judge = async (
  expectation: Expectation,
  happenings: readonly Observation[],
  { now = 0, seenSince }: { readonly now?: number; readonly seenSince?: number } = {},
): Promise<ExpectationReport> => {
  const compiledExpectation = await compileExpectation(expectation, 0);
  return evaluate([compiledExpectation], { ...RUN, seenSince }, happenings, now).expectations[0]!;
};

const verdictOf = async (...asked: Parameters<typeof judge>): Promise<string> => {
  const { verdict, final } = await judge(...asked);
  return final ? `${verdict}, final` : verdict;
};

const requests = (count: number): Observation[] => Array.from({ length: count }, (_, at) => cameRequest(at));

describe('how many', () => {
  test.each([
    [{}, 0, 'open'],
    [{}, 1, 'met, final'],
    [{}, 5, 'met, final'],
    [{ atLeast: 2 }, 1, 'open'],
    [{ atLeast: 2 }, 2, 'met, final'],
    [{ atMost: 2 }, 0, 'met'],
    [{ atMost: 2 }, 2, 'met'],
    [{ atMost: 2 }, 3, 'not-met, final'],
    [{ atMost: 0 }, 1, 'not-met, final'],
    [{ atLeast: 1, atMost: 2 }, 0, 'open'],
    [{ atLeast: 1, atMost: 2 }, 2, 'met'],
    [{ times: 2 }, 1, 'open'],
    [{ times: 2 }, 2, 'met'],
    [{ times: 2 }, 3, 'not-met, final'],
    [{ times: 0 }, 0, 'met'],
  ])('%j with %d: %s', async (bounds, count, verdict) => {
    expect(await verdictOf({ request: 'createOrder', ...bounds }, requests(count))).toBe(verdict);
  });

  test('the request that was one too many is named', async () => {
    const report = await judge({ request: '*', atMost: 1 }, [cameRequest(1), cameRequest(2, { id: 'second' })]);
    expect(report.fault).toBe('POST /orders (200, second) exceeds the allowed number.');
  });
});

test('a report says what it is about, in which place of the file, how many were wanted and why', async () => {
  const compiledExpectations = await Promise.all(
    [
      { request: 'createOrder', atLeast: 2, because: 'Retries.' },
      { event: 'kyc.done', atMost: 3 },
    ].map((one, index) => compileExpectation(one, index)),
  );
  const { expectations } = evaluate(compiledExpectations, RUN, [cameRequest(1), cameEvent(2, 'kyc.done')], 3);
  expect(expectations).toMatchObject([
    { number: 1, about: 'requests', atLeast: 2, atMost: null, because: 'Retries.', came: 'received once' },
    { number: 2, about: 'events', atLeast: 0, atMost: 3, because: null, came: 'emitted once' },
  ]);
  expect(evaluate(compiledExpectations, RUN, [], 0).expectations[0]!.came).toBe('never received');
});

describe('which', () => {
  const wanted: Expectation = {
    request: 'updateBuyer',
    when: { headers: { 'If-Match': { present: true } }, body: { '/companyName': 'New' } },
    answered: 200,
  };

  test('the closest is the one that meets the most, and the newest of those; it says in what it differs', async () => {
    const fitting = { operationId: 'updateBuyer', headers: { 'if-match': '"1"' }, body: { companyName: 'New' } };
    const report = await judge(wanted, [
      cameRequest(1, { ...fitting, answered: 409, id: 'older' }),
      cameRequest(2, { ...fitting, answered: 412, id: 'newer' }),
      cameRequest(3, { ...fitting, headers: {}, body: { companyName: 'Old' }, id: 'farther' }),
      cameRequest(4, { operationId: 'getBuyer', id: 'another' }),
    ]);
    expect(report.closest).toEqual({
      request: { id: 'newer', method: 'POST', path: '/orders', operationId: 'updateBuyer', status: 412 },
      event: null,
      difference: { at: 'answer', expected: 'equals 200', actual: '412' },
    });
  });

  test('without any of the operation, the newest of the others is shown', async () => {
    const report = await judge(wanted, [
      cameRequest(1, { operationId: 'getBuyer' }),
      cameRequest(2, { operationId: 'listBuyers' }),
    ]);
    expect(report.closest?.difference).toEqual({
      at: 'operation',
      expected: 'equals updateBuyer',
      actual: 'listBuyers',
    });
  });

  test('an answer that was lost on its way was no answer', async () => {
    const report = await judge({ request: 'createOrder', answered: 201 }, [
      cameRequest(1, { lostBy: 'CONNECTION_RESET_BY_PEER' }),
    ]);
    expect(report).toMatchObject({
      verdict: 'open',
      closest: { request: { status: null }, difference: { actual: 'lost: CONNECTION_RESET_BY_PEER' } },
    });
  });

  test('an event counts when its data holds the members, deep down too', async () => {
    const expectation = { event: 'kyc.done', data: { outcome: 'REJECTED', buyer: { country: 'DE' } } };
    const come = (data: object) => [cameEvent(1, 'kyc.done', data)];
    expect(
      await verdictOf(expectation, come({ outcome: 'REJECTED', buyer: { country: 'DE', uuid: 'x' }, more: 1 })),
    ).toBe('met, final');
    expect(
      (await judge(expectation, come({ outcome: 'REJECTED', buyer: { country: 'FR' } }))).closest?.difference,
    ).toEqual({
      at: 'data buyer.country',
      expected: 'equals "DE"',
      actual: '"FR"',
    });
    expect((await judge(expectation, [cameEvent(1, 'kyc.begun')])).closest?.difference.at).toBe('event');
  });

  test('events are counted and named as requests are', async () => {
    const come = [cameEvent(1, 'kyc.done'), cameEvent(2, 'kyc.done')] as const;
    const [first, second] = come.map((event) => event.summary());
    const report = await judge({ event: 'kyc.done', atMost: 1 }, come);
    expect(report).toMatchObject({ verdict: 'not-met', count: 2, events: [first, second], requests: [] });
    expect(report.fault).toBe(`kyc.done (${second!.id}) exceeds the allowed number.`);
    const late = await judge({ event: 'kyc.done', within: 'PT1S' }, [cameEvent(2000, 'kyc.done')]);
    expect(late.closest).toMatchObject({ event: { type: 'kyc.done' }, difference: { at: 'within' } });
  });

  test('requests and events are never held against each other', async () => {
    expect(await judge({ event: 'kyc.done' }, [cameRequest(1)])).toMatchObject({ count: 0, closest: null });
    expect(await judge({ request: 'createOrder' }, [cameEvent(1, 'kyc.done')])).toMatchObject({
      count: 0,
      closest: null,
    });
  });

  const differenceIn = async (data: NonNullable<Expectation['data']>, found: unknown) => {
    const report = await judge({ event: 'kyc.done', data }, [cameEvent(1, 'kyc.done', found as object)]);
    return report.closest?.difference;
  };

  test.each([
    [{ buyer: { country: 'DE' } }, {}, 'data buyer', 'absent'],
    [{ buyer: { country: 'DE' } }, { buyer: null }, 'data buyer', 'null'],
    [{ buyer: { country: 'DE' } }, { buyer: ['DE'] }, 'data buyer', '["DE"]'],
    [{ buyer: { country: 'DE', name: 'A' } }, { buyer: { country: 'DE', name: 'B' } }, 'data buyer.name', '"B"'],
    [{ buyer: 'DE' }, { buyer: { country: 'DE' } }, 'data buyer', '{"country":"DE"}'],
    [{ reasons: ['A'] }, { reasons: ['A', 'B'] }, 'data reasons', '["A","B"]'],
    [{ toString: 'A' }, {}, 'data toString', 'absent'],
    [{ length: 3 }, 'abc', 'data length', 'absent'],
  ])('data %j differs from %j in %s, which is %s', async (data, found, at, actual) => {
    expect(await differenceIn(data, found)).toMatchObject({ at, actual });
  });
});

describe('sameIdempotencyKey', () => {
  const wanted: Expectation = { request: 'createOrder', atLeast: 2, sameIdempotencyKey: true };

  test('breaks with another key, and for good', async () => {
    const report = await judge(wanted, [
      cameRequest(1, { key: 'a' }),
      cameRequest(2, { key: 'b', id: 'x' }),
      cameRequest(3, { key: 'a' }),
    ]);
    expect(report).toMatchObject({ verdict: 'not-met', final: true });
    expect(report.fault).toBe('POST /orders (200, x) has the Idempotency-Key "b", but the first request had "a".');
  });

  test('shows of long keys only the beginning', async () => {
    const { fault } = await judge(wanted, [
      cameRequest(1, { key: `a${'0'.repeat(200)}` }),
      cameRequest(2, { key: `b${'0'.repeat(200)}`, id: 'x' }),
    ]);
    expect(fault).toBe(
      `POST /orders (200, x) has the Idempotency-Key "b${'0'.repeat(63)}", but the first request had "a${'0'.repeat(63)}".`,
    );
  });

  test('breaks without a key', async () => {
    const report = await judge(wanted, [cameRequest(1, { id: 'x' })]);
    expect(report.fault).toBe('POST /orders (200, x) has no Idempotency-Key.');
  });
});

describe('afterRetryAfter', () => {
  const wanted: Expectation = { request: '*', answered: 429, atMost: 3, afterRetryAfter: true };
  const refused = (at: number, more = {}) => cameRequest(at, { answered: 429, retryAfter: 2000, ...more });

  test('holds when the client waits as long as it was told', async () => {
    expect(await verdictOf(wanted, [refused(0), refused(2000), cameRequest(4000)])).toBe('met');
  });

  test('breaks when it comes sooner, whatever it is answered then', async () => {
    const report = await judge(wanted, [refused(0, { id: 'x' }), cameRequest(500, { id: 'y' })]);
    expect(report).toMatchObject({ verdict: 'not-met', final: true });
    expect(report.fault).toContain(
      '(200, y) was sent 0.5 seconds after POST /orders (429, x), whose response asked to wait 2 seconds.',
    );
  });

  test('is a matter of each client: another one was told nothing', async () => {
    expect(await verdictOf(wanted, [refused(0), cameRequest(500, { clientId: 'other' })])).toBe('met');
  });

  test('takes those of whom no client is known for one', async () => {
    const nobody = (came: ReturnType<typeof cameRequest>): Observation => ({ ...came, clientId: undefined });
    expect(await verdictOf(wanted, [nobody(refused(0)), nobody(cameRequest(500))])).toBe('not-met, final');
    expect(await verdictOf(wanted, [nobody(refused(0)), cameRequest(500)])).toBe('met');
  });

  test('is not asked of a client that was told nothing, nor where it is not wanted', async () => {
    const hurry = [cameRequest(0), cameRequest(1)];
    expect(await verdictOf({ request: '*', atMost: 3, afterRetryAfter: true }, hurry)).toBe('met');
    expect(await verdictOf({ request: '*', atMost: 3 }, [refused(0), refused(1)])).toBe('met');
  });

  test('is not broken by a request of another kind, nor when the time is over', async () => {
    const narrow: Expectation = { ...wanted, when: { headers: { a: '1' } } };
    const first = refused(0, { headers: { a: '1' } });
    expect(await verdictOf(narrow, [first, cameRequest(500)])).toBe('met');
    expect(await verdictOf(narrow, [first, cameRequest(500, { headers: { a: '1' } })])).toBe('not-met, final');
    const short: Expectation = { ...wanted, within: 'PT1S' };
    expect(await verdictOf(short, [refused(0), cameRequest(1000)])).toBe('not-met, final');
    expect(await verdictOf(short, [refused(0), cameRequest(1001)])).toBe('met');
  });

  test('may still be broken when enough have come', async () => {
    const any: Expectation = { request: '*', answered: 429, afterRetryAfter: true };
    expect(await verdictOf(any, [refused(0)])).toBe('met');
  });
});

describe('within', () => {
  const wanted: Expectation = { request: 'createOrder', within: 'PT1H' };
  const hour = 3_600_000;

  test('what comes later does not count', async () => {
    const report = await judge(wanted, [cameRequest(2 * hour)], { now: 2 * hour });
    expect(report).toMatchObject({ verdict: 'not-met', final: true, count: 0 });
    expect(report.closest?.difference).toEqual({
      at: 'within',
      expected: 'at most PT1H after activation',
      actual: 'PT2H after it',
    });
  });

  test('what comes exactly at its end is in time, a millisecond later is not', async () => {
    expect(await judge(wanted, [cameRequest(hour)], { now: hour })).toMatchObject({ verdict: 'met', count: 1 });
    expect(await judge(wanted, [cameRequest(hour + 1)], { now: hour + 1 })).toMatchObject({ verdict: 'not-met' });
    const event: Expectation = { event: 'e', within: 'PT1H' };
    expect(await judge(event, [cameEvent(hour, 'e')], { now: hour })).toMatchObject({ count: 1 });
    expect(await judge(event, [cameEvent(hour + 1, 'e')], { now: hour + 1 })).toMatchObject({ count: 0 });
    const once = { ...wanted, times: 1 };
    expect(await verdictOf(once, [cameRequest(1), cameRequest(hour)], { now: hour })).toBe('not-met, final');
    expect(await verdictOf(once, [cameRequest(1), cameRequest(hour + 1)], { now: hour + 1 })).toBe('met, final');
  });

  test('the verdict stands when the time is over, and not before', async () => {
    expect(await verdictOf(wanted, [], { now: hour })).toBe('open');
    expect(await verdictOf(wanted, [], { now: hour + 1 })).toBe('not-met, final');
    const atMost = { request: 'createOrder', atMost: 1, within: 'PT1H' };
    expect(await verdictOf(atMost, [cameRequest(1)], { now: hour })).toBe('met');
    expect(await verdictOf(atMost, [cameRequest(1), cameRequest(hour + 1)], { now: hour + 1 })).toBe('met, final');
  });
});

describe('where it is not known what came first', () => {
  const unknown = { now: 7_200_000, seenSince: 1000 };

  test('nothing is held against the client, and nothing in its favour', async () => {
    expect(await verdictOf({ request: 'createOrder', within: 'PT1H' }, [], unknown)).toBe('open, final');
    expect(await verdictOf({ request: 'createOrder', atMost: 1 }, [], unknown)).toBe('open');
    expect(await verdictOf({ request: 'createOrder', times: 1 }, [cameRequest(1000)], unknown)).toBe('open');
  });

  test('what is certain all the same is said', async () => {
    expect(await verdictOf({ request: 'createOrder', atLeast: 2 }, requests(2), unknown)).toBe('met, final');
    expect(await verdictOf({ request: 'createOrder', atMost: 1 }, requests(2), unknown)).toBe('not-met, final');
  });
});

test.each<[Expectation, string]>([
  [{ request: 'createOrder' }, 'createOrder at least once'],
  [{ request: '*', times: 0 }, 'any request never'],
  [{ request: 'a', times: 1 }, 'a exactly once'],
  [{ request: 'a', atLeast: 2 }, 'a at least twice'],
  [{ request: 'a', atMost: 3 }, 'a at most 3 times'],
  [{ request: 'a', atLeast: 1, atMost: 1 }, 'a exactly once'],
  [
    { request: 'a', when: { params: { page: 2 } }, answered: 200 },
    'a (parameter page equals 2; answered 200) at least once',
  ],
  [{ request: 'a', times: 3, sameIdempotencyKey: true }, 'a exactly 3 times, all with the same Idempotency-Key'],
  [
    { request: '*', answered: 429, atMost: 2, afterRetryAfter: true },
    'any request (answered 429) at most twice, none before Retry-After has elapsed',
  ],
  [
    { request: 'a', when: { headers: { 'If-Match': { present: true } } }, atLeast: 1, atMost: 4 },
    'a (header If-Match is present) 1 to 4 times',
  ],
  [
    { event: 'e', data: { outcome: 'NO' }, within: 'PT3H' },
    'event e (data outcome equals "NO") at least once, within PT3H',
  ],
])('%j in words', async (expectation, words) => {
  expect((await compileExpectation(expectation, 0)).wanted).toBe(words);
});
