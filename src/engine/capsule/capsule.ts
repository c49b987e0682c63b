import type { Json } from '../../kernel/json.ts';

/** Counts the forms of the file; a newer one is not read by an older program. Since 2, token requests are played too. */
export const CAPSULE_VERSION = 2;

/**
 * Everything that somebody else needs to see what a client saw: where the sandbox began, what came, what was answered,
 * and where it ended. No credentials are in it.
 */
export interface Capsule {
  readonly format: 'vatmock-capsule';
  readonly version: number;
  readonly madeAt: string;
  readonly vatmock: string;
  /** SHA-256 of the description that was served. */
  readonly description: string;
  /** Where the server was reached: links and problem types in its answers begin with it. */
  readonly origin: string;
  readonly settings: Readonly<Record<string, string | number | undefined>>;
  readonly organization: CapsuleOrganization;
  readonly seed: string;
  readonly clock: { readonly now: string; readonly frozen: boolean };
  readonly replay: Replayability;
  /** The state before the first call; null where it is not known. */
  readonly start: Json;
  /** What was called since, in order. */
  readonly calls: readonly CapsuleCall[];
  /** The state in the end. */
  readonly state: Json;
  /** Those that have begun in the sandbox, with how they stand and the files that they were begun with. */
  readonly scenarios: readonly { readonly status: Json; readonly file: Json }[];
}

/** APIs add members by augmenting this interface. */
export interface CapsuleOrganization {
  readonly uuid: string;
  readonly sandbox: string;
  readonly name: string;
  readonly country: string;
  readonly rateLimitTier: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly administratorEmail: string;
  /** Without their secrets. */
  readonly clients: readonly string[];
}

/** Whether the calls can be played again, and if not, why, and what to do. */
export type Replayability =
  | { readonly possible: true; readonly from: 'recording' | 'reset'; readonly remarks: readonly string[] }
  | { readonly possible: false; readonly reason: string };

export type CapsuleCall = CapsuleRequest | CapsuleControl;

/** A request to the API, or to the token endpoint, with its answer. */
export interface CapsuleRequest {
  readonly kind: 'request';
  /** X-Mock-Request-Id and X-Trace-Id of the answer. */
  readonly id: string;
  readonly traceId: string;
  /** On the clock of the sandbox, and on the machine's. Milliseconds since the epoch. */
  readonly at: number;
  readonly wallAt: number;
  readonly operationId: string | null;
  /** Whose token it came with, or was to be had by it; null without one of ours. */
  readonly client: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly origin: string;
  /** Names and values in their order; credentials are left out. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: CapsuleBody | null;
  readonly answer: CapsuleAnswer;
  /** Why it is not played again; null for one that is. */
  readonly skipped: string | null;
}

export interface CapsuleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CapsuleBody | null;
}

/** One of the two; `cut` where only the beginning was kept. */
export interface CapsuleBody {
  readonly text?: string;
  readonly base64?: string;
  readonly cut?: true;
}

/** A call of the control API that changed the sandbox. */
export interface CapsuleControl {
  readonly kind: 'control';
  readonly at: number;
  readonly wallAt: number;
  readonly method: string;
  /** Below `/__admin`. */
  readonly path: string;
  readonly body: string | null;
  readonly mediaType: string;
}

/** Bytes as text where they are text, so that a capsule can be read. */
export const toCapsuleBody = (body: string | Uint8Array, isCut = false): CapsuleBody => {
  const cut = isCut ? ({ cut: true } as const) : {};
  if (typeof body === 'string') return { text: body, ...cut };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? { text, ...cut } : { base64: bytes.toString('base64'), ...cut };
};

export const fromCapsuleBody = ({ text, base64 }: CapsuleBody): Buffer =>
  text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
