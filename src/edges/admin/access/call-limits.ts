import type { Contract, Operation } from '../../../engine/contract/contract.ts';
import { quotaExceeded } from '../../../engine/problems/refusals.ts';
import type { Quota } from '../../../generated/control-schemas.ts';
import { type Counters, MINUTE, toSeconds } from '../../../engine/rate-limiting/counters.ts';
import type { createSlowRefusals } from '../../../engine/rate-limiting/slow-refusals.ts';
import { andThen } from '../../../kernel/and-then.ts';
import type { ApiRequest } from '../../../kernel/http.ts';

/** Limits of control calls: each may work on a whole sandbox, so they are counted apart from calls of the API. */
export type CallLimits = ReturnType<typeof createCallLimits>;

/** As `GET /__admin/sandboxes/{id}` shows it. */
export interface CallUse extends Quota {
  readonly name: 'control-calls';
  readonly per: string;
}

/** Whose calls are counted together. */
export interface CountedCaller {
  readonly key: string;
  readonly kind: 'session-of-visitor' | 'client-of-visitor' | 'other';
}

interface AdmittedCall {
  readonly caller: CountedCaller;
  readonly request: ApiRequest;
  readonly operation: Operation;
  readonly reader: Reader;
}

/** Calls that the server makes itself, as a part of one that was counted, are not counted. */
export type Reader = 'program' | 'console' | 'server';

/** An office or a CI system has several callers behind one address. */
const CALLERS_PER_ADDRESS = 5;

/** What works on everything in a sandbox counts as this, or more: no screen of the console reads it. */
const WHOLE_SANDBOX = 5;

/** A person clicks quickly at times, and reads in between; a flood should not have a whole minute's calls at once. */
const SHARE_AT_ONCE = 4;

/** In hosted mode, 200 calls that work on everything in a sandbox (each counts as five) are as many as a test run needs. */
const costOf = ({ countsAs = 1 }: Operation): number => countsAs;

