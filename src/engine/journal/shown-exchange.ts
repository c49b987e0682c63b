import type { ScriptTrace } from '../scenarios/script-trace.ts';

/** An exchange in a list, without anything that takes room. */
export interface ShownSummary {
  /** The `X-Mock-Request-Id` of the answer. */
  readonly id: string;
  readonly traceId: string;
  /** On the wall clock. */
  readonly receivedAt: string;
  /** On the clock of the sandbox; null outside of any. */
  readonly sandboxTime: string | null;
  readonly milliseconds: number;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly clientId: string | null;
  readonly status: number;
  /** Who answered. */
  readonly source: string;
  /** The stage that ended the request. */
  readonly stage: string;
  /** Name of the problem type of a refusal. */
  readonly problemType: string | null;
  /** The stored answer to an earlier request under the same Idempotency-Key was sent again. */
  readonly replayed: boolean;
  /** The fault that befell the answer. */
  readonly fault: string | null;
  /** What it caused at once. */
  readonly events: readonly { readonly id: string; readonly type: string }[];
}

/** An exchange as anybody may see it: credentials are taken out. */
export interface ShownExchange extends ShownSummary {
  readonly request: ShownMessage & {
    /** Values by name, as texts. */
    readonly query: Readonly<Record<string, readonly string[]>>;
  };
  readonly response: ShownMessage;
  /** What scenarios had to do with it. */
  readonly scenario: ScriptTrace | null;
}

export interface ShownMessage {
  /** By name, in lower case; several lines of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null when there was none, or when nobody read it. */
  readonly body: ShownBody | null;
}

/** One of `json`, `text` and `parts`; none of them where the body is no text. */
export interface ShownBody {
  readonly mediaType: string;
  /** Of the whole. */
  readonly byteLength: number;
  /** Only the beginning is kept. */
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
