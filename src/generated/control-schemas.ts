// Made by "npm run generate" from spec/ and src/config: edit those.
export interface NextCallRequest {
    /**
     * An operationId, or `*` for any.
     * @example createOrder
     */
    readonly operation: string;
    /** The status, with the first example that the description has for it, else with a generated body. */
    readonly status?: number;
    /**
     * The operation need not declare the status.
     * @constant
     */
    readonly offContract?: true;
    /**
     * What becomes of the response. `reset` is short for `CONNECTION_RESET_BY_PEER`; with `commit-then-reset` the work is done, but the response is lost.
     * @enum {unknown}
     */
    readonly fault?: "reset" | "commit-then-reset" | "slow-body" | "CONNECTION_RESET_BY_PEER" | "EMPTY_RESPONSE" | "MALFORMED_RESPONSE_CHUNK" | "RANDOM_DATA_THEN_CLOSE";
    /**
     * How long the response is held back, in real time: an ISO 8601 duration.
     * @example PT5S
     */
    readonly delay?: string;
    /**
     * For how many calls.
     * @default 1
     */
    readonly times?: number;
}
export interface ScenarioStatus {
    readonly name: string;
    /** What the scenario teaches. */
    readonly teaches: string | null;
    /** What a correct client does. */
    readonly client: string | null;
    readonly origin: "file" | "uploaded";
    /** The subfolder of its file, such as webhooks. */
    readonly area: string | null;
    /** Whether it applies to every call. `X-Mock-Scenario` selects it for one call in any case. */
    readonly active: boolean;
    /** It is active, but none of its steps can be used again. Activating it starts it anew. */
    readonly exhausted: boolean;
    readonly state: string;
    /** All its states. */
    readonly states: readonly string[];
    readonly steps: readonly {
        readonly number: number;
        readonly title: string | null;
        /** An operationId, or `*`. */
        readonly on: string;
        /** Number of times it was used, also by calls that name the scenario. */
        readonly used: number;
        /** Number of remaining uses; null if unlimited. Calls that name the scenario use up none. */
        readonly left: number | null;
    }[];
    /** What the activation created in the sandbox: each with its fixture, its kind, and its ids (`orderUuid`, `externalOrderId`, `buyerUuid`, `vatNumber`, `invitationUuid`, `link`, `sellerId`). */
    readonly given: readonly ({
        readonly fixture: string;
        readonly kind: "order" | "buyer" | "invitation";
    } & {
        readonly [key: string]: string;
    })[];
    /** The switches that it sets while it is active: alternatives by assumption id. */
    readonly assumed: {
        readonly [key: string]: string;
    };
    /** Completed steps of its timeline, oldest first. */
    readonly happened: readonly {
        readonly entry: number;
        /** Format: date-time */
        readonly at: string;
        /** Why the step failed. */
        readonly failure: string | null;
    }[];
}
export interface Show {
    /** Its name. */
    readonly storyboard: string;
    readonly title: string;
    readonly minutes: number | null;
    /**
     * `ready`: waits for the next step; `playing`: makes the calls of a step; `failed`: the last step did not lead where it should.
     * @enum {unknown}
     */
    readonly status: "ready" | "playing" | "failed" | "finished";
    /** Number of steps played. */
    readonly played: number;
    /** Number of steps in all. */
    readonly steps: number;
    /** Chapters and steps, for the progress. */
    readonly outline: readonly {
        readonly title: string;
        readonly steps: readonly {
            readonly title: string;
            readonly isPlayed: boolean;
        }[];
    }[];
    /** The step that the audience sees: the last one played. Null before the first. */
    readonly current: ShowStep | null;
    /** Null after the last step. */
    readonly next: ShowStep | null;
    readonly canGoBack: boolean;
    /**
     * Format: date-time
     * Wall-clock time.
     */
    readonly startedAt: string;
    /** Why the last step failed, with what was expected and what was. */
    readonly failure: string | null;
}
export interface ShowStep {
    readonly chapter: number;
    readonly step: number;
    readonly chapterTitle: string;
    readonly title: string;
    readonly sentence: string;
    /** What to look at in the console, below `/__console/`: `orders/4e…`. Null before the step is played. */
    readonly look: string | null;
    /** For the presenter. */
    readonly notes: string | null;
    /** What each of its calls does. */
    readonly actions: readonly string[];
    /** Those made so far. */
    readonly calls: readonly ShownCall[];
    readonly proof: readonly {
        readonly title: string;
        /** Null if it was not checked. */
        readonly holds: boolean | null;
        /** Of the first difference. */
        readonly expected: string | null;
        readonly actual: string | null;
    }[];
}
export interface ShownCall {
    /**
     * `service`: a client of the imitated API; `control`: this API.
     * @enum {unknown}
     */
    readonly api: "service" | "control";
    readonly title: string;
    readonly operationId: string;
    readonly method: string;
    /** With the query. */
    readonly path: string;
    readonly request: {
        /** Without credentials. */
        readonly headers: {
            readonly [key: string]: string;
        };
        /** JSON; null if there is none, if it is no JSON, or if it has more than 65,536 bytes. */
        readonly body: unknown;
        /** Size of the body. */
        readonly bytes: number;
    };
    /** Null if the answer was lost on its way. */
    readonly status: number | null;
    /** How the answer was lost: `CONNECTION_RESET_BY_PEER`. */
    readonly fault: string | null;
    readonly response: {
        /** Without credentials. */
        readonly headers: {
            readonly [key: string]: string;
        };
        /** JSON; null if there is none, if it is no JSON, or if it has more than 65,536 bytes. */
        readonly body: unknown;
        /** Size of the body. */
        readonly bytes: number;
    };
    /** Its exchange in the journal; null for this API. */
    readonly requestId: string | null;
}
export interface StreamedShow {
    readonly storyboard: string | null;
    readonly status: "ready" | "playing" | "failed" | "finished" | "ended";
    readonly played: number;
}
export interface ScenarioSchema {
    /** The JSON Schema of scenario files. */
    readonly schema: object;
    readonly words: {
        readonly operations: readonly string[];
        readonly events: readonly string[];
        /** What the events are, in the same order, as the API description sums them up. */
        readonly summaries: readonly string[];
        readonly problems: readonly string[];
        readonly simulators: readonly string[];
        readonly fixtures: readonly string[];
    };
}
export interface ScenarioValidation {
    readonly valid: boolean;
    /** The name of a valid scenario. */
    readonly name: string | null;
    /** At most 20. */
    readonly diagnostics: readonly {
        readonly line: number;
        readonly column: number;
        readonly message: string;
    }[];
}
export type ExpectationVerdict = "met" | "not-met" | "open";
export interface ScenarioReport {
    readonly scenario: string;
    /** `not-met` if one expectation is not met, `met` if all are. */
    readonly verdict: ExpectationVerdict;
    /** No later request or delivery changes any verdict. */
    readonly final: boolean;
    /** None of its steps can be used again: later requests get the usual responses. Activating the scenario starts it anew. */
    readonly exhausted: boolean;
    /**
     * Format: date-time
     * On the sandbox clock.
     */
    readonly activatedAt: string;
    /**
     * Format: date-time
     * On the sandbox clock.
     */
    readonly now: string;
    /** False if the first requests after the activation are unknown, because the server was restarted or a state was imported. Unknown results are `open`, never `met` or `not-met`. */
    readonly complete: boolean;
    /**
     * Format: date-time
     * All requests since this time are known; equals `activatedAt` if `complete` is true.
     */
    readonly seenSince: string;
    readonly expectations: readonly ExpectationReport[];
}
export interface ExpectationReport {
    /** Its position in `expect`. */
    readonly number: number;
    readonly about: "requests" | "events";
    readonly verdict: ExpectationVerdict;
    /** No later request or delivery changes the verdict. */
    readonly final: boolean;
    /**
     * The expectation.
     * @example createOrder at least twice, all with the same Idempotency-Key
     */
    readonly wanted: string;
    /**
     * The result.
     * @example received once
     */
    readonly came: string;
    /** Why a correct client does so. */
    readonly because: string | null;
    /** Number of matches. */
    readonly count: number;
    /** Minimum number of matches. */
    readonly atLeast: number;
    /** Maximum number of matches; null for any number. */
    readonly atMost: number | null;
    /** The matches, oldest first: at most the first ten and the last ten. */
    readonly requests: readonly RequestSummary[];
    /** Like `requests`. */
    readonly events: readonly EventSummary[];
    /** What violated the expectation. */
    readonly fault: string | null;
    /** The closest request that did not match, and its first difference. */
    readonly closest: {
        readonly request: RequestSummary | null;
        readonly event: EventSummary | null;
        readonly difference: {
            readonly at: string;
            readonly expected: string;
            readonly actual: string;
        };
    } | null;
}
export interface RequestSummary {
    /** The `X-Mock-Request-Id` of the response. */
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly operationId: string | null;
    /** Null if a fault suppressed the response. */
    readonly status: number | null;
}
export interface EventSummary {
    readonly id: string;
    readonly type: string;
}
export interface OrderStanding {
    readonly uuid: Uuid;
    readonly externalOrderId: string;
    readonly status: OrderStatus;
    readonly complianceStatus: "INCOMPLETE" | "VALID" | "INVALID";
    readonly decision: OrderSummary["decision"];
    /** The first 50. */
    readonly blockers: readonly {
        readonly code: string;
        readonly message: string;
        readonly vin?: string;
    }[];
    readonly blockerCount: number;
}
export interface OrderMoves {
    readonly order: OrderStanding;
    /** On the sandbox clock. */
    readonly now: DateTime;
    /** Calls that a client may send now. */
    readonly calls: readonly NextCall[];
    readonly simulators: readonly {
        readonly id: string;
        readonly title: string;
        readonly name: string;
        readonly call: MoveControlCall;
        readonly leadsTo: MoveOutcome;
    }[];
    /** What is due next to the order or its buyer; null if nothing is. */
    readonly clock: {
        readonly id: string;
        readonly title: string;
        readonly job: {
            readonly id: string;
            readonly kind: string;
            readonly dueAt: DateTime;
        };
        /** How far to advance the clock, as an ISO 8601 duration. */
        readonly by: string;
        readonly call: MoveControlCall;
        readonly leadsTo: MoveOutcome;
    } | null;
    /** Calls of the workflow that would be refused now. */
    readonly refused: readonly {
        readonly operationId: string;
        readonly title: string;
        /** The problem type of the refusal. */
        readonly problem: string;
        readonly reason: string;
    }[];
    /** Calls that change nothing. */
    readonly reads: readonly {
        readonly operationId: string;
        readonly title: string;
        readonly method: string;
        readonly path: string;
        readonly curl: string;
    }[];
}
export interface MoveOutcome {
    readonly summary: string;
    readonly status: OrderStatus;
    readonly complianceStatus: "INCOMPLETE" | "VALID" | "INVALID";
    readonly decision: OrderSummary["decision"];
    /** Types of the events that it causes, in order. */
    readonly events: readonly string[];
}
export interface NextCall {
    /** Unique in this list. */
    readonly id: string;
    /** @example Upload the CMR of WVWZZZ1KZ6W386752 */
    readonly title: string;
    readonly operationId: string;
    readonly method: string;
    /** Below the root URL of the server. */
    readonly path: string;
    /** To be sent with an access token. The `Idempotency-Key` is derived from the seed and stays the same until something changes. */
    readonly headers: {
        readonly [key: string]: string;
    };
    /** The JSON body; null if there is none. */
    readonly body: object | null;
    /** The parts of a multipart body; null if the call is no upload. */
    readonly upload: {
        readonly fields: {
            readonly [key: string]: string;
        };
        /** A sample to send. */
        readonly file: {
            readonly field: string;
            readonly fileName: string;
            readonly contentType: string;
            readonly base64: string;
        };
    } | null;
    /** The same call as a shell command; `$TOKEN` is an access token. */
    readonly curl: string;
    readonly leadsTo: MoveOutcome;
}
export interface MoveControlCall {
    /** @constant */
    readonly method: "POST";
    /** Below the root URL of the server. */
    readonly path: string;
    readonly body: object;
}
export type OrderGoal = {
    readonly status?: OrderStatus;
    readonly verdict?: "VALID_EXPORT" | "VAT_APPLICABLE";
    /**
     * Why VAT applies; for VAT_APPLICABLE only. If omitted, the evidence is completed and a rule decides: the one that the parties and places meet (`domestic`, `third-country`, `seller`), else `margin-scheme`, on the final invoice. The others are failures of the buyer (`vies`, `kyc`, `blocked`) and concern all of its orders.
     * @enum {unknown}
     */
    readonly because?: "domestic" | "third-country" | "seller" | "margin-scheme" | "vies" | "kyc" | "blocked";
    /**
     * Whether the clock of the sandbox advances as long as things usually take: a day until the payment, another until the pickup, two on the road, an hour until each paper of the transport is uploaded. Tokens expire on the way.
     * @default true
     */
    readonly wait?: boolean;
} & ({
    readonly because?: never;
} | unknown);
export interface OrderJourney {
    readonly order: OrderStanding;
    /** The moves made, in order; empty if the order was there already. */
    readonly steps: readonly JourneyStep[];
}
export interface JourneyStep {
    readonly kind: "call" | "simulator" | "clock";
    readonly title: string;
    /** Only for a call of the API. */
    readonly operationId?: string;
    readonly method: string;
    readonly path: string;
    /** Of the response. */
    readonly status: number;
    /** The `X-Mock-Request-Id` of a call of the API, else null. */
    readonly requestId: string | null;
    /** What the step was meant to do. */
    readonly leadsTo: string;
}
export type Duration = string;
export type DateTime = string;
export type Uuid = string;
export type Name = string;
export interface SandboxCreate {
    /** Display name. */
    readonly name?: string;
    /** @default STANDARD */
    readonly rateLimitTier?: Sandbox["rateLimitTier"];
    /** All are on unless you switch them off. */
    readonly capabilities?: {
        /** @default true */
        readonly allowMarketplaceLedKyc?: boolean;
        /** @default true */
        readonly allowMultiVinOrders?: boolean;
        /** @default true */
        readonly allowKycDocumentDownload?: boolean;
    };
    /**
     * The number of sellers, or a list of sellers; missing details are generated.
     * @default 2
     */
    readonly sellers?: number | readonly SellerCreate[];
    /**
     * Whether the data processing agreement is accepted. If not, every call to the API is refused.
     * @default true
     */
    readonly dpaAccepted?: boolean;
    /**
     * Number of API clients of the organization.
     * @default 1
     */
    readonly clients?: number;
    /** Start value of everything that is generated in the sandbox: with the same seed, the same calls return the same responses in two sandboxes. In hosted mode, anyone with the seed can predict ids, links and webhook secrets. */
    readonly seed?: string;
    /**
     * Whether it starts with the fixtures, or empty.
     * @default true
     */
    readonly fixtures?: boolean;
    /** Start from a copy of another sandbox instead, including its organization, records, seed and clock. The id of a sandbox, or the name of one of the caller's snapshots; use an object to be explicit. Cannot be combined with what the copy brings, such as `seed` and `fixtures`. With a ready-made snapshot, the sandbox begins as its persona, also after a reset, and the other members override what that has. */
    readonly from?: string | {
        readonly sandbox?: Name;
        readonly snapshot?: string;
    };
}
export interface SellerCreate {
    readonly uuid?: Uuid;
    readonly companyName?: string;
    readonly vatNumber?: string;
    /** Street, post code and city on one line. */
    readonly address?: string;
    readonly country?: string;
}
export interface SandboxChange {
    /**
     * Moves the end of a visitor's sandbox.
     * @constant
     */
    readonly extend?: true;
    /** Without an accepted data processing agreement, every call to the API is refused with 403 `dpa-not-accepted`. */
    readonly dpaAccepted?: boolean;
    /** In hosted mode, it cannot rise above the tier that the sandbox was created with. */
    readonly rateLimitTier?: Sandbox["rateLimitTier"];
    /** Members that you omit stay unchanged. */
    readonly capabilities?: {
        readonly allowMarketplaceLedKyc?: boolean;
        readonly allowMultiVinOrders?: boolean;
        readonly allowKycDocumentDownload?: boolean;
    };
    /** The new list of authorized partners: UUIDs, or objects with company details. Missing details stay unchanged, or are generated. */
    readonly sellers?: readonly (Uuid | (SellerCreate & {
        readonly uuid: Uuid;
    }))[];
}
export interface Client {
    readonly clientId: string;
    readonly enabled: boolean;
    readonly serviceAccountsEnabled: boolean;
}
export interface ClientChange {
    /** The token endpoint refuses a disabled client. */
    readonly enabled?: boolean;
    /** Without a service account the client credentials grant is refused. */
    readonly serviceAccountsEnabled?: boolean;
}
export interface NewSandbox {
    readonly id: Name;
    readonly organizationUuid: Uuid;
    /** Of the first client. */
    readonly clientId: string;
    /** Of the first client. */
    readonly clientSecret: string;
    /** All clients, including the first one. */
    readonly clients: readonly {
        readonly clientId: string;
        readonly clientSecret: string;
    }[];
    readonly sellers: readonly Uuid[];
    /** Format: uri */
    readonly baseUrl: string;
    /** Format: uri */
    readonly tokenUrl: string;
}
export interface Sandbox {
    readonly id: Name;
    readonly name: string;
    readonly organizationUuid: Uuid;
    readonly clientIds: readonly string[];
    readonly sellers: readonly Uuid[];
    readonly dpaAccepted: boolean;
    readonly rateLimitTier: "STANDARD" | "HIGH_VOLUME" | "ENTERPRISE";
    readonly capabilities: {
        readonly [key: string]: boolean;
    };
    readonly origin: "organizations-file" | "created";
    /**
     * Format: date-time
     * Null for a sandbox from the organizations file.
     */
    readonly createdAt: string | null;
    /**
     * Format: date-time
     * Null for a sandbox from the organizations file.
     */
    readonly lastUsedAt: string | null;
    /**
     * Format: date-time
     * When it is deleted: a visitor's sandbox at this time, any other if it stays unused until then. On the wall clock; null if it is permanent.
     */
    readonly expiresAt: string | null;
    /**
     * Format: date-time
     * Until when `extend` of `PATCH /sandboxes/{id}` can move `expiresAt`; null if the sandbox is not a visitor's.
     */
    readonly latestExpiresAt: string | null;
    /** The link that made it; null if none did. */
    readonly visitorLink: VisitorLink["id"] | null;
}
export type WholeSandbox = Sandbox & {
    /** If it is read, not changed. */
    readonly usage?: {
        readonly documents: number;
        /** Size of records and contents, without indexes. */
        readonly bytes: number;
    };
    readonly country: string;
    /** The sellers, with what is known of them. */
    readonly partners: readonly {
        readonly uuid: Uuid;
        readonly companyName: string;
        readonly vatNumber: string;
        readonly address?: string;
        readonly country: string;
    }[];
    readonly clients: readonly Client[];
    /** If it is read, not changed. */
    readonly quotas?: readonly (Quota & {
        /**
         * The time in which `used` counts. What has none exists at the same time.
         * @example PT1M
         */
        readonly per?: string;
        /** Only for deliveries, which wait for room. */
        readonly waiting?: number;
    })[];
};
export interface ConsoleSession {
    /**
     * `local` needs no sign-in; `nobody` has to sign in first; a visitor is a `client` with a `permission` and, mostly, a `link`.
     * @enum {unknown}
     */
    readonly kind: "local" | "client" | "operator" | "nobody";
    readonly clientId?: string;
    /** Name of the client’s organization. */
    readonly organization?: string;
    /** The sandbox that calls without `?sandbox=` act on. */
    readonly sandbox?: string;
    /**
     * What the session may do; absent for `nobody`. `watch` reads and follows only.
     * @enum {unknown}
     */
    readonly permission?: "everything" | "watch";
    /** The visitor link that opened the session. */
    readonly link?: {
        readonly id: string;
        readonly name: string;
    };
    /**
     * Format: date-time
     * When the visitor’s sandbox is dropped, unless it is kept: `extend` of `PATCH /sandboxes/{id}`. Wall time.
     */
    readonly sandboxExpiresAt?: string;
    /**
     * Format: date-time
     * Until when it can be kept.
     */
    readonly sandboxLatestExpiresAt?: string;
    /**
     * Format: date-time
     * When the session ends unless it is used.
     */
    readonly expiresAt?: string;
    readonly server: ConsoleServer;
    /** Clients of the sandbox, as far as the caller may know them. */
    readonly clients: readonly string[];
    /** The demo client, whose secret is public. */
    readonly demo?: {
        readonly clientId: string;
        readonly clientSecret: string;
    };
}
export interface ConsoleServer {
    readonly version: string;
    readonly mode: "local" | "hosted";
    /** Whether it serves a third-party description. */
    readonly isForeign: boolean;
    /** Title of the API. */
    readonly title: string;
    readonly baseUrl: string;
    readonly tokenUrl?: string;
    /** Of a third-party description, a command that calls an operation which needs no more than a credential. */
    readonly firstCall?: {
        readonly operationId: string;
        readonly command: string;
    };
    /** Whether an operator can sign in. */
    readonly hasOperator: boolean;
    /** Whether a visitor without a link can sign up: `POST /__console/sign-up`. */
    readonly hasSignUp: boolean;
    /** Whether the caller may list and choose sandboxes. */
    readonly maySelectSandbox: boolean;
}
export type VisitorStart = "fixtures" | {
    readonly snapshot: string | {
        readonly sandbox: Name;
        readonly snapshot: string;
    };
} | {
    readonly storyboard: string;
} | {
    readonly sandbox: Name;
};
export interface VisitorInvitation {
    readonly name: string;
    readonly start: ("fixtures" | "snapshot" | "sandbox") | {
        /** A ready-made one. */
        readonly snapshot: string;
    } | {
        readonly storyboard: string;
    };
    readonly uses: VisitorLink["uses"];
    readonly copies: VisitorLink["copies"];
    readonly permission: VisitorLink["permission"];
    readonly expiresAt: DateTime;
}
export interface VisitorLinkCreate {
    /** Tells the operator and the visitor what the link is for. */
    readonly name: string;
    /** For the operator only. */
    readonly note?: string;
    /** @default fixtures */
    readonly start?: VisitorStart;
    /**
     * How long it admits visitors, from one hour to 30 days.
     * @default P7D
     */
    readonly expiresIn?: Duration;
    /** @default once */
    readonly uses?: VisitorLink["uses"];
    /** @default own */
    readonly copies?: VisitorLink["copies"];
    /** @default everything */
    readonly permission?: VisitorLink["permission"];
}
export interface ServerList {
    /**
     * Where the sandboxes are stored. Only servers on PostgreSQL share it.
     * @enum {unknown}
     */
    readonly store: "MEMORY" | "SQLITE" | "POSTGRESQL";
    readonly data: readonly Server[];
    /** Jobs and deliveries that are due and that no server has begun. */
    readonly dueWork: {
        /** How many sandboxes have any. Without a shared database, only sandboxes in memory count. */
        readonly sandboxes: number;
        /** For how long the oldest has been due; null if nothing is. */
        readonly oldestSeconds: number | null;
    };
}
export interface Server {
    /**
     * Format: uuid
     * Another one after each start.
     */
    readonly id: string;
    /** Whether it is the server that returned this response. */
    readonly isThis: boolean;
    /** Name of its machine, container or pod; null if it has not told. */
    readonly host: string | null;
    /** Version of vatmock. */
    readonly version: string;
    /**
     * Format: date-time
     * When it started.
     */
    readonly since: string;
    /**
     * `DRAINING` ends (SIGTERM): it takes no new work, and load balancers get 503. `SILENT` has given no sign of life for more than five seconds: the others have taken over its jobs.
     * @enum {unknown}
     */
    readonly state: "SERVING" | "DRAINING" | "SILENT";
    /** Time since its last sign of life. Each server gives one a second. */
    readonly silentSeconds: number;
    /** What it told with its last sign of life; null if its version tells other things. */
    readonly load: ServerLoad | null;
}
export interface ServerLoad {
    readonly requestsLastMinute: number;
    /** Long polls included, streams not. */
    readonly requestsInProgress: number;
    /** Open streams of events. */
    readonly openStreams: number;
    /** Attempts to deliver a webhook that it makes, or has taken and makes next. */
    readonly deliveriesInProgress: number;
    readonly sandboxesInMemory: number;
    /** How much later than asked for it got to its work: the longest since it was last measured, which servers on PostgreSQL do each second, and others when they are asked. Null if it has not been measured yet. */
    readonly eventLoopDelaySeconds: number | null;
    /** Bytes that the process uses, and may use. */
    readonly memory: {
        readonly used: number;
        readonly limit: number;
    };
}
export interface VisitorLink {
    readonly id: string;
    readonly name: string;
    /** Empty if there is none. */
    readonly note: string;
    readonly start: VisitorStart;
    /**
     * Whether the link admits one visitor, or any number.
     * @enum {unknown}
     */
    readonly uses: "once" | "many";
    /**
     * Whether each visitor gets a sandbox of its own, or all share one.
     * @enum {unknown}
     */
    readonly copies: "own" | "shared";
    /**
     * Whether the visitor may do everything in the sandbox, or only watch. Who only watches sees neither secrets nor the keys in links and in the addresses of inboxes.
     * @enum {unknown}
     */
    readonly permission: "everything" | "watch";
    /**
     * `open` admits visitors; `used` worked once, as it should.
     * @enum {unknown}
     */
    readonly state: "open" | "used" | "expired" | "revoked";
    /** Format: date-time */
    readonly createdAt: string;
    /** Format: date-time */
    readonly expiresAt: string;
    /** Format: date-time */
    readonly revokedAt: string | null;
    /** How many visitors it admitted. */
    readonly useCount: number;
    /** Format: date-time */
    readonly lastUsedAt: string | null;
    /** The sandboxes that it made and that still exist, oldest first. */
    readonly sandboxes: readonly Name[];
}
export interface Clock {
    readonly now: DateTime;
    readonly frozen: boolean;
    /** Difference to the wall clock in milliseconds; negative if it is behind. */
    readonly offset: number;
}
export type ClockStep = {
    readonly by?: Duration;
    readonly to?: DateTime;
} & (unknown | unknown);
export type ClockChange = Clock & {
    /** In the order of execution. */
    readonly fired: readonly {
        readonly kind: string;
        readonly dueAt: DateTime;
        /** Types of the events that it caused. */
        readonly events: readonly string[];
    }[];
    /** False if the clock stopped on the way because too many jobs became due. */
    readonly complete: boolean;
};
export interface Import {
    readonly documents: number;
    readonly contents: number;
    readonly clock: Clock;
}
export interface Persona {
    /** For display. */
    readonly title: string;
    /** What the persona does. */
    readonly about: string;
    /**
     * KYC mode of its buyers.
     * @enum {unknown}
     */
    readonly kycMode: "MARKETPLACE_LED" | "SERVICE_LED";
    /** Name of its organization. */
    readonly organization: string;
    /** Countries of its sellers and buyers. */
    readonly countries: readonly string[];
    readonly counts: {
        readonly buyers: number;
        readonly orders: number;
        readonly vehicles: number;
        /** Orders with a verdict. */
        readonly verdicts: number;
    };
    /** Whether the sandbox is that of this persona. */
    readonly isActive: boolean;
}
export interface Snapshot {
    readonly name: string;
    /**
     * Format: date-time
     * On the machine's clock.
     */
    readonly takenAt: string | null;
    /** State of the sandbox clock. */
    readonly clock: {
        readonly now: DateTime;
        readonly frozen: boolean;
    } | null;
    readonly documents: number | null;
    readonly contents: number | null;
    /** Stored size. */
    readonly bytes: number | null;
    /** Whose it is, if it is ready-made; null if it was taken. */
    readonly persona: Persona | null;
}
export interface State {
    /** @constant */
    readonly format: "vatmock-state";
    readonly version: number;
    /** Origin of the state. */
    readonly sandbox: Name;
    readonly organizationUuid: Uuid;
    /** The partners of that organization. */
    readonly sellers: readonly Uuid[];
    readonly seed: string;
    readonly clock: {
        readonly now: DateTime;
        readonly frozen: boolean;
    };
    /** Position of its switches; absent if no switch was set. */
    readonly assumptions?: {
        readonly [key: string]: string;
    };
    /** Records by kind. */
    readonly collections: {
        readonly [key: string]: {
            /** The last position assigned. */
            readonly last: number;
            /** In the order of their positions. */
            readonly documents: readonly StateRecord[];
        };
    };
    /** Bytes of documents as base64, by id. */
    readonly contents: {
        readonly [key: string]: string;
    };
    /** SHA-256 in hexadecimal of the rest in canonical form: sorted members, no spaces. The import does not check a document without it for damage: delete it after editing the document. */
    readonly checksum?: string;
}
export interface StateRecord {
    readonly id: string;
    readonly position: number;
    readonly value: object;
    /** The lookup key. */
    readonly keys: readonly {
        readonly name: string;
        readonly text: string;
    }[];
}
export type DeliveryStatus = "PENDING" | "DELIVERED" | "FAILED";
export interface Delivery {
    readonly id: string;
    readonly webhookId: string;
    /** The current URL of its webhook endpoint. */
    readonly url: string;
    readonly eventId: string;
    readonly eventType: string;
    readonly status: DeliveryStatus;
    readonly httpStatus: number | null;
    /** As counted by the API. */
    readonly attempts: number;
    /** A test fire. */
    readonly test: boolean;
    /** Format: date-time */
    readonly createdAt: string;
    /** Format: date-time */
    readonly lastAttemptAt: string | null;
    /**
     * Format: date-time
     * As returned by the API.
     */
    readonly nextRetryAt: string | null;
    /**
     * Format: date-time
     * The actual time of the next attempt; an injected fault can delay it.
     */
    readonly dueAt: string | null;
    /** Everything sent, or reported as sent, in order. */
    readonly tries: readonly DeliveryTry[];
}
export interface DeliveryTry {
    /** Format: date-time */
    readonly at: string;
    /** False for a duplicate, which the API does not count as an attempt. */
    readonly counts: boolean;
    readonly httpStatus: number | null;
    /**
     * Why there was no response. `refused`: the server must not call this URL.
     * @enum {unknown}
     */
    readonly failure: "refused" | "connect_failed" | "tls_failed" | "timeout" | "answer_broken" | null;
    /** The reason in words, if it can be disclosed. */
    readonly detail: string | null;
    /** The beginning of the response body, if it can be disclosed. */
    readonly answer: string | null;
    /** The injected fault; null if there is none. */
    readonly chaos: {
        /** A scenario, or the control API. */
        readonly by: string;
        readonly did: readonly string[];
    } | null;
}
export type WholeDelivery = Delivery & {
    /** The body that all attempts send, byte for byte. */
    readonly body: string;
    /** When the attempts that are left are made if each fails at once; the first is `dueAt`. */
    readonly planned: readonly string[];
};
export interface DeliveryAwait {
    readonly webhookId?: string;
    readonly eventId?: string;
    readonly eventType?: string;
    readonly status?: DeliveryStatus;
    /** Created at or after this time, on the sandbox clock. */
    readonly since?: DateTime;
    /** @default 1 */
    readonly count?: number;
    /**
     * In real time, at most PT55S.
     * @default PT5S
     */
    readonly timeout?: Duration;
}
export type DeliveryAwaitTimeout = Problem & {
    readonly found: readonly Delivery[];
    /** The newest deliveries that do not meet the criteria, oldest first. */
    readonly cameInstead: readonly {
        readonly id: string;
        readonly webhookId: string;
        readonly eventType: string;
        readonly status: DeliveryStatus;
        readonly attempts: number;
        /** Format: date-time */
        readonly createdAt: string;
        /** The first criterion that it does not meet. */
        readonly difference: {
            readonly at: string;
            readonly expected: string;
            readonly actual: string;
        };
    }[];
};
export interface ReceiverList {
    readonly data: readonly Receiver[];
    /** Rules of active scenarios, which apply if no rule of a webhook endpoint matches. */
    readonly chaosOfScenarios: readonly {
        readonly by: string;
        /** Format: date-time */
        readonly since: string;
        readonly rules: readonly DeliveryRule[];
    }[];
}
export interface Receiver {
    readonly id: string;
    readonly url: string;
    /** The name of the inbox that has this URL. */
    readonly inbox: string | null;
    /** It comes from the setting `--webhook-url`. */
    readonly configured: boolean;
    /** Event types and wildcards. */
    readonly events: readonly string[];
    /** Null for all sellers. */
    readonly partnerIds: readonly string[] | null;
    readonly status: "ACTIVE" | "PAUSED";
    /** When and why it was paused; null if it is active or this is unknown. */
    readonly paused: {
        /** Format: date-time */
        readonly at: string;
        readonly why: "CLIENT" | "CONSECUTIVE_FAILURES" | "CONTINUOUS_FAILURE_WINDOW";
    } | null;
    /** The attempts that have failed since the last success. */
    readonly failures: {
        readonly count: number;
        /** So many failures pause it. */
        readonly most: number;
        /** Format: date-time */
        readonly since: string | null;
        /**
         * Format: date-time
         * At this time it is paused, unless an attempt succeeds before.
         */
        readonly pausesAt: string | null;
    };
    /** Set while its host is quarantined because it was slow several times in a row: it gets one attempt at a time, and the other deliveries stay `PENDING` and start later. Null otherwise. Kept in memory: a restart ends it. */
    readonly quarantine: {
        /** The host and port of its URL. */
        readonly host: string;
        /**
         * Format: date-time
         * On the sandbox clock.
         */
        readonly since: string;
        /** Why it is quarantined. */
        readonly reason: string;
        /** What ends the quarantine. */
        readonly until: string;
    } | null;
    /** Format: date-time */
    readonly createdAt: string;
    /** Format: date-time */
    readonly lastSuccessAt: string | null;
    /**
     * Format: date-time
     * Searched among the next 500 jobs of the sandbox.
     */
    readonly nextAttemptAt: string | null;
    /** Number of deliveries of the last 30 days by status. */
    readonly deliveries: {
        readonly pending: number;
        readonly delivered: number;
        readonly failed: number;
    };
    /** The faults injected into its deliveries; null without any. */
    readonly chaos: {
        /**
         * Format: date-time
         * Start of the rules.
         */
        readonly since: string;
        readonly rules: readonly DeliveryRule[];
    } | null;
    /**
     * Format: date-time
     * The end of a rotation; until then, both secrets sign.
     */
    readonly previousSecretExpiresAt: string | null;
}
export interface ReceiverUpdate {
    readonly status?: "ACTIVE" | "PAUSED";
    /** Faults to inject into deliveries to it; null removes them. */
    readonly chaos?: {
        /** The first rule that matches an event applies. */
        readonly rules: readonly DeliveryRule[];
        /** Seed of the random choices. Default: derived from the seed of the sandbox. */
        readonly seed?: string;
    } | null;
}
export interface SignatureRequest {
    /** The headers as text (`Name: value`, one per line; the arrows of `curl -v` do not matter), or as an object. */
    readonly headers?: string | {
        readonly [key: string]: string;
    };
    /** The body, byte for byte. */
    readonly body?: string;
    /**
     * Encoding of `body`; use base64 if it is not UTF-8.
     * @default text
     * @enum {unknown}
     */
    readonly encoding?: "text" | "base64";
    /** A delivery of this sandbox. The server takes its body, and the headers that an attempt would have now, unless you send yours. */
    readonly deliveryId?: string;
    /** The secret that your receiver verifies with. */
    readonly secret?: string;
    /** Verify with the secrets of this webhook endpoint. */
    readonly webhookId?: string;
    /** When you received it: the time stamp must be within five minutes of this time. Default: now, on the wall clock, which deliveries are signed with. */
    readonly at?: DateTime;
}
export interface SignatureCheck {
    /** A correct receiver accepts the delivery. */
    readonly genuine: boolean;
    /** How the sandbox signs its deliveries. */
    readonly profile: {
        /** @example stripe */
        readonly name: string;
        readonly algorithm: "sha256" | "sha384" | "sha512";
        readonly encoding: "hex" | "base64";
        /**
         * The key of the HMAC: the secret as text, or its base64-decoded bytes.
         * @enum {unknown}
         */
        readonly key: "text" | "decoded";
        /**
         * Template of the text that is signed.
         * @example {timestamp}.{body}
         */
        readonly content: string;
        /** Template of one signature. */
        readonly signature: string;
        /** Templates by header name. */
        readonly headers: {
            readonly [key: string]: string;
        };
    };
    /** In the order in which a receiver verifies. */
    readonly steps: readonly {
        readonly step: "headers" | "timestamp" | "content" | "digest" | "comparison";
        /** Null if the step decides nothing. */
        readonly passed: boolean | null;
        readonly detail: string;
    }[];
    /** The text that is signed; null if there is no signature. */
    readonly signed: {
        /** Its first 4000 characters. */
        readonly text: string;
        readonly bytes: number;
        /** Whether `text` is all of it. */
        readonly complete: boolean;
    } | null;
    /** One per secret. */
    readonly comparisons: readonly {
        /**
         * `former`: the one before a rotation, within its window.
         * @enum {unknown}
         */
        readonly secret: "given" | "current" | "former";
        readonly webhookId: string | null;
        /** The signature that this secret gives. */
        readonly expected: string;
        readonly received: string | null;
        readonly equal: boolean;
        /** Position of the first differing character, from 1. */
        readonly firstDifference: number | null;
    }[];
    /** What is most likely wrong; empty if the delivery is genuine. */
    readonly causes: readonly {
        readonly cause: "missing-header" | "malformed-header" | "body-reserialized" | "body-changed" | "wrong-secret" | "expired-secret" | "secret-altered" | "secret-decoding" | "wrong-profile" | "signed-content" | "digest-encoding" | "clock" | "unknown";
        readonly detail: string;
        readonly remedy: string;
    }[];
    /**
     * `made-now`: the headers that an attempt would have now.
     * @enum {unknown}
     */
    readonly headersFrom: "request" | "made-now";
    readonly headers: NamedValues;
    readonly body: string;
    /**
     * Format: date-time
     * The time that the time stamp is compared with.
     */
    readonly comparedWith: string;
    /**
     * Format: date-time
     * The clock of the sandbox, which signatures do not use.
     */
    readonly sandboxTime: string;
}
export interface DeliveryRule {
    /** Event types, or segments such as `ticket.*`. Default: all. */
    readonly events?: readonly string[];
    /** The share of these events that the rule affects, drawn from the seed. Default: all. */
    readonly share?: number;
    /** Results of attempts 1, 2, 3 and so on; later attempts pass. A status: recorded as the receiver's response without sending the request. pass: the request is sent, and the receiver decides. */
    readonly outcomes?: readonly (number | ("pass" | "timeout" | "reset" | "refused"))[];
    /** Refuses every attempt for this time, on the sandbox clock. */
    readonly downFor?: Duration;
    /** Delay of the first attempt, on the sandbox clock. */
    readonly delay?: Duration;
    /** Total number of times that each event is sent. */
    readonly duplicate?: number;
    /**
     * Delays an event until the next one has been sent, at most a minute.
     * @constant
     */
    readonly reorder?: true;
    /**
     * The fault in the signature.
     * @enum {unknown}
     */
    readonly signature?: "stale" | "future" | "wrong-secret" | "altered-body" | "missing";
    /** Sends the body in pieces over this time, in real time; this can exceed the 15-second limit of an attempt. */
    readonly slowBody?: {
        /** @default 10 */
        readonly pieces?: number;
        readonly over: Duration;
    };
}
export type InboxAnswer = number | ("timeout" | "reset");
export interface Inbox {
    readonly name: string;
    /**
     * Format: uri
     * Register this URL as a webhook endpoint. Anyone with the URL can send to the inbox.
     */
    readonly url: string;
    /** The next responses; the last one repeats. If empty, 200. */
    readonly answers: readonly InboxAnswer[];
    /** Number of messages ever received, including those no longer stored. */
    readonly received: number;
    readonly messages: readonly InboxMessage[];
    /** Of the webhook endpoint, if the call registers it. */
    readonly webhookId?: string;
    /** The secret that signs the deliveries, if the call registers it. */
    readonly secret?: string;
    /** If the call registers it: false if a webhook endpoint had this URL already. */
    readonly created?: boolean;
}
export interface InboxMessage {
    readonly number: number;
    /**
     * Format: date-time
     * On the wall clock.
     */
    readonly receivedAt: string;
    /** In order of arrival. */
    readonly headers: NamedValues;
    readonly body: string;
    /**
     * Encoding of the body; base64 if it is not UTF-8.
     * @enum {unknown}
     */
    readonly encoding: "text" | "base64";
    /** What a correct receiver would find with the secrets of the webhook endpoints that have this URL. */
    readonly signature: {
        /**
         * stale and future: valid, but the timestamp is off by more than five minutes. unknown: no webhook endpoint has this URL.
         * @enum {unknown}
         */
        readonly verdict: "valid" | "stale" | "future" | "invalid" | "missing" | "unknown";
        /** The webhook endpoint whose secret matches. */
        readonly webhookId: string | null;
        readonly reason: string;
    };
    readonly answered: InboxAnswer;
}
export interface Money {
    readonly value: number;
    readonly currency: string;
}
export interface RecordCollections {
    readonly data: readonly {
        readonly name: string;
        readonly summary: string;
        readonly filters: readonly string[];
    }[];
    /** Of a search, the most exact first. */
    readonly hits?: readonly {
        readonly kind: "order" | "buyer" | "prospect" | "invitation" | "document" | "webhook" | "delivery" | "event" | "request";
        readonly id: string;
        readonly title: string;
        /** What matched, if it is not in the title. */
        readonly detail?: string;
    }[];
}
export interface RecordList {
    readonly data: readonly (OrderSummary | BuyerSummary | Payment | ViesCheck | Invitation | DueJob | KeptRecord)[];
    /** The time on the sandbox's clock. */
    readonly now: DateTime;
    /** Of orders: one entry per status, in the order of the workflow. The filters `q` and `seller` apply. */
    readonly counts?: readonly {
        readonly status: OrderStatus;
        readonly count: number;
        /** The order of this status that has waited longest since its last change; null if there is none. */
        readonly oldest: {
            readonly uuid: Uuid;
            readonly since: DateTime;
        } | null;
    }[];
    readonly pagination: ListPagination;
}
export type RecordDetail = OrderDetail | BuyerDetail | Payment | ViesCheck | Invitation | DueJob | KeptRecord;
export interface KeptRecord {
    /** The value of its path parameter. */
    readonly id: string;
    /** The path parameters of what contains it. */
    readonly parents: readonly string[];
    /** Everything that is kept of it, whatever a response shows. */
    readonly body: unknown;
    /** Counts its changes, from 1. */
    readonly version: number;
    readonly createdAt: DateTime;
    readonly updatedAt: DateTime;
}
export interface Payment {
    readonly uuid: Uuid;
    readonly orderUuid: Uuid;
    readonly buyerUuid: Uuid;
    readonly seller: Uuid;
    readonly amount: Money;
    readonly paidAt: string;
    readonly reference?: string;
    readonly documentId?: string;
    /** Current outstanding amount of the order. */
    readonly outstandingAmount: Money;
    /** Current status of the order. */
    readonly orderStatus: string;
    readonly createdAt: DateTime;
}
export interface ViesCheck {
    readonly id: Uuid;
    readonly buyerUuid: Uuid;
    readonly vatNumber: string;
    readonly result: "VALID" | "INVALID" | "PENDING" | "UNKNOWN";
    readonly requestedAt: DateTime;
    /** Format: date-time */
    readonly checkedAt: string | null;
    readonly reason?: string;
}
export interface Invitation {
    readonly uuid: Uuid;
    readonly kind: "KYC" | "PROSPECT";
    /** Format: uri */
    readonly url: string;
    readonly status: "OPEN" | "USED" | "EXPIRED";
    readonly buyerUuid?: Uuid;
    readonly seller: Uuid;
    readonly createdAt: DateTime;
    readonly expiresAt: DateTime;
    readonly usedAt?: DateTime;
}
export type OrderStatus = "CREATED" | "INVOICE_SUBMITTED" | "PAYMENT_SUBMITTED" | "READY_FOR_PICKUP" | "TRANSPORT_IN_PROGRESS" | "TRANSPORT_COMPLETED" | "COMPLIANCE_VALID" | "COMPLIANCE_INVALID" | "CANCELLED";
export interface OrderSummary {
    readonly uuid: Uuid;
    readonly externalOrderId: string;
    readonly status: OrderStatus;
    /**
     * Status of the rollup.
     * @enum {unknown}
     */
    readonly compliance: "VALID" | "INCOMPLETE" | "INVALID";
    /**
     * Null before the verdict.
     * @enum {unknown}
     */
    readonly decision: "VALID_EXPORT" | "VAT_APPLICABLE" | null;
    readonly seller: {
        readonly uuid: Uuid;
        /** Null if the organization no longer lists the seller. */
        readonly companyName: string | null;
    };
    readonly buyer: OrderBuyer;
    readonly purchaseDate: string;
    readonly vehicles: {
        readonly count: number;
        /** The first three. */
        readonly vins: readonly string[];
        /** Of the first vehicle. */
        readonly brand: string;
        /** Of the first vehicle. */
        readonly model: string;
    };
    readonly totalAmount: Money;
    /** Why the order is not `VALID`: the first three in a list of orders, the first 200 of one order. */
    readonly blockers: readonly OrderBlocker[];
    readonly blockerCount: number;
    /** The seven milestones, in order. */
    readonly milestones: readonly OrderMilestone[];
    /** What happens next to the order or its buyer on the sandbox's clock; null if nothing is due. */
    readonly nextJob: DueJob | null;
    readonly exportFileReady: boolean;
    /**
     * Format: uuid
     * The document that is its Export File; null if that is not ready.
     */
    readonly exportFileId: string | null;
    readonly createdAt: DateTime;
    readonly updatedAt: DateTime;
}
export interface OrderBuyer {
    readonly uuid: Uuid;
    readonly companyName: string;
    /** Country of the address. */
    readonly country: string;
    readonly vatNumber: string;
    /** `ACTIVE` or `BLOCKED`. */
    readonly status: string;
    /** Result of the latest VIES check of a buyer. */
    readonly vies: {
        readonly result: "VALID" | "INVALID" | "PENDING" | "UNKNOWN";
        /**
         * Format: date-time
         * Null until VIES has answered or timed out.
         */
        readonly checkedAt: string | null;
        /** Why the result is `INVALID` or `UNKNOWN`. */
        readonly reason?: string;
    };
    readonly kyc: {
        readonly mode: "MARKETPLACE_LED" | "SERVICE_LED";
        /**
         * `NOT_REQUIRED` if the marketplace verifies the buyer itself.
         * @enum {unknown}
         */
        readonly status: "NOT_REQUIRED" | "NOT_STARTED" | "PENDING" | "VERIFIED" | "REJECTED";
        /** Why the buyer was rejected. */
        readonly reason?: string;
    };
}
export interface OrderBlocker {
    readonly code: string;
    /** The reason in words. */
    readonly message: string;
    /** Absent if the whole order is affected. */
    readonly vin?: string;
    /** The call that removes the blocker; null if no call of a client does. */
    readonly operationId: string | null;
    /** What removes the blocker, in words. */
    readonly remedy: string;
}
export interface OrderMilestone {
    readonly name: "created" | "invoiced" | "paid" | "ready" | "on_the_road" | "arrived" | "verdict";
    readonly reached: boolean;
    /**
     * Format: date-time
     * When it was reached, on the sandbox's clock; for pickups and deliveries, the time that the client stated. Null if it has not been reached, or if the time is not recorded.
     */
    readonly at: string | null;
    /** The request that reached it, if the journal still has it; only for a single order. */
    readonly requestId?: string;
}
export interface DueJob {
    readonly id: string;
    /** Name of the kind of job, such as `webhook-attempt`. */
    readonly kind: string;
    readonly title: string;
    /** On the sandbox's clock. */
    readonly dueAt: DateTime;
    /** What the job is about; null for housekeeping. */
    readonly subject: {
        readonly kind: "order" | "buyer" | "delivery" | "webhook" | "invitation" | "scenario";
        readonly id: string;
    } | null;
}
export type OrderDetail = OrderSummary & {
    readonly version: number;
    /** What makes the evidence doubtful: times that contradict each other, a late delivery. */
    readonly warnings: readonly {
        readonly code: string;
        readonly message: string;
        readonly vin?: string;
    }[];
    readonly responsibleContact?: {
        readonly firstName: string;
        readonly lastName: string;
        readonly email: string;
        readonly phone?: string;
    };
    readonly cancellation?: {
        readonly cancelledAt: DateTime;
        readonly reason?: string;
    };
    readonly vins: readonly {
        readonly vin: string;
        readonly brand: string;
        readonly model: string;
        readonly mileage?: number;
        readonly firstRegistrationDate?: string;
        readonly purchaseAmount: Money;
        readonly complianceStatus: "PENDING" | "PICKUP_CONFIRMED" | "IN_TRANSIT" | "DELIVERED" | "VALID" | "INVALID";
        readonly transportStatus: "NOT_STARTED" | "IN_TRANSIT" | "DELIVERED";
        readonly pickup?: TransportMilestone;
        readonly delivery?: TransportMilestone;
    }[];
    readonly revocations: readonly {
        readonly vins: readonly string[];
        readonly reason: string;
        readonly revokedAt: DateTime;
    }[];
    readonly invoices: readonly {
        readonly type: "PRELIMINARY" | "FINAL";
        readonly invoiceNumber: string;
        readonly invoiceDate: string;
        readonly vatIncluded: boolean;
        readonly marginScheme: boolean;
        readonly amount: Money;
        readonly status: "DRAFT" | "SUBMITTED" | "VALID" | "INVALID";
        readonly version: number;
        readonly updatedAt: DateTime;
    }[];
    readonly payments: readonly {
        readonly uuid: Uuid;
        readonly amount: Money;
        readonly paidAt: string;
        readonly reference?: string;
        readonly documentId?: Uuid;
        readonly createdAt: DateTime;
    }[];
    readonly outstandingAmount: Money;
    /** The newest 500, newest first, with all generations of the Export File. */
    readonly documents: readonly {
        readonly id: Uuid;
        readonly type: string;
        readonly status: "ACTIVE" | "ARCHIVED";
        readonly fileName: string;
        readonly contentType: string;
        /** Absent for a file that is drawn on its first download. */
        readonly size?: number;
        readonly sha256?: string;
        /** Absent if it covers all vehicles. */
        readonly vin?: string;
        readonly invoiceType?: "PRELIMINARY" | "FINAL";
        readonly createdAt: DateTime;
        /** Path that downloads it. */
        readonly download: string;
    }[];
    readonly documentCount: number;
    /** The latest Export File; null before the first verdict. */
    readonly exportFile: {
        readonly documentId: Uuid;
        /** Number of the generation. */
        readonly version: number;
        readonly decision: OrderSummary["decision"];
        readonly generatedAt: DateTime;
        /** Path that downloads the PDF. */
        readonly download: string;
    } | null;
    /** The compliance rules, one by one. */
    readonly rules: readonly {
        /** @example cmr */
        readonly id: string;
        /** The rule in words. */
        readonly sentence: string;
        /**
         * `later` if the order cannot meet it yet: for example, a delivery before the pickup.
         * @enum {unknown}
         */
        readonly state: "met" | "not_met" | "later" | "not_applicable";
        /** Blockers that report the rule as not met. */
        readonly codes: readonly string[];
        /** The vehicles that do not meet it; the first 100. */
        readonly vins: readonly string[];
        /** Number of vehicles that do not meet it. */
        readonly vinCount: number;
        /** The words of the API description that the rule follows; absent if there are none. */
        readonly quote?: string;
        /** The assumption that the rule depends on. */
        readonly assumption?: string;
    }[];
    /** What is due for the order and its buyer, in order. */
    readonly jobs: readonly DueJob[];
    /** What has touched the order, in order; the newest 500 entries. */
    readonly timeline: readonly TimelineEntry[];
    /** All entries. */
    readonly timelineCount: number;
};
export interface TransportMilestone {
    /** As the client stated it. */
    readonly confirmedAt: string;
    readonly cmrDocumentId?: Uuid;
    readonly declarationDocumentId?: Uuid;
}
export interface TimelineEntry {
    /** On the sandbox's clock. */
    readonly at: DateTime;
    readonly kind: "request" | "job" | "event" | "delivery";
    /** Of the request, job, event or delivery. */
    readonly id: string;
    readonly title: string;
    /** HTTP status of a request or an attempt, result of a job, or status of a delivery. */
    readonly status?: string;
    /** The exchange of the journal that it is or that caused it. */
    readonly requestId?: string;
    /** The event that it is or that it delivers. */
    readonly eventId?: string;
    readonly deliveryId?: string;
    /** Webhook endpoint of a delivery. */
    readonly webhookId?: string;
}
export type BuyerSummary = OrderBuyer & {
    readonly seller: OrderSummary["seller"];
    /** What the VAT number makes VIES answer; null for an ordinary number, which is valid if its check digits are. */
    readonly testNumber: {
        readonly sentence: string;
        /** The answers of VIES, in order; the last one is repeated. */
        readonly answers: readonly {
            readonly result: "VALID" | "INVALID" | "UNKNOWN";
            readonly reason?: string;
        }[];
        /** Answers that VIES has given so far. */
        readonly given: number;
    } | null;
    readonly orders: {
        readonly count: number;
        /** Orders without a verdict that are not cancelled. */
        readonly openCount: number;
        /** The newest 20. */
        readonly uuids: readonly Uuid[];
    };
    /** Null if nothing is due. */
    readonly nextJob: DueJob | null;
    readonly createdAt: DateTime;
    readonly updatedAt: DateTime;
};
export type BuyerDetail = BuyerSummary & {
    readonly address: {
        readonly street: string;
        readonly postCode: string;
        readonly city: string;
        readonly country: string;
    };
    readonly version: number;
    /** The newest 100 checks, newest first. */
    readonly viesChecks: readonly {
        readonly id: Uuid;
        readonly result: "VALID" | "INVALID" | "PENDING" | "UNKNOWN";
        readonly requestedAt: DateTime;
        /** Format: date-time */
        readonly checkedAt: string | null;
        readonly reason?: string;
    }[];
    readonly viesCheckCount: number;
    /** Sessions of service-led verification, newest first. */
    readonly verifications: readonly {
        readonly sessionId: Uuid;
        readonly status: "PENDING" | "VERIFIED" | "REJECTED";
        readonly startedAt: DateTime;
        /** Format: date-time */
        readonly completedAt: string | null;
        readonly reason?: string;
    }[];
    readonly jobs: readonly DueJob[];
    /** The newest 500 jobs about the buyer that have fired, newest first: VIES checks with their repetitions and re-checks, verifications, expiries of invitations, and scenario entries that named it. */
    readonly firedJobs: readonly TimelineEntry[];
    readonly firedJobCount: number;
    /** The simulators of buyers, and whether each is possible now. */
    readonly simulators: readonly {
        readonly name: string;
        readonly summary: string;
        readonly possible: boolean;
        /** Why it is impossible. */
        readonly reason?: string;
    }[];
};
export interface ListPagination {
    readonly page: number;
    readonly limit: number;
    readonly totalElements: number;
    readonly totalPages: number;
}
export interface SimulatorRun {
    readonly simulator: string;
    /** Types of the events that it caused, in order. */
    readonly events: readonly string[];
}
export interface EventTrigger {
    /** An event type. */
    readonly type: string;
    /** Members of the payload; missing members are generated. */
    readonly data?: object;
    /**
     * Format: uuid
     * An order of the sandbox; kyc events use its buyer.
     */
    readonly orderUuid?: string;
    /**
     * Format: uuid
     * A buyer of the sandbox.
     */
    readonly buyerUuid?: string;
    /**
     * Format: uuid
     * A prospect of the sandbox.
     */
    readonly prospectUuid?: string;
    /**
     * Format: uuid
     * A self-service invitation of the sandbox.
     */
    readonly invitationUuid?: string;
    /** A webhook endpoint of the sandbox. */
    readonly endpointId?: string;
}
export interface Event {
    readonly id: string;
    readonly type: string;
    readonly createdAt: DateTime;
    /** The seller concerned; null for the organization itself. */
    readonly seller: string | null;
    /** The payload. */
    readonly data: object;
}
export interface Quota {
    /** @enum {string} */
    readonly name: "sandboxes" | "records" | "bytes" | "control-calls" | "streams" | "visitor-streams" | "long-polls" | "deliveries";
    readonly limit: number;
    readonly used: number;
    /** The setting of the server that the operator can change. */
    readonly setting: string;
}
export interface Problem {
    /** Format: uri-reference */
    readonly type: string;
    readonly title: string;
    readonly status: number;
    readonly detail: string;
    /** Format: uri-reference */
    readonly instance: string;
    readonly traceId: string;
    /**
     * Only about visitors: what a page has to say, where status and type leave it open, such as `link-used` or `no-room`.
     * @example watch-only
     */
    readonly code?: string;
    /** Only if a quota of the sandbox is used up (`quota-exceeded`, `rate-limited`, `storage-full`). */
    readonly quota?: Quota;
    /** Only for validation errors. */
    readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
        /** The value as sent. */
        readonly rejectedValue?: unknown;
    }[];
}
export interface Exchange {
    /**
     * Format: uuid
     * The X-Mock-Request-Id of the response.
     */
    readonly id: string;
    readonly traceId: string;
    /**
     * Format: date-time
     * On the wall clock.
     */
    readonly receivedAt: string;
    /**
     * Format: date-time
     * On the sandbox clock.
     */
    readonly sandboxTime: string | null;
    /** From the request to the response. */
    readonly milliseconds: number;
    readonly method: string;
    /** For a public link, the path template, because the link itself is a secret. */
    readonly path: string;
    readonly operationId: string | null;
    readonly clientId: string | null;
    readonly status: number;
    /** The part of the server that responded. */
    readonly source: string;
    /** The stage that ended the request. */
    readonly stage: string;
    /** Name of the problem type, for a refusal. */
    readonly problemType: string | null;
    /** The response never reached the client, because a fault broke it; `status` is what it would have been. */
    readonly lost: boolean;
    /** Why it was refused, in one line: the first violation, or else the detail. */
    readonly reason: string | null;
    /** The records that its path names, by path parameter; `created` is the UUID at the end of the `Location` of the response. */
    readonly records: {
        readonly [key: string]: string;
    };
    /** The scenarios whose steps it used. */
    readonly scenarios: readonly string[];
    /** The response is a replay of the response stored under the Idempotency-Key. */
    readonly replayed: boolean;
    /** The fault that a scenario injected into the response. */
    readonly fault: string | null;
    /** Events that it caused immediately. Later events are in the list of events. */
    readonly events: readonly EventSummary[];
}
export type StreamedKind = "exchange" | "event" | "delivery" | "clock" | "scenario" | "finding" | "state" | "show";
export interface StreamedDelivery {
    readonly id: string;
    readonly webhookId: string;
    readonly eventId: string;
    readonly eventType: string;
    readonly status: DeliveryStatus;
    /** The last status from the receiver. */
    readonly httpStatus: number | null;
    /** Why the last attempt got no response. */
    readonly failure: string | null;
    readonly attempts: number;
    /** Attempts after which it fails. */
    readonly maxAttempts: number;
    /** Format: date-time */
    readonly lastAttemptAt: string | null;
    /** Format: date-time */
    readonly nextRetryAt: string | null;
    /** A test delivery. */
    readonly test: boolean;
}
export interface StreamedScenario {
    readonly scenario: string;
    /** @enum {string} */
    readonly change: "uploaded" | "removed" | "activated" | "deactivated" | "state" | "step" | "timeline" | "verdict";
    /** Its state after the change. */
    readonly state: string | null;
    /** The step that was used, or the timeline entry that was executed, from 1. */
    readonly number: number | null;
    /** Why the timeline entry failed. */
    readonly failure: string | null;
    /** Of its expectations together. */
    readonly verdict: null | ("met" | "not-met" | "open");
}
export interface StreamedState {
    /**
     * After `reset` and `import`, all contents were replaced, and the lists are empty.
     * @enum {string}
     */
    readonly reason: "changed" | "reset" | "import";
    /** The collections with changes, with the names of an exported state. */
    readonly collections: readonly string[];
    readonly changes: readonly {
        readonly collection: string;
        readonly id: string;
        /** @enum {string} */
        readonly change: "created" | "changed" | "deleted";
    }[];
    /** Whether more records changed than are listed, which are 200. */
    readonly truncated: boolean;
}
export type WholeExchange = Exchange & {
    readonly request: Message & {
        /** By name. Values of parameters that the operation does not define are redacted. */
        readonly query: {
            readonly [key: string]: readonly string[];
        };
    };
    readonly response: Message;
    /** How scenarios affected it; null if none did. */
    readonly scenario: object | null;
};
export interface Message {
    /** By name, in lower case. Values of unknown headers are redacted. */
    readonly headers: {
        readonly [key: string]: string;
    };
    /** Null if there was none, or if it was not read. `json`, `text` or, for an upload, `parts`; none of these if the body is not text. */
    readonly body: {
        readonly mediaType: string;
        /** Size of the complete body. */
        readonly byteLength: number;
        /** Whether the body is truncated to the first 16 KiB. */
        readonly cut: boolean;
        /** The value of a JSON body. */
        readonly json?: unknown;
        readonly text?: string;
        readonly parts?: readonly {
            readonly name: string;
            readonly value?: string;
            readonly fileName?: string;
            readonly mediaType?: string;
            readonly byteLength?: number;
        }[];
    } | null;
}
export interface RequestCriteria {
    /** An operationId. */
    readonly operation?: string;
    readonly method?: string;
    readonly path?: RequestCondition;
    readonly status?: number;
    /** The name, without its prefix. */
    readonly problemType?: string;
    /** A `client_id`. */
    readonly clientId?: string;
    /**
     * The part of the server that responded; upstream is the service that a proxy passed the request on to.
     * @enum {unknown}
     */
    readonly source?: "scenario" | "stateful" | "faked" | "engine" | "identity" | "upstream";
    readonly replayed?: boolean;
    /** Received at or after this time, on the wall clock. */
    readonly since?: DateTime;
    /**
     * Format: uuid
     * Only exchanges after the one with this id.
     */
    readonly after?: string;
    /** By name, in the path or the query. */
    readonly params?: {
        readonly [key: string]: RequestCondition;
    };
    /** By name. */
    readonly headers?: {
        readonly [key: string]: RequestCondition;
    };
    /** By JSON Pointer. */
    readonly body?: {
        readonly [key: string]: RequestCondition;
    };
}
export type RequestCondition = (string | number | boolean | null) | {
    /** Any JSON. */
    readonly equals?: unknown;
    /** A regular expression in RE2 syntax. */
    readonly matches?: string;
    readonly oneOf?: readonly unknown[];
    /** @constant */
    readonly present?: true;
    /** @constant */
    readonly absent?: true;
};
export type AwaitTimeout = Problem & {
    readonly found: readonly WholeExchange[];
    /** The newest exchanges that do not meet the criteria, oldest first. */
    readonly cameInstead: readonly {
        /** Format: uuid */
        readonly id: string;
        /** Format: date-time */
        readonly receivedAt: string;
        readonly method: string;
        readonly path: string;
        readonly operationId: string | null;
        readonly clientId: string | null;
        readonly status: number;
        /** The first criterion that it does not meet. */
        readonly difference: {
            readonly at: string;
            readonly expected: string;
            readonly actual: string;
        };
    }[];
};
export type NamedValues = readonly {
    readonly name: string;
    readonly value: string;
}[];
export interface CoverageShare {
    readonly described: number;
    readonly met: number;
}
export type CoverageCounts = readonly {
    readonly name: string;
    readonly count: number;
}[];
export interface CoverageReport {
    /**
     * Format: date-time
     * Start of the count, on the wall clock.
     */
    readonly since: string;
    readonly exchanges: number;
    /** The share of the described items that clients have used. */
    readonly summary: {
        readonly operations: CoverageShare;
        readonly answers: CoverageShare;
        readonly problemTypes: CoverageShare;
        readonly events: CoverageShare;
        readonly capabilities: CoverageShare;
    };
    readonly operations: readonly {
        readonly operationId: string;
        readonly method: string;
        readonly path: string;
        readonly calls: number;
        /** Each described status, including unused ones. */
        readonly answers: readonly {
            /** As the API description writes it: `201`, `4XX`, `default`. */
            readonly status: string;
            readonly count: number;
            readonly problemTypes: CoverageCounts;
        }[];
    }[];
    readonly problemTypes: CoverageCounts;
    readonly events: CoverageCounts;
    readonly capabilities: readonly {
        readonly name: string;
        /** Number of requests that needed it and were allowed; null if requests do not show this. */
        readonly used: number | null;
        readonly refused: number;
    }[];
    /** Responses that are not in the description, such as 405. */
    readonly undescribed: readonly {
        readonly operationId: string;
        readonly status: number;
        readonly count: number;
    }[];
}
export interface Finding {
    /** Name of the rule; docs/reference.md lists them. */
    readonly rule: string;
    readonly title: string;
    /** Verbatim from the API description. */
    readonly quote: string;
    /** Entries of docs/assumptions.md that the rule also depends on. */
    readonly assumptions: readonly string[];
    readonly remedy: string;
    readonly clientId: string | null;
    /** Its subject: an operation, or the token. */
    readonly subject: string;
    /** The latest observation, with its numbers. */
    readonly detail: string;
    /** False if a correct client could cause the same finding. */
    readonly certain: boolean;
    readonly count: number;
    /** Format: date-time */
    readonly firstSeenAt: string;
    /** Format: date-time */
    readonly lastSeenAt: string;
    /** Ids of exchanges that show it, oldest first. */
    readonly requests: readonly string[];
    /** Ids of webhook deliveries that show it, oldest first; empty if it does not concern a receiver. */
    readonly deliveries: readonly string[];
}
export interface Assumption {
    readonly id: string;
    /** The question that the API description leaves open. */
    readonly question: string;
    readonly chosen: {
        /** The id to set the switch to; null if it cannot be set. */
        readonly id: string | null;
        readonly text: string;
    };
    readonly alternatives: readonly Assumption["chosen"][];
    /** The id of the current choice in this sandbox; null if there is no switch. */
    readonly current: string | null;
    /** Operations, components, events and stages that it affects. */
    readonly where: readonly string[];
    /** Why there is no switch. */
    readonly whyNot?: string;
}
export interface Explanation {
    /** Format: uuid */
    readonly id: string;
    readonly request: {
        readonly method: string;
        readonly path: string;
        readonly operationId: string | null;
    };
    readonly answer: {
        readonly status: number;
        readonly source: string;
        readonly problemType: string | null;
        /** The response never reached the client, because a fault broke it. */
        readonly lost: boolean;
    };
    /** What would have let the request pass; empty if it was not refused. */
    readonly smallestChange: readonly string[];
    readonly stages: readonly {
        readonly stage: string;
        readonly outcome: "passed" | "answered" | "refused" | "not-reached";
        /** The decision, with its numbers. */
        readonly decision: string;
        /** The rule that the decision is based on. */
        readonly rule: string;
        /** Where the API description is silent: the assumptions behind the decision that have a switch. Absent if there are none. */
        readonly assumptions?: readonly {
            readonly id: string;
            /** The assumed alternative. */
            readonly assumed: string;
            /** Whether it is the default choice. */
            readonly isChosen: boolean;
            /** Link to the documentation. */
            readonly docs: string;
        }[];
    }[];
}
export interface MailList {
    readonly data: readonly {
        /** Format: email */
        readonly to: string;
        readonly subject: string;
        readonly text: string;
        /** Format: date-time */
        readonly sentAt: string;
    }[];
}
