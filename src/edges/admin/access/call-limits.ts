import type { Contract, Operation } from '../../../engine/contract/contract.ts';
import { quotaExceeded } from '../../../engine/problems/refusals.ts';
import type { Quota } from '../../../generated/control-schemas.ts';
import { type Counters, MINUTE, toSeconds } from '../../../engine/rate-limiting/counters.ts';
import type { createSlowRefusals } from '../../../engine/rate-limiting/slow-refusals.ts';
import type { ApiRequest } from '../../../kernel/http.ts';

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

/** Calls that the server makes itself, as a part of one that was counted, are not counted. */
export type Reader = 'program' | 'console' | 'server';

/** An office or a CI system has several callers behind one address. */
const CALLERS_PER_ADDRESS = 5;

/** What works on everything in a sandbox counts as this, or more: no screen of the console reads it. */
const WHOLE_SANDBOX = 5;

/** A person clicks quickly at times, and reads in between; a flood should not have a whole minute's calls at once. */
const SHARE_AT_ONCE = 4;

/** Limits of control calls: each may work on a whole sandbox, so they are counted apart from calls of the API. */
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
  // Reconnecting to a stream must not fail when the calls are used up: they are counted apart.
  const streams = new Set(contract.operations.filter(isStream));

  const createLimit = (of: string, perMinute: number, setting: string, share = 1) => {
    const counter = counters({ name: `control-calls-of-${of}`, limit: perMinute / share, window: MINUTE / share });
    const limit = Math.max(1, Math.floor(perMinute / share));
    const toQuota = (used: number) => ({ name: 'control-calls', limit, used, setting }) as const;
    return {
      ...counter,
      toQuota,
      /** Counts a call; otherwise its refusal. */
      refusalOf: async (key: string, amount = 1, what = 'control calls'): Promise<Error | undefined> => {
        const wait = await counter.take(key, amount);
        if (wait === undefined) return undefined;
        const seconds = toSeconds(wait);
        return quotaExceeded({
          type: 'rate-limited',
          quota: toQuota(limit),
          detail: `This ${of} used up its ${perMinute} ${what} per minute (${setting}). Retry in ${seconds} seconds.`,
          retryAfter: seconds,
        });
      },
    };
  };
  const ofCaller = createLimit('caller', callsPerMinute, CALLER_SETTING);
  const ofAddress = createLimit('address', callsPerMinute * CALLERS_PER_ADDRESS, CALLER_SETTING);
  const ofVisitor = createLimit('visitor', visitorCallsPerMinute, VISITOR_SETTING, SHARE_AT_ONCE);

  const refuse = async (key: string, refusal: Error | undefined): Promise<void> => {
    if (refusal !== undefined) await slowRefusals.refuse(key, refusal);
  };

  return {
    /** Counts a call of an address, before anything is known about the caller; throws 429. */
    arrive: async (request: ApiRequest, operation: Operation): Promise<void> => {
      if (streams.has(operation) || request.usesNoBudget === true) return;
      const address = senderOf(request) ?? '';
      await refuse(`address ${address}`, await ofAddress.refusalOf(address, operation.countsAs));
    },
    /** Counts a call of an authenticated caller; throws 429. What the browser console reads is counted apart. */
    admit: async ({
      caller: { key, kind },
      request,
      operation,
      reader,
    }: {
      readonly caller: CountedCaller;
      readonly request: ApiRequest;
      readonly operation: Operation;
      readonly reader: Reader;
    }): Promise<void> => {
      const { countsAs = 1 } = operation;
      if (reader === 'server') return;
      if (streams.has(operation)) {
        await refuse(key, await ofCaller.refusalOf(`${key} opens streams`, 1, 'streams'));
        return;
      }
      const isScreen = reader === 'console' && countsAs < WHOLE_SANDBOX;
      const limit = kind === 'other' || isScreen ? ofCaller : ofVisitor;
      await refuse(key, await limit.refusalOf(isScreen ? `${key} in the console` : key, countsAs));
      // Fifty visitors may sit in one room; how many an address may have is limited by itself.
      if (kind === 'session-of-visitor') await ofAddress.giveBack(senderOf(request) ?? '', countsAs);
      await slowRefusals.lineUp(key);
    },
    useOf: async ({ key, kind }: CountedCaller): Promise<CallUse> => {
      const { usedBy, toQuota } = kind === 'other' ? ofCaller : ofVisitor;
      return { ...toQuota(await usedBy(key)), per: kind === 'other' ? 'PT1M' : 'PT15S' };
    },
    /** Counts, as so many calls, what a call of a visitor does beyond what such a call counts as; throws 429. */
    charge: async ({ key, kind }: CountedCaller, count: number): Promise<void> => {
      const refusal = kind === 'other' ? undefined : await ofVisitor.refusalOf(key, count);
      if (refusal !== undefined) throw refusal;
    },
  };
};

const isStream = ({ responses }: Operation): boolean =>
  responses.some(({ contents }) => contents.some(({ mediaType }) => mediaType === 'text/event-stream'));

const CALLER_SETTING = '--limits control-calls-per-minute';
const VISITOR_SETTING = '--limits visitor-calls-per-minute';
