import path from 'node:path';
import { table } from './table.ts';

/** An entry of test/acceptance/conformance.yaml. */
export interface ConformanceRule {
  readonly section: string;
  readonly rule: string;
  readonly tests?: readonly { readonly file: string; readonly name: string }[];
  readonly assumptions: readonly string[];
  readonly pending?: string;
}

/** Files are named from test/. */
const proof = ({ tests = [], pending }: ConformanceRule): string =>
  pending === undefined
    ? tests
        .map(
          ({ file, name }) =>
            `[${path.basename(file, '.test.ts')}](${path.posix.relative('acceptance', file)}): \`${name}\``,
        )
        .join('<br>')
    : '**not yet**: requires state that the stub does not keep';

/** test/acceptance/conformance.md, beside the tests that prove the rules. */
export const conformance = (rules: readonly ConformanceRule[]): string => {
  const sections = [...new Set(rules.map(({ section }) => section))].map((section) => {
    const rows = rules
      .filter((each) => each.section === section)
      .map((each) => [
        each.rule,
        proof(each),
        each.assumptions.map((id) => `[${id}](../../docs/assumptions.md#${id})`).join(', '),
      ]);
    return `## ${section}\n\n${table(['Rule', 'Proven by', 'Partly assumed'], rows)}`;
  });
  const missing = rules.filter(({ pending }) => pending !== undefined).length;
  const proven =
    missing === 0
      ? `All ${String(rules.length)} rules are proven.`
      : `Of ${String(rules.length)} rules ${String(rules.length - missing)} are proven; ${String(missing)} are not yet, because they require state that the stub does not keep; \`Prefer: code=...\` returns a sample of such a response.`;
  return `# Conformance\n\nMade by "npm run generate" from test/acceptance/conformance.yaml: edit that.\n\nThe rules of the published API description, section by section and in our own words, with the tests that prove them. ${proven} Where the text leaves part of a rule open, the last column names our assumption.\n\n${sections.join('\n\n')}\n`;
};
