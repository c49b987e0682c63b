// Made by "npm run generate" from scenarios/scenario.schema.json: edit that.
type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Members = Readonly<Record<string, Json>>;
export interface OrganizationFile {
    /** Whether the data processing agreement is accepted; without it every call is refused. */
    readonly dpaAccepted?: boolean;
    /** The tier that budgets are of. */
    readonly rateLimitTier?: string;
    /** Capabilities that it has or has not; others stay as they are. */
    readonly capabilities?: {
        readonly [key: string]: boolean;
    };
}
export interface GivenFile {
    /** Switches of the sandbox (docs/assumptions.md): alternatives by the ids of their assumptions. They are set on activation, and taken back when the scenario ends. */
    readonly assume?: {
        readonly [key: string]: string;
    };
    /** Name of a fixture. */
    readonly fixture?: string;
    /** Members of the fixture that are to be different here. */
    readonly with?: Members;
}
export type StateFile = string;
export interface StepFile {
    /** What the step is about, for whoever reads the journal. */
    readonly title?: string;
    /** The operationId of the requests that it is about, or * for all; with a reply, for all that describe its status. */
    readonly on: string;
    /**
     * received: before anybody looks at the request, as a proxy in front of the service would. Left out: once the request has passed every check, in the place of the service.
     */
    readonly at?: "received";
    readonly when?: Conditions;
    /** The state that the scenario must be in. */
    readonly inState?: StateFile;
    /** The state that the scenario is in from then on: after the first use, or after the last where times says how many there are. */
    readonly moveTo?: StateFile;
    /** How many requests the step is for. Left out: all. */
    readonly times?: number;
    /** Only the nth request that on, when and inState fit, whoever answered the others. */
    readonly nth?: number;
    /**
     * What times, nth and moveTo count. requests: a retry under the same Idempotency-Key is the same request, and uses up no second step. attempts: everything that arrives.
     */
    readonly count?: "requests" | "attempts";
    readonly meanwhile?: Meanwhile;
    /** pass: as usual, with the delay and the fault of the step. Otherwise one of problem, status and example. */
    readonly reply?: ReplyFile | "pass";
    /** How long the answer is held back, in real time: a duration, or drawn anew each time. */
    readonly delay?: DelayFile | DurationFile;
    /** What becomes of the answer on its way. commit-then-reset: the work is done and stored, but the response is lost. Without a reply the other faults come in the place of the work. */
    readonly fault?: SlowBodyFile | ("CONNECTION_RESET_BY_PEER" | "EMPTY_RESPONSE" | "MALFORMED_RESPONSE_CHUNK" | "RANDOM_DATA_THEN_CLOSE" | "slow-body" | "commit-then-reset");
}
export interface Conditions {
    /** Parameters of the path and the query, by name, compared as text. */
    readonly params?: {
        readonly [key: string]: ConditionFile;
    };
    /** Headers by name, in upper or lower case. */
    readonly headers?: {
        readonly [key: string]: ConditionFile;
    };
    /** Places of the body by JSON Pointer. */
    readonly body?: {
        readonly [key: string]: ConditionFile;
    };
}
export type ConditionFile = {
    /** This value, of whatever kind. */
    readonly equals?: Json;
    /** A text in which this regular expression is found; ^ and $ stand for its ends. RE2 syntax: no look-around, no back-references. */
    readonly matches?: string;
    /** One of these values. */
    readonly oneOf?: readonly Json[];
    /**
     * It is there, whatever it is.
     */
    readonly present?: true;
    /**
     * It is not there.
     */
    readonly absent?: true;
} | Exclude<Json, object>;
export interface Meanwhile {
    /** The operationId. */
    readonly call?: string;
    /** Parameters of its path that the request does not have, or that are to be others. */
    readonly params?: {
        readonly [key: string]: string;
    };
    /** Its body; placeholders take values from the request. */
    readonly body?: Json;
    /** What of the organization is different from now on, until the scenario ends. */
    readonly organization?: OrganizationFile;
}
export interface ReplyFile {
    /** A problem by the name of its type, or with members of your own. */
    readonly problem?: ProblemFile | string;
    /** The status; the description of the API must know it for the operation. */
    readonly status?: number;
    /** The body; placeholders take values from the request. */
    readonly body?: Json;
    /**
     * Generates what body leaves out, from the description of the API.
     */
    readonly fake?: true;
    /** A named example of the operation. */
    readonly example?: string;
    /** Headers of the answer, besides those that follow from the description of the API. */
    readonly headers?: {
        readonly [key: string]: string | number;
    };
    /** The media type, where it is not the described one; needs offContract. */
    readonly mediaType?: string;
    /**
     * The answer breaks the description of the API on purpose: nothing holds it against it.
     */
    readonly offContract?: true;
}
export interface ProblemFile {
    /** The name of its type. Left out: about:blank, and status says what it is. */
    readonly type?: string;
    /** The status of a problem without a type. */
    readonly status?: number;
    readonly title?: string;
    readonly detail?: string;
    /** The entries of errors[], for a validation error. */
    readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
        readonly rejectedValue?: Json;
    }[];
    /** The resource as it is now. */
    readonly currentResource?: Members;
    /** Further members. */
    readonly members?: Members;
}
export type DurationFile = string;
export interface DelayFile {
    /** Always as long. */
    readonly fixed?: DurationFile;
    /** Anything between two durations. */
    readonly uniform?: {
        readonly lower: DurationFile;
        readonly upper: DurationFile;
    };
    /** As services are: mostly about the median, sometimes much longer. The larger sigma, the longer the tail. */
    readonly lognormal?: {
        readonly median: DurationFile;
        readonly sigma: number;
        /** No draw is longer. */
        readonly atMost?: DurationFile;
    };
}
export interface SlowBodyFile {
    /** The headers at once, the body in pieces. */
    readonly slowBody: {
        /** How many pieces. */
        readonly pieces?: number;
        /** How long the whole body takes. */
        readonly over: DurationFile;
    };
}
export interface TimelineEntry {
    /** How long after the beginning, or after the state of from was entered. Before it moves on from a state that the timeline itself has entered, a second passes at least. */
    readonly at: DurationFile;
    /** Counts from when this state is entered; leaving it earlier calls it off. Left out: from activation. */
    readonly from?: StateFile;
    /** An event, by its type. */
    readonly emit?: string;
    /** Members of the event's data that are to be other than in the sample. */
    readonly data?: Members;
    /** The name of a simulator. */
    readonly simulate?: string;
    /** What the simulator works on. Left out: the newest that is in the state it needs. */
    readonly target?: {
        readonly [key: string]: string;
    };
    /** What of the organization is different from then on, until the scenario ends. */
    readonly organization?: OrganizationFile;
    /** The state that the scenario is in from then on. */
    readonly moveTo?: StateFile;
}
export interface DeliveryRule {
    /** Event types, or segments such as kyc.*. Left out: all. */
    readonly events?: readonly string[];
    /** Which part of these events it is about, drawn from the seed. Left out: all of them. */
    readonly share?: number;
    /** What becomes of attempt 1, 2, 3 ...; those after the last of the list pass. A status: as if the receiver had answered it, and nothing is sent. pass: it is sent, and the receiver decides. */
    readonly outcomes?: readonly (number | ("pass" | "timeout" | "reset" | "refused"))[];
    /** As long after activation, on the sandbox's clock, every attempt is refused, and nothing is sent. */
    readonly downFor?: DurationFile;
    /** How long the first attempt is held back, on the sandbox's clock. */
    readonly delay?: DurationFile;
    /** How often each event is sent altogether: the copies follow when the receiver has taken the first. */
    readonly duplicate?: number;
    /**
     * Holds an event back until the next one to the same webhook endpoint has been sent, a minute at most on the sandbox's clock.
     */
    readonly reorder?: true;
    /**
     * What is wrong with the signature: its time stamp lies ten minutes back or ahead; it was made with another secret, or over another body; or there is none.
     */
    readonly signature?: "stale" | "future" | "wrong-secret" | "altered-body" | "missing";
    /** The body comes in pieces, as long in real time; the 15 seconds of an attempt may be over before. */
    readonly slowBody?: {
        /** In how many pieces. Left out: 10. */
        readonly pieces?: number;
        /** From the first piece to the last. */
        readonly over: DurationFile;
    };
}
export interface Expectation {
    /** Requests of this operationId; * for all. */
    readonly request?: string;
    /** Events of this type. */
    readonly event?: string;
    /** Only requests that meet these conditions. */
    readonly when?: Conditions;
    /** Only events whose data holds these members. */
    readonly data?: Members;
    /** Only requests that were answered so; one whose answer was lost was not answered. */
    readonly answered?: number;
    /** So many, no more and no fewer. */
    readonly times?: number;
    /** So many or more. 1 where no number is given. */
    readonly atLeast?: number;
    /** So many or fewer. */
    readonly atMost?: number;
    /**
     * All of them under one Idempotency-Key.
     */
    readonly sameIdempotencyKey?: true;
    /**
     * No request of the kind, whatever it is answered, before the time that the Retry-After of an answer counted here named to the same client.
     */
    readonly afterRetryAfter?: true;
    /** Only what comes within this time from activation counts, on the sandbox's clock; the verdict stands when the time is over. */
    readonly within?: DurationFile;
    /** Why a correct client does so: shown when it did not. */
    readonly because?: string;
}
export interface ScenarioFile {
    /** The name, that of the file without its ending: small letters, digits and hyphens. */
    readonly scenario: string;
    /** What somebody learns who plays it, in a sentence. */
    readonly teaches?: string;
    /** What a correct client does, in a sentence or two. */
    readonly client?: string;
    /**
     * Ends the scenario when none of its steps can be used again, as after a next call (POST /__admin/next-calls). Without it, an active scenario stays active, and is exhausted.
     */
    readonly once?: true;
    /** Where the chance of this scenario starts from: with it every run draws the same delays and bodies. Without it, from the sandbox's seed. */
    readonly seed?: string | number;
    /** What activation does to the sandbox's clock: frozen stops it where it stands, an instant moves it there and stops it. It never goes back. */
    readonly clock?: string;
    /** What of the organization is different from activation on, until the scenario ends. GET /me shows it. */
    readonly organization?: OrganizationFile;
    /** What the sandbox holds before the first request: fixtures, put there on activation, and switches, set until the scenario ends. */
    readonly given?: readonly GivenFile[];
    /** What is answered differently. The first step that fits a request is used; a request that none fits is answered as usual. */
    readonly steps?: readonly StepFile[];
    /** What happens by itself, and when, on the clock of the sandbox. */
    readonly timeline?: readonly TimelineEntry[];
    /** How the receivers of webhooks behave, and what happens to deliveries on the way. The first entry that fits an event counts. */
    readonly deliveries?: readonly DeliveryRule[];
    /** What the client must have done in the end: counted from activation, and shown by GET /__admin/scenarios/{name}/verdict and by vatmock test. */
    readonly expect?: readonly Expectation[];
}
