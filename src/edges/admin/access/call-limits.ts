import type { Contract, Operation } from '../../../engine/contract/contract.ts';
import { problem } from '../../../engine/problems/problem.ts';
import { type Counters, MINUTE, toSeconds } from '../../../engine/rate-limiting/counters.ts';
import { andThen } from '../../../kernel/and-then.ts';
import type { ApiRequest } from '../../../kernel/http.ts';

export interface CallLimitsParts {
  readonly contract: Contract;
  readonly counters: Counters;
  /** Control calls of one caller in a minute: an organization, the operator, programs on this machine. */
  readonly callsPerMinute: number;
  /** The address of the client. */
  readonly senderOf: (request: ApiRequest) => string | undefined;
}

/** Limits of control calls: each may work on a whole sandbox, so they are counted apart from calls of the API. */
export interface CallLimits {
  /** Counts a call of an address, before anything is known about the caller; throws 429. */
  readonly arrive: (request: ApiRequest, operation: Operation) => void | Promise<void>;
  /** Counts a call of an authenticated caller; throws 429. Reads of the browser console are counted apart. */
  readonly admit: (caller: string, operation: Operation, reader: Reader) => void | Promise<void>;
}

/** Calls that the server makes itself, as a part of one that was counted, are not counted. */
export type Reader = 'program' | 'console' | 'server';

/** An office or a CI system has several callers behind one address. */
const CALLERS_PER_ADDRESS = 5;

/** In hosted mode, 200 calls that work on everything in a sandbox (each counts as five) are as many as a test run needs. */
const costOf = ({ countsAs = 1 }: Operation): number => countsAs;

export const createCallLimits = (parts: CallLimitsParts): CallLimits => {
  const { contract, counters, callsPerMinute, senderOf } = parts;
  const perAddress = callsPerMinute * CALLERS_PER_ADDRESS;
  const byCaller = counters({ name: 'control-calls-of-caller', limit: callsPerMinute, window: MINUTE });
  const byAddress = counters({ name: 'control-calls-of-address', limit: perAddress, window: MINUTE });
  // Reconnecting to a stream must not fail, and the number of open ones is limited by itself.
  const streams = new Set(contract.operations.filter(isStream));
  return {
    arrive: (request, operation) => {
      if (streams.has(operation) || request.usesNoBudget === true) return;
      return andThen(byAddress.take(senderOf(request) ?? '', costOf(operation)), (wait) => {
        if (wait !== undefined) throw usedUp('This address', perAddress, wait);
      });
    },
    admit: (caller, operation, reader) => {
      if (streams.has(operation) || reader === 'server') return;
      const key = reader === 'console' ? `${caller} in the console` : caller;
      return andThen(byCaller.take(key, costOf(operation)), (wait) => {
        if (wait !== undefined) throw usedUp('This caller', callsPerMinute, wait);
      });
    },
  };
};

const isStream = ({ responses }: Operation): boolean =>
  responses.some(({ contents }) => contents.some(({ mediaType }) => mediaType === 'text/event-stream'));

const usedUp = (who: string, limit: number, wait: number): Error => {
  const seconds = String(toSeconds(wait));
  return problem('rate-limited', {
    detail: `${who} used up its ${String(limit)} control calls per minute. Retry in ${seconds} seconds.`,
    headers: { 'retry-after': seconds },
  });
};
