import { toCases } from './coverage-cases.ts';
import type { CoverageReport } from './coverage-report.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no way to write most control characters. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** As JUnit XML: what was never met is a skipped test, so that a build shows it and does not fail by it. */
export const toJunit = (report: CoverageReport): string => {
  const cases = toCases(report);
  const suites = [...Map.groupBy(cases, ({ suite }) => suite)].map(([name, own]) => {
    const tests = own.map(({ name: test, isMet }) => {
      const attributes = `classname="${escapeXml(name)}" name="${escapeXml(test)}" time="0"`;
      return isMet
        ? `    <testcase ${attributes}/>`
        : `    <testcase ${attributes}><skipped message="never met since ${escapeXml(report.since)}"/></testcase>`;
    });
    const skipped = own.filter(({ isMet }) => !isMet).length;
    return [
      `  <testsuite name="${escapeXml(name)}" tests="${String(own.length)}" failures="0" errors="0" skipped="${String(skipped)}" time="0">`,
      ...tests,
      '  </testsuite>',
    ].join('\n');
  });
  const skipped = cases.filter(({ isMet }) => !isMet).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="coverage" tests="${String(cases.length)}" failures="0" errors="0" skipped="${String(skipped)}" time="0">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
};
