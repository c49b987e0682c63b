import type { BytesForm } from '../../kernel/bytes-form.ts';
import type { Json } from '../../kernel/json.ts';
import type { Message } from '../../generated/control-schemas.ts';
import type { CallerOrganization } from '../ports/ports.ts';

/**
 * Version of the file format; older programs reject newer versions. Since version 2, token requests are replayed too.
 */
export const CAPSULE_VERSION = 2;

/**
 * Everything needed to reproduce what a client saw: the initial state of the sandbox, the requests and responses, and
 * the final state. Contains no credentials.
 */
export interface Capsule {
  readonly format: 'vatmock-capsule';
  readonly version: number;
  readonly madeAt: string;
  readonly vatmock: string;
  /** SHA-256 digest of the description that was served. */
  readonly description: string;
  /** Origin of the server: links and problem types in its responses begin with it. */
  readonly origin: string;
  readonly settings: Readonly<Record<string, string | number | undefined>>;
  /** With the ids of its clients, without their secrets. */
  readonly organization: CallerOrganization & {
    readonly name: string;
    readonly country: string;
    readonly clients: readonly string[];
  };
  readonly seed: string;
  readonly clock: { readonly now: string; readonly frozen: boolean };
  /** Whether the calls can be replayed, and if not, why, and what to do. */
  readonly replay:
    | { readonly possible: true; readonly from: 'recording' | 'reset'; readonly remarks: readonly string[] }
    | { readonly possible: false; readonly reason: string };
  /** The state before the first call; null if unknown. */
  readonly start: Json;
  /** The calls since then, in order. */
  readonly calls: readonly CapsuleCall[];
  /** The final state. */
  readonly state: Json;
  /** The scenarios of files that were used in the sandbox. */
  readonly scenarios: readonly { readonly file: Json }[];
}

export type CapsuleCall = CapsuleRequest | CapsuleControl;

/** A request to the API or to the token endpoint, with its response. */
export interface CapsuleRequest {
  readonly kind: 'request';
  /** X-Mock-Request-Id and X-Trace-Id of the response. */
  readonly id: string;
  readonly traceId: string;
  /** On the sandbox clock, and on the wall clock. Milliseconds since the epoch. */
  readonly at: number;
  readonly wallAt: number;
  readonly operationId: string | null;
  /** Client of the access token that the request carried or asked for; null without a token of ours. */
  readonly client: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly origin: string;
  /** Name/value pairs in order, without credentials. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: CapsuleBody | null;
  /** The fields and files of an upload, whose body may be cut. */
  readonly parts?: NonNullable<Message['body']>['parts'];
  readonly answer: CapsuleAnswer;
  /** Types of the events that it caused immediately. */
  readonly events?: readonly string[];
  /** Sent by the server itself, at no cost to the client's budget; absent for requests of clients. */
  readonly usesNoBudget?: true;
  /** Sandbox time at which it entered the sandbox; the rate limit counted it in that minute. Absent if equal to `at`. */
  readonly enteredAt?: number;
  /** Why it is not replayed; null if it is. */
  readonly skipped: string | null;
}

export interface CapsuleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CapsuleBody | null;
}

/** `cut` if only the beginning was stored. */
export interface CapsuleBody extends BytesForm {
  readonly cut?: true;
}

/** A call to the control API that changed the sandbox. */
export interface ControlCall {
  readonly at: number;
  readonly wallAt: number;
  readonly method: string;
  /** Relative to `/__admin`. */
  readonly path: string;
  readonly body: string | null;
  readonly mediaType: string;
}

export type CapsuleControl = ControlCall & { readonly kind: 'control' };
