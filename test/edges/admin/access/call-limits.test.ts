import { beforeAll, describe, expect, test } from '@jest/globals';
import { type CallLimits, createCallLimits } from '../../../../src/edges/admin/access/call-limits.ts';
import { loadAdminContract } from '../../../../src/edges/files/load-own-contract.ts';
import { createMemoryCounters } from '../../../../src/engine/rate-limiting/counters.ts';
import type { Contract, Operation } from '../../../../src/engine/contract/contract.ts';
import { Problem } from '../../../../src/kernel/problem.ts';
import type { ApiRequest } from '../../../../src/kernel/http.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const LIMIT = 10;

let contract: Contract;
beforeAll(async () => {
  contract = await loadAdminContract();
});

const open = (): CallLimits =>
  createCallLimits({
    contract,
    counters: createMemoryCounters(createTestClock()),
    callsPerMinute: LIMIT,
    senderOf: () => '192.0.2.1',
  });

/** How many calls pass before one is refused. */
const passing = (call: () => void): number => {
  for (let count = 0; count < 1000; count++)
    try {
      call();
    } catch (error) {
      if (error instanceof Problem && error.members.status === 429) return count;
      throw error;
    }
  return Infinity;
};

const isCounted = ({ responses }: Pick<Operation, 'responses'>): boolean =>
  responses.every(({ contents }) => contents.every(({ mediaType }) => mediaType !== 'text/event-stream'));

describe('control calls per minute', () => {
  test('a call of a session counts as often as its description says, and so does one of an address', () => {
    const request = {} as ApiRequest;
    for (const operation of contract.operations.filter(isCounted)) {
      const { id, countsAs = 1 } = operation;
      const [ofCaller, ofAddress] = [open(), open()];
      const counts = [
        passing(() => void ofCaller.admit('visitor 1', operation, 'console')),
        passing(() => void ofAddress.arrive(request, operation)),
      ];
      expect([id, ...counts]).toEqual([id, LIMIT / countsAs, (LIMIT * 5) / countsAs]);
    }
  });

  test('what takes a whole state, or gives one away, counts as several', () => {
    const whole = contract.operations.filter(
      ({ takesLargeBody, showsSecrets, responses }) => takesLargeBody || (showsSecrets && isCounted({ responses })),
    );
    expect(whole.map(({ id }) => id)).toEqual(expect.arrayContaining(['importState', 'exportState', 'getCapsule']));
    expect(whole.filter(({ countsAs = 1 }) => countsAs < 5).map(({ id }) => id)).toEqual([]);
  });

  test('one session uses up nothing of another', () => {
    const limits = open();
    const operation = contract.operations.find(({ id }) => id === 'nextStep')!;
    expect(passing(() => void limits.admit('visitor 1', operation, 'program'))).toBe(2);
    expect(passing(() => void limits.admit('visitor 2', operation, 'program'))).toBe(2);
  });
});
