/** Text with variables in it. */
export type Text = readonly (string | { readonly variable: string })[];

/** Place of a value in a JSON document. */
export type ValuePath = readonly (string | number)[];

export interface ReplayedUpload {
  readonly fields: readonly { readonly name: string; readonly value: Text }[];
  readonly files: readonly { readonly name: string; readonly fileName: string; readonly mediaType: string }[];
}

/** A recorded call, as it can be made again in another sandbox. */
export interface ReplayedCall {
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

/** Variable that begins the Idempotency-Keys of a run, so that each run has its own. */
export const RUN = 'run';

/** Formats a text, each variable by `show` and all else by `literal`. */
export const writeText = (
  text: Text,
  show: (variable: string) => string,
  literal: (part: string) => string = (part) => part,
): string => text.map((part) => (typeof part === 'string' ? literal(part) : show(part.variable))).join('');
