// Made by "npm run generate" from spec/assumptions.schema.json: edit that.
type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Members = Readonly<Record<string, Json>>;
export type IdFile = string;
export type TextFile = string;
export type TextsFile = readonly TextFile[];
export interface Assumption {
    readonly id: IdFile;
    readonly question: TextFile;
    readonly chosen: TextFile;
    /** The id of the chosen alternative; absent where there is nothing to switch to. */
    readonly chosenId?: IdFile;
    /** An alternative that is only a text cannot be switched to. */
    readonly alternatives: readonly (TextFile | Alternative)[];
    /** The operations, components, events and stages that it affects. */
    readonly where: TextsFile;
    readonly switchable: boolean;
    /** Why there is no switch. */
    readonly why?: TextFile;
    /** The exchanges whose outcome it determines; matching any one of these is enough. */
    readonly decides?: readonly Concern[];
    /** Exchanges that it does not decide, but whose later effects it decides, such as deliveries to a new endpoint. */
    readonly bearsOn?: readonly Concern[];
}
export interface Alternative {
    readonly id: IdFile;
    readonly text: TextFile;
    /** JSON Merge Patches (RFC 7396) by JSON Pointer into the description. */
    readonly description?: Members;
    readonly answers?: readonly Amendment[];
    readonly events?: readonly EventAmendment[];
}
export interface Concern {
    readonly operations?: TextsFile;
    readonly methods?: TextsFile;
    readonly statuses?: readonly number[];
    /** Names of problem types. */
    readonly problems?: TextsFile;
    /** Members or parameters in a validation error: the full path, or its last name. */
    readonly fields?: TextsFile;
    /** Parts of the messages of a validation error. */
    readonly messages?: TextsFile;
    /** The stage that ended the request. */
    readonly stages?: TextsFile;
    /** Response headers, in lower case. */
    readonly headers?: TextsFile;
    /** Request headers, in lower case. */
    readonly sent?: TextsFile;
    /** Types of events that it caused. */
    readonly events?: TextsFile;
}
export interface Amendment {
    /** The responses that it applies to; all if omitted. */
    readonly to?: Concern;
    readonly status?: number;
    /** Another problem type, with its status and title. */
    readonly problem?: IdFile;
    /** In lower case; null removes a header. */
    readonly headers?: {
        readonly [key: string]: string | null;
    };
    /** A JSON Merge Patch for a body that is an object. */
    readonly body?: Json;
    /** Members to omit if null; in a list, of each item. */
    readonly leaveOutNull?: TextsFile;
    /** Members to add if missing; in a list, to each item. */
    readonly fill?: Members;
    /** `{ blockers: code }` replaces each item of the list `blockers` with its `code`. */
    readonly pluck?: {
        readonly [key: string]: TextFile;
    };
    readonly rewrite?: RewritingName | readonly RewritingName[];
}
export interface EventAmendment {
    /** Event types; all if omitted. */
    readonly types?: TextsFile;
    /** Members to add to the payload if they are missing. */
    readonly fill?: Members;
    /** Members of the payload that are omitted if they are null. */
    readonly leaveOutNull?: TextsFile;
    /** A JSON Merge Patch for the payload. */
    readonly data?: Json;
    /** Additional members of the envelope. */
    readonly envelope?: Members;
    readonly rewrite?: EventRewritingName;
}
export type RewritingName = "additions" | "added-values" | "added-problem-type" | "weak-etag" | "bare-etag" | "relative-location" | "retry-after-date" | "category-upper-case" | "fields-as-json-pointers" | "null-rejected-value-left-out";
export type EventRewritingName = "additions" | "cloud-event" | "times-in-seconds" | "times-with-offset";
export interface AssumptionsFile {
    readonly assumptions: readonly Assumption[];
}
