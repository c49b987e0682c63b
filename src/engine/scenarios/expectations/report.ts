import type { Difference } from '../../matching/difference.ts';
import type { EventSummary, RequestSummary } from './observed.ts';

/** `open`: it can still be met, or the result is unknown. */
export type ExpectationVerdict = 'met' | 'not-met' | 'open';

/** An expectation and its result. */
export interface ExpectationReport {
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly about: 'requests' | 'events';
  readonly verdict: ExpectationVerdict;
  /** No later request or delivery changes the verdict. */
  readonly final: boolean;
  /** In words. */
  readonly wanted: string;
  readonly came: string;
  /** Why a correct client does so; null if the file gives no reason. */
  readonly because: string | null;
  /** Number of matches, and the number expected. */
  readonly count: number;
  readonly atLeast: number;
  /** Null for any number. */
  readonly atMost: number | null;
  /** The matches, oldest first; if there are many, the first and the last ones. */
  readonly requests: readonly RequestSummary[];
  readonly events: readonly EventSummary[];
  /** What violated the expectation, in a sentence; null if nothing did. */
  readonly fault: string | null;
  /** The closest request that did not match, and its first difference; null if there was none. */
  readonly closest: Closest | null;
}

export interface Closest {
  readonly request: RequestSummary | null;
  readonly event: EventSummary | null;
  readonly difference: Difference;
}

/** The results of all expectations of an active scenario. */
export interface ScenarioReport {
  readonly scenario: string;
  /** `not-met` if one expectation is not met, `met` if all are. */
  readonly verdict: ExpectationVerdict;
  readonly final: boolean;
  /** On the sandbox clock. */
  readonly activatedAt: string;
  readonly now: string;
  /** False if the first requests after the activation are unknown: after a server restart, or an import of a state. */
  readonly complete: boolean;
  /** All requests since this time are known; equals `activatedAt` if `complete` is true. */
  readonly seenSince: string;
  readonly expectations: readonly ExpectationReport[];
}

export const verdictOf = (reports: readonly Pick<ExpectationReport, 'verdict'>[]): ExpectationVerdict => {
  if (reports.some(({ verdict }) => verdict === 'not-met')) return 'not-met';
  return reports.some(({ verdict }) => verdict === 'open') ? 'open' : 'met';
};
