import type { ScriptTrace } from '../exchange/script-trace.ts';

/** An exchange in a list, without headers and bodies. */
export interface ShownSummary {
  /** The `X-Mock-Request-Id` of the response. */
  readonly id: string;
  readonly traceId: string;
  /** On the wall clock. */
  readonly receivedAt: string;
  /** On the sandbox clock; null outside of any sandbox. */
  readonly sandboxTime: string | null;
  readonly milliseconds: number;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly clientId: string | null;
  readonly status: number;
  /** The part of the server that responded. */
  readonly source: string;
  /** The stage that ended the request. */
  readonly stage: string;
  /** Name of the problem type, for a refusal. */
  readonly problemType: string | null;
  /** The response is a replay of the response stored under the Idempotency-Key. */
  readonly replayed: boolean;
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

export interface ShownMessage {
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
