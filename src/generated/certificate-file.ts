// Made by "npm run generate" from spec/certificate.schema.json: edit that.
type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Members = Readonly<Record<string, Json>>;
export type TextFile = string;
export type TextsFile = readonly TextFile[];
export interface RunFile {
    readonly run: TextFile;
    readonly title: TextFile;
    /** A ready one, or the content of a scenario file. */
    readonly scenario: TextFile | Members;
    /** How often the scenario is activated. */
    readonly activations?: number;
    /** How far the clock is ahead: an ISO 8601 duration. */
    readonly ahead?: TextFile;
    /**
     * The webhook receiver is graded.
     */
    readonly trials?: true;
    /** Alternatives by the ids of their assumptions. */
    readonly switches?: {
        readonly [key: string]: TextFile;
    };
}
export interface LevelFile {
    readonly level: TextFile;
    readonly title: TextFile;
    readonly promise: TextFile;
    readonly checks: readonly CheckFile[];
}
export interface CheckFile {
    readonly check: TextFile;
    /** What is tested, in a sentence or two. */
    readonly tested: TextFile;
    readonly run: TextFile;
    /** Does not apply to a client that uses none of these operations: `operations that write`, `listBuyers without a filter`, or the name of one. */
    readonly uses?: TextsFile;
    /** For what has no remedy of its own. */
    readonly remedy?: TextFile;
    /**
     * The command exits with 0.
     */
    readonly tests?: true;
    /** No request is refused with one of these types, or, as `no operation`, since the description does not have it. */
    readonly refusals?: TextsFile;
    /**
     * Each operation that is used succeeds once.
     */
    readonly answered?: true;
    /** None of these rules is broken; `*`: none at all. */
    readonly findings?: TextsFile;
    /**
     * What is answered with this status by a scenario, or whose answer it loses, is sent again and gets through.
     */
    readonly recovers?: 401 | 429 | 502 | 503 | "lost";
    /**
     * The scenario's are met.
     */
    readonly expectations?: true;
    /** The receiver does as it should in these. */
    readonly trials?: TextsFile;
    /** The tests pass with these switches; `*`: with all. */
    readonly switches?: TextsFile;
}
export interface CertificateFile {
    readonly version: number;
    /** When the clock of each sandbox begins. */
    readonly startsAt: TextFile;
    /** The first one shows what the client uses. */
    readonly runs: readonly RunFile[];
    readonly levels: readonly LevelFile[];
    readonly doesNotProve: TextsFile;
}
