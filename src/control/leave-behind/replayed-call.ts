/** Text with variables in it. */
export type Text = readonly (string | { readonly variable: string })[];

/** Place of a value in a JSON document. */
export type ValuePath = readonly (string | number)[];

interface ReplayedUpload {
  readonly fields: readonly { readonly name: string; readonly value: Text }[];
  readonly files: readonly { readonly name: string; readonly fileName: string; readonly mediaType: string }[];
}

/** A recorded call, as it can be made again in another sandbox. */
export interface ReplayedCall {
  /** Milliseconds by which the clock of the sandbox moves forward first. */
  readonly passes: number;
  /** The access token has expired by then, and a new one is taken. */
  readonly renewsToken: boolean;
  /** Operation, or method and path of a call that matches none. */
  readonly name: string;
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: Text;
  /** Without the access token. */
  readonly headers: readonly { readonly name: string; readonly value: Text }[];
  readonly body: Text | undefined;
  readonly upload: ReplayedUpload | undefined;
  /** False for a call that was refused for its token: it is made without one. */
  readonly sendsToken: boolean;
  /** Status of the recorded response. */
  readonly status: number;
  /** Ids in the response that later calls use. */
  readonly captures: readonly { readonly variable: string; readonly path: ValuePath }[];
  /** Why the call may go otherwise than recorded; empty if nothing is known. */
  readonly remarks: readonly string[];
}

/** Recorded calls of a sandbox, and what is done before the first one. */
export interface ReplayedCalls {
  readonly calls: readonly ReplayedCall[];
  /** Sellers that the organization is asked for. */
  readonly setUp: ReplayedCall['captures'];
  /** The time at which the clock of the sandbox is frozen, if that is still to come; undefined: nothing moves the clock. */
  readonly startsAt: string | undefined;
  /** Milliseconds by which the clock moves forward after the last call. */
  readonly passesAtEnd: number;
}

/** Variable with the body that freezes the clock. */
export const CLOCK_START = 'clockStart';

/** Variable that begins the Idempotency-Keys of a run, so that each run has its own. */
export const RUN = 'run';

/** Formats a text, each variable by `show` and all else by `literal`. */
export const writeText = (
  text: Text,
  show: (variable: string) => string,
  literal: (part: string) => string = (part) => part,
): string => text.map((part) => (typeof part === 'string' ? literal(part) : show(part.variable))).join('');
