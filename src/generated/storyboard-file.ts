// Made by "npm run generate" from storyboards/storyboard.schema.json: edit that.
type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Members = Readonly<Record<string, Json>>;
export interface ChapterFile {
    readonly title: string;
    readonly steps: readonly StepFile[];
}
export interface StepFile {
    /** What the audience reads first. */
    readonly title: string;
    /** One sentence that the presenter can say as it is written. */
    readonly sentence: string;
    /** What to look at in the console, below /__console/. Placeholders work: {{saved.order}}. */
    readonly look?: string;
    /** For the presenter only. */
    readonly notes?: string;
    /** The calls that the step makes, in order. */
    readonly actions: readonly ActionFile[];
    /** What must be true after the actions. Otherwise the show stops. */
    readonly proof?: readonly ProofFile[];
}
export type OperationFile = string;
export interface ParamsFile {
    readonly [key: string]: Exclude<Json, object>;
}
export interface HeadersFile {
    readonly [key: string]: Exclude<Json, object>;
}
export type StatusFile = number | "lost";
export interface ActionFile {
    /** What the call does. The summary of the operation by default. */
    readonly title?: string;
    /** An operation of the API, called by a client of the organization. */
    readonly call?: OperationFile;
    /** An operation of the control API: the clock, a simulator, goto, a scenario, an inbox, faults of webhooks. */
    readonly control?: OperationFile;
    readonly params?: ParamsFile;
    readonly headers?: HeadersFile;
    /** The JSON body. Placeholders work in its texts. */
    readonly body?: Json;
    /** The fields of an upload. The file is a sample that the server makes. */
    readonly upload?: {
        readonly [key: string]: string;
    };
    readonly status?: StatusFile;
    /** Values of the answer that later steps use as {{saved.NAME}}, by JSON Pointer. */
    readonly save?: {
        readonly [key: string]: string;
    };
    /**
     * The call is meant to be wrong: it is not checked against the description.
     */
    readonly offContract?: true;
}
export interface ProofFile {
    /** What is true, as a sentence. */
    readonly title: string;
    /** The answer of an action of this step, counted from 1. */
    readonly answer?: number;
    /** An operation of the API that only reads. */
    readonly call?: OperationFile;
    /** An operation of the control API that only reads. */
    readonly control?: OperationFile;
    readonly params?: ParamsFile;
    readonly status?: StatusFile;
    /** Conditions on headers of the answer. */
    readonly headers?: Conditions;
    /** Conditions on the body of the answer, by JSON Pointer. */
    readonly body?: Conditions;
}
export interface Conditions {
    readonly [key: string]: ConditionFile;
}
export type ConditionFile = {
    readonly equals?: Json;
    readonly matches?: string;
    readonly oneOf?: readonly Json[];
    /** @constant */
    readonly present?: true;
    /** @constant */
    readonly absent?: true;
} | Exclude<Json, object>;
export interface StoryboardFile {
    /** The name, that of the file without its ending: small letters, digits and hyphens. */
    readonly storyboard: string;
    /** What the demonstration is called. */
    readonly title: string;
    /** What an audience learns from it, in a sentence or two. */
    readonly summary?: string;
    /** How long it takes when it is talked over. */
    readonly minutes?: number;
    /** The time at which the sandbox begins. Its clock is frozen; actions move it. */
    readonly clock: string;
    /** Where all ids and other random values of the sandbox come from. The name of the storyboard by default. */
    readonly seed?: string | number;
    /**
     * Whose organization and data the sandbox begins with. Without it, those that the sandbox has after a reset.
     */
    readonly persona?: "dealer" | "marketplace" | "finance-controller";
    /** Parts to which a presenter can jump. */
    readonly chapters: readonly ChapterFile[];
}
