import type { Operation } from '../contract/contract.ts';
import type { ApiRequest } from '../../kernel/http.ts';

/** What the engine needs from outside; composition supplies it. */

export interface Caller {
  readonly clientId: string;
  /** Undefined where any credential will do: nobody is known there. */
  readonly organization: CallerOrganization | undefined;
}

/** An API whose organizations have more members declares them by augmenting this interface. */
export interface CallerOrganization {
  readonly uuid: string;
  /** Name of the sandbox that its calls work on. */
  readonly sandbox: string;
  readonly rateLimitTier: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly administratorEmail: string;
}

/**
 * Decides whether an organization may make a call, and throws a problem if not. `partner` is the id in the path parameter
 * that the description marks with `x-authorized-partner`; undefined for operations without one.
 */
export type Authorize = (organization: CallerOrganization, partner: string | undefined) => void;

export interface Authenticator {
  /** Says who calls, or throws a problem (`unauthorized`). Called for operations that are not public. */
  readonly authenticate: (request: ApiRequest, operation: Operation) => Caller | Promise<Caller>;
  /** Who sent a request that is no operation, if that can be told; left out where nobody is known. */
  readonly recognize?: (request: ApiRequest) => Promise<Caller | undefined>;
}

/** What is told of a finished exchange: never a body, a query or a credential. */
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
  /** Why it was refused. */
  readonly refusal?: Refusal | undefined;
}

export interface Refusal {
  readonly type: string;
  /**
   * The detail, without credentials of a known form. A function, so that only logs that show it pay for it, and so that
   * it is not serialized with the summary: it may quote the request.
   */
  readonly reason: () => string;
}

export interface Observer {
  readonly finished: (summary: ExchangeSummary) => void;
  /** Something of ours went wrong: an unexpected error. */
  readonly failed: (error: unknown, traceId: string) => void;
  /** Something that the user can mend, or has mended: a line for people. */
  readonly noticed: (notice: Notice) => void;
  /** A reply of ours does not fit the description. */
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
