import type { Contract, Operation } from '../../../engine/contract/contract.ts';
import { problem } from '../../../engine/problems/problem.ts';
import { createPerMinute } from '../../../engine/rate-limiting/per-minute.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ApiRequest } from '../../../kernel/http.ts';

export interface CallLimitsParts {
  readonly contract: Contract;
  /** Wall-clock time: the clock of a sandbox may be frozen. */
  readonly clock: Clock;
  /** Control calls of one caller in a minute: an organization, the operator, programs on this machine. */
  readonly callsPerMinute: number;
  /** The address of the client. */
  readonly senderOf: (request: ApiRequest) => string | undefined;
}

/** Limits of control calls: each may work on a whole sandbox, so they are counted apart from calls of the API. */
export interface CallLimits {
  /** Counts a call of an address, before anything is known about the caller; throws 429. */
  readonly arrive: (request: ApiRequest, operation: Operation) => void;
  /** Counts a call of an authenticated caller; throws 429. Reads of the browser console are counted apart. */
  readonly admit: (caller: string, operation: Operation, reader: Reader) => void;
}

/** Calls that the server makes itself, as a part of one that was counted, are not counted. */
export type Reader = 'program' | 'console' | 'server';

/** An office or a CI system has several callers behind one address. */
const CALLERS_PER_ADDRESS = 5;

/** In hosted mode, 200 calls that work on everything in a sandbox (each counts as five) are as many as a test run needs. */
const costOf = ({ countsAs = 1 }: Operation): number => countsAs;

export const createCallLimits = (parts: CallLimitsParts): CallLimits => {
  const { contract, clock, callsPerMinute, senderOf } = parts;
  const byCaller = createPerMinute(callsPerMinute);
  const byAddress = createPerMinute(callsPerMinute * CALLERS_PER_ADDRESS);
  // Reconnecting to a stream must not fail, and the number of open ones is limited by itself.
  const streams = new Set(contract.operations.filter(isStream));
  return {
    arrive: (request, operation) => {
      if (streams.has(operation) || request.usesNoBudget === true) return;
      const seconds = byAddress.take(senderOf(request) ?? '', clock.now(), costOf(operation));
      if (seconds !== undefined) throw usedUp('This address', callsPerMinute * CALLERS_PER_ADDRESS, seconds);
    },
    admit: (caller, operation, reader) => {
      if (streams.has(operation) || reader === 'server') return;
      const seconds = byCaller.take(
        reader === 'console' ? `${caller} in the console` : caller,
        clock.now(),
        costOf(operation),
      );
      if (seconds !== undefined) throw usedUp('This caller', callsPerMinute, seconds);
    },
  };
};

const isStream = ({ responses }: Operation): boolean =>
  responses.some(({ contents }) => contents.some(({ mediaType }) => mediaType === 'text/event-stream'));

const usedUp = (who: string, limit: number, seconds: number): Error =>
  problem('rate-limited', {
    detail: `${who} used up its ${String(limit)} control calls per minute. Retry in ${String(seconds)} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