export const createCallLimits = (parts: {
  readonly contract: Contract;
  readonly counters: Counters;
  /** Control calls of one caller in a minute: an organization, the operator, programs on this machine. */
  readonly callsPerMinute: number;
  /** The same of a visitor, a quarter of them in a quarter of a minute. */
  readonly visitorCallsPerMinute: number;
  /** Slows down who goes on calling. */
  readonly slowRefusals: ReturnType<typeof createSlowRefusals>;
  /** The address of the client. */
  readonly senderOf: (request: ApiRequest) => string | undefined;
}) => {
  const { contract, counters, callsPerMinute, visitorCallsPerMinute, senderOf, slowRefusals } = parts;
  const perAddress = callsPerMinute * CALLERS_PER_ADDRESS;
  const byCaller = counters({ name: 'control-calls-of-caller', limit: callsPerMinute, window: MINUTE });
  const byVisitor = counters({
    name: 'control-calls-of-visitor',
    limit: visitorCallsPerMinute / SHARE_AT_ONCE,
    window: MINUTE / SHARE_AT_ONCE,
  });
  const byAddress = counters({ name: 'control-calls-of-address', limit: perAddress, window: MINUTE });
  // Reconnecting to a stream must not fail when the calls are used up: they are counted apart.
  const streams = new Set(contract.operations.filter(isStream));

  const ofCaller = { who: 'This caller', perMinute: callsPerMinute, limit: callsPerMinute, ...CALLER_SETTING };
  const ofAddress = { who: 'This address', perMinute: perAddress, limit: perAddress, ...CALLER_SETTING };
  const ofVisitor = {
    who: 'This visitor',
    perMinute: visitorCallsPerMinute,
    limit: Math.max(1, Math.floor(visitorCallsPerMinute / SHARE_AT_ONCE)),
    setting: '--limits visitor-calls-per-minute',
  };

  const addressOf = (request: ApiRequest): string => senderOf(request) ?? '';

  const takeOfCaller = ({ caller: { key, kind }, operation, reader }: AdmittedCall) => {
    const cost = costOf(operation);
    const isScreen = reader === 'console' && cost < WHOLE_SANDBOX;
    if (kind !== 'other' && !isScreen)
      return andThen(byVisitor.take(key, cost), (wait) => (wait === undefined ? undefined : usedUp(ofVisitor, wait)));
    return andThen(byCaller.take(isScreen ? `${key} in the console` : key, cost), (wait) =>
      wait === undefined ? undefined : usedUp(ofCaller, wait),
    );
  };

  const admitStream = ({ key }: CountedCaller) =>
    andThen(byCaller.take(`${key} opens streams`), (wait): void | Promise<void> => {
      if (wait !== undefined) return slowRefusals.refuse(key, usedUp({ ...ofCaller, what: 'streams' }, wait));
    });

  return {
    /** Counts a call of an address, before anything is known about the caller; throws 429. */
    arrive: (request: ApiRequest, operation: Operation): void | Promise<void> => {
      if (streams.has(operation) || request.usesNoBudget === true) return;
      return andThen(byAddress.take(addressOf(request), costOf(operation)), (wait): void | Promise<void> => {
        if (wait !== undefined) return slowRefusals.refuse(`address ${addressOf(request)}`, usedUp(ofAddress, wait));
      });
    },
    /** Counts a call of an authenticated caller; throws 429. What the browser console reads is counted apart. */
    admit: (call: AdmittedCall): void | Promise<void> => {
      const { caller, request, operation, reader } = call;
      if (reader === 'server') return;
      if (streams.has(operation)) return admitStream(caller);
      return andThen(takeOfCaller(call), (refusal): void | Promise<void> => {
        if (refusal !== undefined) return slowRefusals.refuse(caller.key, refusal);
        // Fifty visitors may sit in one room; how many an address may have is limited by itself.
        const isOfOwn = caller.kind === 'session-of-visitor';
        const counted = isOfOwn ? byAddress.giveBack(addressOf(request), costOf(operation)) : undefined;
        return andThen(counted, () => slowRefusals.lineUp(caller.key));
      });
    },
    useOf: ({ key, kind }: CountedCaller): CallUse | Promise<CallUse> => {
      const isVisitor = kind !== 'other';
      const { limit, setting } = isVisitor ? ofVisitor : ofCaller;
      const per = isVisitor ? 'PT15S' : 'PT1M';
      return andThen((isVisitor ? byVisitor : byCaller).usedBy(key), (used) => ({
        ...{ name: 'control-calls', limit, used, setting, per },
      }));
    },
    /** Counts, as so many calls, what a call of a visitor does beyond what such a call counts as; throws 429. */
    charge: ({ key, kind }: CountedCaller, count: number): void | Promise<void> => {
      if (kind === 'other') return;
      return andThen(byVisitor.take(key, count), (wait) => {
        if (wait !== undefined) throw usedUp(ofVisitor, wait);
      });
    },
  };
};

const isStream = ({ responses }: Operation): boolean =>
  responses.some(({ contents }) => contents.some(({ mediaType }) => mediaType === 'text/event-stream'));

const CALLER_SETTING = { setting: '--limits control-calls-per-minute' };

interface CallLimit {
  readonly who: string;
  readonly what?: string;
  readonly perMinute: number;
  /** In one window, which may be shorter than a minute. */
  readonly limit: number;
  readonly setting: string;
}

const usedUp = ({ who, what = 'control calls', perMinute, limit, setting }: CallLimit, wait: number): Error => {
  const seconds = toSeconds(wait);
  return quotaExceeded({
    type: 'rate-limited',
    quota: { name: 'control-calls', limit, used: limit, setting },
    detail: `${who} used up its ${String(perMinute)} ${what} per minute (${setting}). Retry in ${String(seconds)} seconds.`,
    retryAfter: seconds,
  });
};
