import type { Operation } from '../contract/contract.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';

/** The ports of the engine: external dependencies that composition supplies. */

export interface Caller {
  readonly clientId: string;
  /** Undefined where any credential is accepted: callers are not known there. */
  readonly organization: CallerOrganization | undefined;
}

/** An API whose organizations have additional members declares them by augmenting this interface. */
export interface CallerOrganization {
  readonly uuid: string;
  /** Name of the sandbox that its calls use. */
  readonly sandbox: string;
  readonly rateLimitTier: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly administratorEmail: string;
}

/** Decides whether its caller may make a call, and throws a problem if not. */
export type Authorize = (call: {
  /** Its operationId. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly organization: CallerOrganization;
  /** The id in the path parameter that is marked with `x-authorized-partner`; undefined for operations without one. */
  readonly partner: string | undefined;
}) => void | Promise<void>;

export interface Authenticator {
  /** Identifies the caller, or throws a problem (`unauthorized`). Called for operations that are not public. */
  readonly authenticate: (request: ApiRequest, operation: Operation) => Caller | Promise<Caller>;
  /** Identifies the sender of a request that matches no operation, if possible; omitted where callers are not known. */
  readonly recognize?: (request: ApiRequest) => Promise<Caller | undefined>;
}

/** What observers get of a finished exchange: never a body, a query or a credential. */
export interface ExchangeSummary {
  readonly id: string;
  readonly traceId: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly clientId: string | undefined;
  readonly status: number;
  readonly source: string;
  readonly milliseconds: number;
  /** Why the request was rejected. */
  readonly refusal?:
    | {
        readonly type: string;
        /** Name of the quota that is used up, if one is. */
        readonly quota?: string | undefined;
        /**
         * The detail, with known forms of credentials redacted. A function, so that only logs that show it pay for it, and so
         * that it is not serialized with the summary: it may quote the request.
         */
        readonly reason: () => string;
      }
    | undefined;
}

export interface Observer {
  readonly finished: (summary: ExchangeSummary) => void;
  /** An unexpected error of the server. */
  readonly failed: (error: unknown, traceId: string) => void;
  /** A condition that the user can fix or has fixed: a human-readable log line. */
  readonly noticed: (notice: Notice) => void;
  /** One of our responses violates the description. */
  readonly breached: (breach: Breach) => void;
}

export interface Notice {
  readonly level: 'info' | 'warn';
  readonly message: string;
}

export interface Breach {
  readonly operationId: string;
  readonly status: number;
  readonly source: string;
  readonly reasons: readonly string[];
  readonly traceId: string;
}

/** Asks another service, and returns what it answered. */
export type PassOn = (request: ApiRequest) => Promise<{
  /** As it was sent, with its body. */
  readonly request: ApiRequest;
  readonly reply: Reply;
  /** `engine` if there was no answer. */
  readonly source: 'upstream' | 'engine';
  /** The body of the request is not known as a whole, and so cannot be validated. */
  readonly isCut: boolean;
}>;
