import { COVERAGE_POLICY, toHtml } from '../../../engine/coaching/coverage-html.ts';
import { toSuites } from '../../../engine/coaching/coverage-suites.ts';
import type { Watches } from '../../../engine/coaching/watches.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { toCtrf } from '../../../kernel/ctrf.ts';
import { jsonContent, textContent } from '../../../kernel/http.ts';
import { toJunit } from '../../../kernel/junit.ts';

export interface CoverageDisplay {
  readonly watches: Watches;
  readonly clock: Clock;
  readonly version: string;
}

interface CoverageQuery {
  readonly format?: 'json' | 'html' | 'junit' | 'ctrf';
  readonly since?: 'reset' | 'start';
}

/** What of the API the clients of a sandbox have met. */
export const showCoverage =
  ({ watches, clock, version }: CoverageDisplay): Behaviour =>
  ({ caller, sandbox, input }) => {
    const { format = 'json', since = 'reset' } = input.parameters.query as CoverageQuery;
    const report = watches.coverageOf(caller?.organization?.uuid, since);
    switch (format) {
      case 'html':
        return {
          status: 200,
          headers: { 'content-security-policy': COVERAGE_POLICY },
          content: textContent(toHtml(report, sandbox?.id ?? 'this server'), 'text/html; charset=utf-8'),
        };
      case 'junit':
        return {
          status: 200,
          headers: {},
          content: textContent(toJunit('coverage', toSuites(report)), 'application/xml'),
        };
      case 'ctrf':
        return {
          status: 200,
          headers: {},
          content: jsonContent(
            toCtrf(toSuites(report), { version, start: Date.parse(report.since), stop: clock.now() }),
          ),
        };
      case 'json':
        return { status: 200, headers: {}, content: jsonContent(report) };
    }
  };
