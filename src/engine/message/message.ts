import type { Json } from '../../kernel/json.ts';
import type { MediaType, ParameterPlace } from '../contract/contract.ts';
import type { XmlPart } from './xml.ts';
import type { Reply } from '../../kernel/http.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';

export type DecodedBody =
  | { readonly kind: 'none' }
  | ({ readonly content: MediaType; readonly bytes: Uint8Array } & (
      | { readonly kind: 'json'; readonly text: string; readonly value: Json; readonly holdsBigInt: boolean }
      | {
          readonly kind: 'form';
          readonly fields: Readonly<Record<string, readonly string[]>>;
          readonly files: readonly FilePart[];
          /** The whole of it, if it is percent-encoded (`application/x-www-form-urlencoded`). */
          readonly encoded?: string;
        }
      | { readonly kind: 'xml'; readonly text: string; readonly root: XmlPart }
      | { readonly kind: 'text'; readonly text: string }
      | { readonly kind: 'binary' }
    ));

export interface FilePart {
  readonly field: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface Input {
  /** Typed, coerced values by location and name. */
  readonly parameters: Readonly<Record<ParameterPlace, Readonly<Record<string, unknown>>>>;
  /** The parsed body; integers beyond 2^53 are BigInts. */
  readonly body: unknown;
}

export interface Answer {
  readonly reply: Reply;
  /** What produced the response. `engine`: a problem from a pipeline stage; `upstream`: another service. */
  readonly source: 'scenario' | 'stateful' | 'faked' | 'engine' | 'upstream';
  /** The problem that the response was rendered from, if a stage or an operation refused. */
  readonly refusal?: ProblemMembers;
  /** The response was committed under its Idempotency-Key, in the same transaction as its effects. */
  readonly isKept?: boolean;
  /** It deliberately violates the description, because a scenario specifies so. */
  readonly isOffContract?: boolean;
  /** Sandbox time at which the operation ran. Milliseconds since the epoch. */
  readonly workedAt?: number;
  /** Events caused by the operation, in order; committed with its effects. */
  readonly events?: readonly EmittedEvent[];
}

/** What an event is about besides its payload; an API declares its members by augmenting this interface. */
// oxlint-disable-next-line typescript/no-empty-object-type -- only an interface can be augmented
export interface EventScope {}

/** An event caused by a change: committed with the change and delivered afterwards. */
export interface EventDraft extends EventScope {
  readonly type: string;
  /** The payload. */
  readonly data: object;
  /** The one thing that it is about, `tickets/t_1`, for subscriptions to that alone. */
  readonly about?: string;
  /** Names of members of the payload that no assumption changes, since a caller chose them; not stored. */
  readonly chosen?: readonly string[] | undefined;
}

export interface EmittedEvent extends EventDraft {
  /** `evt_` and 26 characters. Assumption: event-ids. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
