// Made by "npm run generate" from spec/ and src/config/settings.ts: edit those.
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
export interface CoverageShare {
    readonly described: number;
    readonly met: number;
}
export type CoverageCounts = readonly {
    readonly name: string;
    readonly count: number;
}[];
