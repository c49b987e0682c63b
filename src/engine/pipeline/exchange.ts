import type { ApiRequest, Reply } from '../../kernel/http.ts';
import type { Json } from '../../kernel/json.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import type { MediaType, Operation } from '../contract/contract.ts';
import type { EmittedEvent } from '../events/event.ts';
import type { Recalled } from '../idempotency/idempotency-records.ts';
import type { Caller } from '../ports.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Scripting } from '../scenarios/scripting.ts';
import type { BudgetReading } from '../rate-limiting/rate-limiter.ts';
import type { ParameterValues } from '../validation/request-validator.ts';

/**
 * The record of one request. Each stage returns what it adds; nothing already in it changes. The types below are the
 * record as it stands after each stage, so that a stage can only be placed where what it needs is there.
 */
export interface Arrived {
  readonly request: ApiRequest;
}

export interface Opened extends Arrived {
  /** Names this exchange in answers and in the journal. */
  readonly id: string;
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The monotonic reading at arrival. */
  readonly startedAt: number;
}

export interface Routed extends Opened {
  readonly operation: Operation;
  /** Percent-decoded texts. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export interface Authenticated extends Routed {
  /** Undefined for public operations. */
  readonly caller: Caller | undefined;
  /** The world that the call works on; undefined where nothing is kept. */
  readonly sandbox: Sandbox | undefined;
  /** What scenarios have to do with it; undefined for most, and then it cost a look-up. */
  readonly scripting: Scripting | undefined;
}

export interface Authorized extends Authenticated {
  /** The authorized partner that the path names; undefined for operations without one. */
  readonly seller: string | undefined;
}

export interface Decoded extends Authorized {
  readonly body: DecodedBody;
}

/** An exchange whose body has been read; its seller may not be known yet. */
export type WithBody = Authenticated & Pick<Decoded, 'body'>;

export interface Recollected extends Decoded {
  /** Undefined for operations without an Idempotency-Key. */
  readonly idempotency: Idempotency | undefined;
}

export interface Idempotency {
  /** Keys of two sandboxes never mix. */
  readonly sandbox: Sandbox;
  readonly key: string;
  readonly fingerprint: string;
  readonly recalled: Exclude<Recalled, { readonly kind: 'in-flight' }>;
}

export interface Limited extends Recollected {
  /** What is left of the caller's budget; undefined where none applies. */
  readonly budget: BudgetReading | undefined;
}

export interface Validated extends Limited {
  readonly input: Input;
}

export interface Input {
  readonly parameters: ParameterValues;
  /** The body's value; BigInts stand for integers beyond 2^53. */
  readonly body: unknown;
}

/** Who answered. `engine` is a gate's refusal: a problem. */
export type Source = 'scenario' | 'stateful' | 'faked' | 'engine';

export interface Answer {
  readonly reply: Reply;
  readonly source: Source;
  /** The problem that the answer is made from, when a gate or an operation refused. */
  readonly refusal?: ProblemMembers;
  /** The answer was committed under its Idempotency-Key together with what it did. */
  readonly isKept?: boolean;
  /** It breaks the description on purpose: a scenario wants it so. */
  readonly isOffContract?: boolean;
  /** The instant of the sandbox's clock at which the operation worked. Milliseconds since the epoch. */
  readonly workedAt?: number;
  /** What the operation caused, in order; kept together with what it did. */
  readonly events?: readonly EmittedEvent[];
}

export interface Answered extends Validated, Answer {}

/** What is certain once an answer stands, however far the exchange came. */
export type Settled = Opened &
  Answer &
  Partial<Omit<Answered, keyof (Opened & Answer)>> & {
    /** The stage that ended the request. */
    readonly endedAt: string;
  };

/**
 * Every member that an exchange can get. One that begins with all of them never changes its shape again, and writing to
 * it stays cheap; growing member by member cost a sixth of the time of a request.
 */
export const BLANK: Readonly<Record<keyof Answered | keyof Settled, undefined>> = {
  request: undefined,
  id: undefined,
  traceId: undefined,
  receivedAt: undefined,
  startedAt: undefined,
  operation: undefined,
  pathParameters: undefined,
  caller: undefined,
  sandbox: undefined,
  scripting: undefined,
  seller: undefined,
  body: undefined,
  idempotency: undefined,
  budget: undefined,
  input: undefined,
  reply: undefined,
  source: undefined,
  refusal: undefined,
  isKept: undefined,
  isOffContract: undefined,
  workedAt: undefined,
  events: undefined,
  endedAt: undefined,
};

export type DecodedBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly content: MediaType;
      readonly bytes: Uint8Array;
      readonly text: string;
      readonly value: Json;
      readonly holdsBigInt: boolean;
    }
  | {
      readonly kind: 'form';
      readonly content: MediaType;
      readonly bytes: Uint8Array;
      readonly fields: Readonly<Record<string, readonly string[]>>;
      readonly files: readonly FilePart[];
    }
  | { readonly kind: 'text'; readonly content: MediaType; readonly bytes: Uint8Array; readonly text: string }
  | { readonly kind: 'binary'; readonly content: MediaType; readonly bytes: Uint8Array };

export interface FilePart {
  readonly field: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}
