import type { Difference } from '../scripting.ts';
import type { EventSummary, RequestSummary } from './came.ts';

/** `open`: it may still be met, or it cannot be known. */
export type Verdict = 'met' | 'not-met' | 'open';

/** What an expectation wanted, and what came. */
export interface ExpectationReport {
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly about: 'requests' | 'events';
  readonly verdict: Verdict;
  /** Nothing that still comes changes the verdict. */
  readonly final: boolean;
  /** In words. */
  readonly wanted: string;
  readonly came: string;
  /** Why a correct client does so; null where the file does not say. */
  readonly because: string | null;
  /** How many came that count, and how many were wanted. */
  readonly count: number;
  readonly atLeast: number;
  /** Null for any number. */
  readonly atMost: number | null;
  /** Those that count, oldest first; of many the first and the last ones. */
  readonly requests: readonly RequestSummary[];
  readonly events: readonly EventSummary[];
  /** What went against it, when something did: in a sentence. */
  readonly fault: string | null;
  /** What came closest without counting, and the first thing in which it differs; null when there was nothing. */
  readonly closest: Closest | null;
}

export interface Closest {
  readonly request: RequestSummary | null;
  readonly event: EventSummary | null;
  readonly difference: Difference;
}

/** How all expectations of an active scenario stand. */
export interface ScenarioReport {
  readonly scenario: string;
  /** `not-met` when one is not met, `met` when all are. */
  readonly verdict: Verdict;
  readonly final: boolean;
  /** On the clock of the sandbox. */
  readonly activatedAt: string;
  readonly now: string;
  /** False when what came first after activation is not known: after a restart of the server, or an imported state. */
  readonly complete: boolean;
  /** What can be known from `now` on begins here; equals `activatedAt` when all is known. */
  readonly seenSince: string;
  readonly expectations: readonly ExpectationReport[];
}

export const verdictOf = (reports: readonly Pick<ExpectationReport, 'verdict'>[]): Verdict => {
  if (reports.some(({ verdict }) => verdict === 'not-met')) return 'not-met';
  return reports.some(({ verdict }) => verdict === 'open') ? 'open' : 'met';
};
