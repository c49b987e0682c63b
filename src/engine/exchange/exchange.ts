import type { Answer, DecodedBody, Input } from '../message/message.ts';
import type { ApiRequest, Fault } from '../../kernel/http.ts';
import type { Operation } from '../contract/contract.ts';
import type { Caller } from '../ports/ports.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Difference } from '../matching/condition.ts';
import type { BudgetReading } from '../rate-limiting/rate-limiter.ts';

/**
 * The record of one request: what the checks have found so far, and finally its response. Each check returns what it
 * adds, and changes nothing; what it does not add is undefined.
 */
export interface Exchange extends MaybeAnswer {
  readonly request: ApiRequest;
  /** Identifies this exchange in responses and in the journal. */
  readonly id: string;
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Monotonic clock reading at arrival. */
  readonly startedAt: number;
  /** The check in progress; once there is a response, the one that ended the request. */
  readonly endedAt: string;
  readonly operation?: Operation | undefined;
  /** Percent-decoded values. */
  readonly pathParameters?: Readonly<Record<string, string>> | undefined;
  /** Undefined for public operations. */
  readonly caller?: Caller | undefined;
  /** The sandbox that the call works on; undefined if no state is kept. */
  readonly sandbox?: Sandbox | undefined;
  /**
   * Sandbox time at which the request entered its sandbox; the rate limit counts it in that minute. Milliseconds since
   * the epoch; undefined without a sandbox.
   */
  readonly enteredAt?: number | undefined;
  /** How scenarios affect it; undefined for most requests, at the cost of one lookup. */
  readonly scripting?: Scripting | undefined;
  /** The authorized partner named in the path; undefined for operations without one. */
  readonly partner?: string | undefined;
  readonly body?: DecodedBody | undefined;
  /** Undefined for operations without an Idempotency-Key. */
  readonly idempotency?: KeyUse | undefined;
  /** What is left of the caller's rate-limit budget; undefined if none applies. */
  readonly budget?: BudgetReading | undefined;
  readonly input?: Input | undefined;
}

/** The Idempotency-Key of a request, and what was found for it. */
export interface KeyUse {
  readonly sandbox: Sandbox;
  /** Within its scope: two requests share a response only if their scoped keys are equal. */
  readonly key: string;
  readonly fingerprint: string;
  readonly found:
    | {
        /** Unused: the response of this request will be stored. */
        readonly kind: 'first';
        readonly beganAt: number;
        /** There is not even an expired record. */
        readonly isNew: boolean;
      }
    | { readonly kind: 'replay'; readonly beganAt: number; readonly answer: Answer }
    | { readonly kind: 'mismatch'; readonly beganAt: number };
}

/** The members of a response, which no exchange has before it has one. */
type MaybeAnswer = { readonly [Member in keyof Answer]?: Answer[Member] | undefined };

/** A request of a known operation. */
export interface Routed extends Exchange {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** A request that has passed every check. */
export interface Validated extends Routed {
  readonly body: DecodedBody;
  readonly input: Input;
}

/** An exchange that has its response, whichever check ended it. */
export type Settled = Exchange & Answer;

/** A source of responses: scripted, stateful or faked. Undefined passes the request to the next one. */
export type Responder = (exchange: Validated) => Answer | undefined | Promise<Answer | undefined>;

/** How scenarios affect one request. An exchange has it only if a scenario has steps for its operation. */
export interface Scripting {
  /** Plays the matching step; undefined if the usual response is to be sent. */
  readonly play: (stage: ScriptStage, exchange: Routed) => Promise<Answer | undefined>;
  /**
   * Called once, when the response is final: the client-visible effects of the steps used; undefined if there are none.
   */
  readonly conclude: (
    endedAt: string,
    status: number,
  ) =>
    | {
        /** `scenario/number`, in order. */
        readonly steps: readonly string[];
        /** Scenarios that would have played a step if those that match were not used up. */
        readonly exhausted: readonly string[];
        /** All faults of a request, merged. */
        readonly fault: Fault | undefined;
      }
    | undefined;
  readonly trace: () => ScriptTrace;
}

/** `received`: before the checks. `later`: instead of the usual responders. */
export type ScriptStage = 'received' | 'later';

/** How scenarios affected an exchange, as recorded in the journal. */
export interface ScriptTrace {
  /** Scenarios with steps for the operation. */
  readonly scenarios: readonly string[];
  readonly steps: readonly StepTrace[];
  /** Scenarios without a used step, because none of those that match can be used again. */
  readonly exhausted: readonly string[];
  /** One for each scenario without a used step. */
  readonly nearMisses: readonly NearMiss[];
}

export interface StepTrace {
  readonly scenario: string;
  /** From 1. */
  readonly step: number;
  readonly title: string | undefined;
  readonly stage: ScriptStage;
  readonly reply: 'pass' | 'drop' | 'reply';
  readonly stateBefore: string;
  readonly stateAfter: string;
  /** Milliseconds, as drawn; `delaySkipped` if the delay was not waited for. */
  readonly delay: number;
  readonly delaySkipped: boolean;
  readonly fault: string | undefined;
  /** Outcome of the concurrent call made just before. */
  readonly meanwhile: string | undefined;
}

/** The scenario step that came closest to matching a request, and the first difference. */
export interface NearMiss {
  readonly scenario: string;
  readonly step: number;
  readonly title: string | undefined;
  readonly difference: Difference;
}
