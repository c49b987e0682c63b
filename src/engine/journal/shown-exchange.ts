import type { ScriptTrace } from '../exchange/script-trace.ts';

/** What identifies an exchange: made for every request while a scenario has expectations. */
export interface ShownHead {
  /** The `X-Mock-Request-Id` of the response. */
  readonly id: string;
  /** On the wall clock. */
  readonly receivedAt: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly clientId: string | null;
  readonly status: number;
}

/** An exchange in a list, without headers and bodies. */
export interface ShownSummary extends ShownHead {
  readonly traceId: string;
  /** On the sandbox clock; null outside of any sandbox. */
  readonly sandboxTime: string | null;
  readonly milliseconds: number;
  /** The part of the server that responded. */
  readonly source: string;
  /** The stage that ended the request. */
  readonly stage: string;
  /** Name of the problem type, for a refusal. */
  readonly problemType: string | null;
  /** Why it was refused, in one line: the first violation, or the detail of the problem. */
  readonly reason: string | null;
  /** The records that its path names, by parameter; `created` is the one that it has created. */
  readonly records: Readonly<Record<string, string>>;
  /** The scenarios whose steps it used. */
  readonly scenarios: readonly string[];
  /** The response is a replay of the response stored under the Idempotency-Key. */
  readonly replayed: boolean;
  /** The response never reached the client: a fault broke it. `status` is what it would have been. */
  readonly lost: boolean;
  /** The fault that a scenario injected into the response. */
  readonly fault: string | null;
  /** Events that it caused immediately. */
  readonly events: readonly { readonly id: string; readonly type: string }[];
}

/** An exchange without credentials. */
export interface ShownExchange extends ShownSummary {
  readonly request: ShownMessage & {
    /** Values by name, as strings. */
    readonly query: Readonly<Record<string, readonly string[]>>;
  };
  readonly response: ShownMessage;
  /** How scenarios affected it. */
  readonly scenario: ScriptTrace | null;
}

interface ShownMessage {
  /** By name, in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if there was none, or if it was not read. */
  readonly body: ShownBody | null;
}

/** One of `json`, `text` and `parts`; none of them if the body is not text. */
export interface ShownBody {
  readonly mediaType: string;
  /** Size of the complete body. */
  readonly byteLength: number;
  /** Whether the body is truncated. */
  readonly cut: boolean;
  readonly json?: unknown;
  readonly text?: string;
  readonly parts?: readonly ShownPart[];
}

export interface ShownPart {
  readonly name: string;
  readonly value?: string;
  readonly fileName?: string;
  readonly mediaType?: string;
  readonly byteLength?: number;
}
