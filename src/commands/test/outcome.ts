import type { Finding } from '../../engine/coaching/finding.ts';
import type { ScenarioReport } from '../../engine/scenarios/expectations/report.ts';
import { type ChildEnd, isSuccess } from './run-child.ts';

/** What came of one scenario. */
export interface ScenarioOutcome {
  readonly scenario: string;
  /** What it teaches. */
  readonly teaches: string | null;
  readonly report: ScenarioReport;
  /** The switches that the scenario sets itself: alternatives by assumption id. */
  readonly assumed: Readonly<Record<string, string>>;
  /** Undefined where no command was run. */
  readonly command: ChildEnd | undefined;
  readonly findings: readonly Finding[];
  /** Why the report could not be read at the end: it is the one of the beginning then. */
  readonly trouble?: string;
  /** How many requests came, of whatever kind. */
  readonly requests: number;
  /** Whether findings that are certain fail it. */
  readonly failsOnFindings: boolean;
  /** Milliseconds since the epoch, wall time; and how long it took. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** What a client that does everything right cannot look like. */
export const certainFindings = ({ findings }: ScenarioOutcome): readonly Finding[] =>
  findings.filter(({ certain }) => certain);

/** A client that sends nothing does nothing too often: most likely it talks to another server. */
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
