import { beforeAll, describe, expect, test } from '@jest/globals';
import { type CountedCaller, type Reader, createCallLimits } from '../../../../src/edges/admin/access/call-limits.ts';
import { loadAdminContract } from '../../../../src/edges/files/load-own-contract.ts';
import { createMemoryCounters } from '../../../../src/engine/rate-limiting/counters.ts';
import type { Contract, Operation } from '../../../../src/engine/contract/contract.ts';
import { Problem } from '../../../../src/kernel/problem.ts';
import type { ApiRequest } from '../../../../src/kernel/http.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const LIMIT = 10;
/** One a second, and fifteen at once. */
const VISITOR_LIMIT = 60;

let contract: Contract;
beforeAll(async () => {
  contract = await loadAdminContract();
});

const start = () => {
  const clock = createTestClock();
  const limits = createCallLimits({
    contract,
    counters: createMemoryCounters(clock),
    callsPerMinute: LIMIT,
    visitorCallsPerMinute: VISITOR_LIMIT,
    senderOf: () => '192.0.2.1',
    slowRefusals: { refuse: (_, refusal) => Promise.reject(refusal), lineUp: () => undefined },
  });
  return { clock, limits };
};

const REQUEST = {} as ApiRequest;

const OPERATOR: CountedCaller = { key: 'operator', kind: 'other' };
const visitorOf = (number: number): CountedCaller => ({ key: `visitor ${String(number)}`, kind: 'session-of-visitor' });

const operationOf = (id: string): Operation => contract.operations.find((one) => one.id === id)!;

/** How many calls pass before one is refused, and how long to wait then. */
const passing = async (call: () => void | Promise<void>): Promise<readonly [number, number]> => {
  for (let count = 0; ; count++)
    try {
      await call();
    } catch (error) {
      if (error instanceof Problem && error.members.status === 429)
        return [count, Number(error.members.headers?.['retry-after'])];
      throw error;
    }
};

const isCounted = ({ responses }: Pick<Operation, 'responses'>): boolean =>
  responses.every(({ contents }) => contents.every(({ mediaType }) => mediaType !== 'text/event-stream'));

describe('control calls per minute', () => {
  test('a call counts as often as its description says, for its caller and for its address', async () => {
    for (const operation of contract.operations.filter(isCounted)) {
      const { id, countsAs = 1 } = operation;
      const [{ limits: ofCaller }, { limits: ofAddress }] = [start(), start()];
      const call = { caller: OPERATOR, request: REQUEST, operation, reader: 'program' } as const;
      const [[byCaller], [byAddress]] = [
        await passing(() => ofCaller.admit(call)),
        await passing(() => ofAddress.arrive(REQUEST, operation)),
      ];
      expect([id, byCaller, byAddress]).toEqual([id, Math.ceil(LIMIT / countsAs), Math.ceil((LIMIT * 5) / countsAs)]);
    }
  });

  test('what takes a whole state, or gives one away, counts as several', () => {
    const whole = contract.operations.filter(
      ({ takesLargeBody, showsSecrets, responses }) => takesLargeBody || (showsSecrets && isCounted({ responses })),
    );
    expect(whole.map(({ id }) => id)).toEqual(expect.arrayContaining(['importState', 'exportState']));
    expect(whole.filter(({ countsAs = 1 }) => countsAs < 5).map(({ id }) => id)).toEqual([]);
  });
});

describe('the calls of a visitor', () => {
  const next = (
    limits: ReturnType<typeof createCallLimits>,
    caller: CountedCaller,
    reader: Reader = 'program',
    id = 'moveShow',
  ) => passing(() => limits.admit({ caller, request: REQUEST, operation: operationOf(id), reader }));

  test('a quarter of them may come within a quarter of a minute', async () => {
    const { limits, clock } = start();
    expect(await next(limits, visitorOf(1))).toEqual([3, 15]);
    clock.advance(14_999);
    expect(await next(limits, visitorOf(1))).toEqual([0, 1]);
    clock.advance(1);
    expect(await next(limits, visitorOf(1))).toEqual([3, 15]);
  });

  test('use up nothing of another visitor, nor of their address', async () => {
    const { limits } = start();
    const operation = operationOf('moveShow');
    for (let number = 0; number < 100; number++)
      for (let count = 0; count < 3; count++) {
        const arrive = (): void => {
          void limits.arrive(REQUEST, operation);
        };
        expect(arrive).not.toThrow();
        await limits.admit({ caller: visitorOf(number), request: REQUEST, operation, reader: 'program' });
      }
  });

  test('of a program count for its address as well', async () => {
    const { limits } = start();
    const operation = operationOf('getClock');
    let number = 0;
    const [count] = await passing(async () => {
      await limits.arrive(REQUEST, operation);
      const caller = { key: `client ${String(number++)}`, kind: 'client-of-visitor' } as const;
      await limits.admit({ caller, request: REQUEST, operation, reader: 'program' });
    });
    expect(count).toBe(LIMIT * 5);
  });

  test('what its screens read is counted apart, but not what takes a whole sandbox along', async () => {
    const { limits } = start();
    expect(await next(limits, visitorOf(1), 'console', 'listRecords')).toEqual([LIMIT / 2, 60]);
    expect(await next(limits, visitorOf(1), 'console', 'exportState')).toEqual([3, 15]);
    expect(await next(limits, visitorOf(1))).toEqual([0, 15]);
  });

  test('what a call does beyond what it counts as counts too, and no other caller is charged', async () => {
    const { limits, clock } = start();
    const charge = (caller: CountedCaller) => passing(() => limits.charge(caller, 8));
    expect(await charge(visitorOf(1))).toEqual([2, 15]);
    expect(await next(limits, visitorOf(1))).toEqual([0, 15]);
    await limits.charge(OPERATOR, 1000);
    expect(await next(limits, OPERATOR)).toEqual([2, 60]);
    clock.advance(15_000);
    expect((await next(limits, visitorOf(1)))[0]).toBe(3);
  });
});

test('streams are counted apart, so that who used up its calls can follow on, but not without end', async () => {
  const { limits } = start();
  const call = (operation: string) => () =>
    limits.admit({ caller: OPERATOR, request: REQUEST, operation: operationOf(operation), reader: 'program' });
  expect(await passing(call('getClock'))).toEqual([LIMIT, 60]);
  expect(await passing(call('streamJournal'))).toEqual([LIMIT, 60]);
});
