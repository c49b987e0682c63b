import { COVERAGE_POLICY, toHtml } from '../../../engine/coaching/coverage-html.ts';
import { toSuites } from '../../../engine/coaching/coverage-suites.ts';
import type { Watches } from '../../../engine/coaching/watches.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { toCtrf } from '../../../kernel/ctrf.ts';
import { jsonContent, textContent } from '../../../kernel/http.ts';
import { toJunit } from '../../../kernel/junit.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

export interface CoverageDisplay {
  readonly watches: Watches;
  readonly clock: Clock;
  readonly version: string;
}

/** API coverage by the clients of a sandbox. */
export const showCoverage = ({ watches, clock, version }: CoverageDisplay) =>
  defineBehaviours({
    showCoverage: ({ organization, anySandbox, query: { format = 'json', since = 'reset' } }) => {
      const report = watches.coverageOf(organization, since);
      switch (format) {
        case 'html':
          return {
            status: 200,
            headers: { 'content-security-policy': COVERAGE_POLICY },
            content: textContent(toHtml(report, anySandbox?.id ?? 'this server'), 'text/html; charset=utf-8'),
          };
        case 'junit':
          return { status: 200, content: textContent(toJunit('coverage', toSuites(report)), 'application/xml') };
        case 'ctrf':
          return {
            status: 200,
            content: jsonContent(
              toCtrf(toSuites(report), { version, start: Date.parse(report.since), stop: clock.now() }),
            ),
          };
        case 'json':
          return ok(report);
      }
    },
  });
