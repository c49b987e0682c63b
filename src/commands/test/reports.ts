import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CoverageReport } from '../../generated/control-schemas.ts';
import { counted } from '../../kernel/sentence.ts';
import { toJunit } from '../../kernel/test-report.ts';
import { type ScenarioOutcome, countsOf, isPassed, printOutcome, toSuite } from './outcome.ts';
import type { TestOptions } from './test-options.ts';

/** The files that CI servers read. */
export const toReports = (
  outcomes: readonly ScenarioOutcome[],
  coverage: CoverageReport,
  { junit, report }: Pick<TestOptions, 'junit' | 'report'>,
): readonly { readonly file: string; readonly text: string }[] => {
  const xml = toJunit('vatmock test', outcomes.map(toSuite));
  return [
    ...(junit === undefined ? [] : [{ file: junit, text: xml }]),
    ...(report === undefined
      ? []
      : [
          { file: path.join(report, 'junit.xml'), text: xml },
          { file: path.join(report, 'summary.md'), text: toSummary(outcomes, coverage) },
          { file: path.join(report, 'badge.svg'), text: toBadge(outcomes) },
        ]),
  ];
};

/** Markdown. What the client sent is indented as code, so that it cannot become Markdown or HTML. */
const toSummary = (outcomes: readonly ScenarioOutcome[], { summary }: CoverageReport): string => {
  const share = (name: keyof typeof summary, words: string): string =>
    `${summary[name].met} of ${summary[name].described} ${words}`;
  return [
    `## vatmock test: ${shareOf(outcomes)} passed`,
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

const shareOf = (outcomes: readonly ScenarioOutcome[]): string =>
  `${outcomes.filter(isPassed).length} of ${counted(outcomes.length, 'scenario')}`;

const LABEL_WIDTH = 58;
/** Of an average character at this font size. */
const CHARACTER_WIDTH = 6.5;

/** A badge for a README, as wide as its text. */
const toBadge = (outcomes: readonly ScenarioOutcome[]): string => {
  const text = shareOf(outcomes);
  const width = Math.ceil(text.length * CHARACTER_WIDTH) + 12;
  const all = String(LABEL_WIDTH + width);
  const colour = outcomes.every(isPassed) ? '#2e7d32' : '#c62828';
  const label = String(LABEL_WIDTH);
  const middle = String(LABEL_WIDTH + width / 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" role="img" aria-label="vatmock: ${text}">
  <title>vatmock: ${text}</title>
  <rect width="${label}" height="20" fill="#444"/>
  <rect x="${label}" width="${width}" height="20" fill="${colour}"/>
  <g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">
    <text x="${LABEL_WIDTH / 2}" y="14">vatmock</text>
    <text x="${middle}" y="14">${text}</text>
  </g>
</svg>
`;
};
