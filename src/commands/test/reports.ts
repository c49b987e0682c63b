import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CoverageReport } from '../../generated/control-schemas.ts';
import { counted } from '../../kernel/sentence.ts';
import { toJunit } from '../../kernel/test-report.ts';
import { type ScenarioOutcome, countsOf, isPassed, printOutcome, toSuite } from './outcome.ts';

/** The files of a folder that CI servers read. */
export const toReports = (
  outcomes: readonly ScenarioOutcome[],
  coverage: CoverageReport,
  folder: string,
): readonly { readonly file: string; readonly text: string }[] => [
  { file: path.join(folder, 'junit.xml'), text: toJunit('vatmock test', outcomes.map(toSuite)) },
  { file: path.join(folder, 'summary.md'), text: toSummary(outcomes, coverage) },
];

/** Markdown. What the client sent is indented as code, so that it cannot become Markdown or HTML. */
const toSummary = (outcomes: readonly ScenarioOutcome[], { summary }: CoverageReport): string => {
  const share = (name: keyof typeof summary, words: string): string =>
    `${summary[name].met} of ${summary[name].described} ${words}`;
  return [
    `## vatmock test: ${outcomes.filter(isPassed).length} of ${counted(outcomes.length, 'scenario')} passed`,
    '',
    '| Scenario | Result | Expectations met | Findings |',
    '| --- | --- | --- | --- |',
    ...outcomes.map((outcome) => {
      const { met, expectations } = countsOf([outcome]);
      const result = isPassed(outcome) ? 'passed' : '**failed**';
      return `| ${outcome.scenario} | ${result} | ${met} of ${expectations} | ${outcome.findings.length} |`;
    }),
    '',
    `The client met ${share('operations', 'operations')}, ${share('answers', 'responses')}, ${share('problemTypes', 'problem types')}, ${share('events', 'events')} and ${share('capabilities', 'capabilities')}.`,
    ...outcomes
      .filter((outcome) => !isPassed(outcome) || outcome.findings.length > 0)
      .map((outcome) => `\n${stripVTControlCharacters(printOutcome(outcome)).replaceAll(/^(?=.)/gm, '    ')}`),
    '',
  ].join('\n');
};
