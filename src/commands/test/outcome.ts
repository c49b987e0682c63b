import type { Finding } from '../../engine/coaching/finding.ts';
import type { ScenarioReport } from '../../generated/control-schemas.ts';
import { type ChildEnd, isSuccess } from './run-child.ts';

/** Result of one scenario. */
export interface ScenarioOutcome {
  readonly scenario: string;
  /** What the scenario teaches. */
  readonly teaches: string | null;
  readonly report: ScenarioReport;
  /** Switches that the scenario sets itself: alternatives by assumption id. */
  readonly assumed: Readonly<Record<string, string>>;
  /** Undefined if no command was run. */
  readonly command: ChildEnd | undefined;
  readonly findings: readonly Finding[];
  /** Why the final report could not be read; the report is then the initial one. */
  readonly trouble?: string;
  /** Number of requests of any kind. */
  readonly requests: number;
  /** Whether certain findings fail the scenario. */
  readonly failsOnFindings: boolean;
  /** Milliseconds since the epoch, wall time; and the duration. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Findings that a correct client cannot produce. */
export const certainFindings = ({ findings }: ScenarioOutcome): readonly Finding[] =>
  findings.filter(({ certain }) => certain);

/** A client that sends no request also meets every "at most" expectation; it probably talks to another server. */
export const isSilent = ({ requests, report: { expectations } }: ScenarioOutcome): boolean =>
  requests === 0 && expectations.some(({ about }) => about === 'requests');

export const SILENCE =
  'the client sent no request, so nothing was tested. Does it use VATMOCK_BASE_URL and VATMOCK_TOKEN_URL?';

export const isPassed = (outcome: ScenarioOutcome): boolean =>
  outcome.report.verdict === 'met' &&
  outcome.trouble === undefined &&
  !isSilent(outcome) &&
  (outcome.command === undefined || isSuccess(outcome.command)) &&
  !(outcome.failsOnFindings && certainFindings(outcome).length > 0);
