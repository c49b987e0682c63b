import type { ConformanceRule } from '../../scripts/docs/conformance.ts';

export interface ConformanceSources {
  readonly rules: readonly ConformanceRule[];
  /** The ids of spec/assumptions.yaml. */
  readonly assumptions: readonly string[];
  /** The text of a file below test/; undefined where there is none. */
  readonly read: (file: string) => string | undefined;
}

const KEYS = ['section', 'rule', 'tests', 'assumptions', 'pending'];

/** Why a rule has no test yet. */
const PENDING = ['stateful'];

const LITERAL = String.raw`(?<quote>['"${'`'}])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>`;
/** `test('...'`, `describe('...'`, and what follows the table of an `each`: `])('...', async`. */
const TITLES = [
  new RegExp(String.raw`\b(?:test|describe)\(\s*${LITERAL}`, 'gs'),
  new RegExp(String.raw`\)\(\s*${LITERAL},\s*(?:async\b|\(|\w+ =>)`, 'gs'),
  // One of two titles.
  new RegExp(String.raw`\btest\(\s*\w+ \? ${LITERAL}`, 'gs'),
];

const unescape = (literal: string): string => literal.replaceAll(/\\(.)/gs, '$1');

/** The titles of the tests and groups of tests in a file. */
export const titlesIn = (text: string): string[] =>
  TITLES.flatMap((pattern) => [...text.matchAll(pattern)].map(({ groups }) => unescape(groups!['title']!)));

/** What a title of a `test.each` stands for: `%s`, `$name`. */
const TEMPLATE = /%[psdifjoc#$]|\$[a-z][\w.]*/gi;

/** Whether a value of a row stands in the file, as a string or as a number. */
const isValueIn = (text: string, value: string): boolean =>
  /^-?[\d.]+$/.test(value)
    ? new RegExp(String.raw`(?<![\w.])${value.replaceAll('.', String.raw`\.`)}(?![\w.])`).test(text)
    : [`'${value}'`, `'${value.replaceAll("'", String.raw`\'`)}'`, `"${value}"`].some((literal) =>
        text.includes(literal),
      );

/** Whether a file has the test: by its title, or by a row of its `test.each`, whose values stand in the file too. */
const hasTest = (text: string, name: string): boolean =>
  titlesIn(text).some((title) => {
    if (title === name) return true;
    const fixed = title.split(TEMPLATE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    if (fixed.length === 1) return false;
    const row = new RegExp(`^${fixed.join('(.+?)')}$`, 's').exec(name);
    return row?.slice(1).every((value) => isValueIn(text, value)) ?? false;
  });

const faultsOf = ({ assumptions, read }: ConformanceSources, rule: ConformanceRule): string[] => {
  const { tests = [], pending } = rule;
  const isPending = pending !== undefined;
  return [
    ...Object.keys(rule)
      .filter((key) => !KEYS.includes(key))
      .map((key) => `has an unknown key "${key}"`),
    ...(/^\S.*\.$/s.test(rule.rule) ? [] : ['is no sentence']),
    ...(isPending && !PENDING.includes(pending) ? [`is pending for an unknown reason, "${pending}"`] : []),
    ...(isPending && tests.length > 0 ? ['is pending, but has tests'] : []),
    ...(!isPending && tests.length === 0 ? ['has no test'] : []),
    ...rule.assumptions.filter((id) => !assumptions.includes(id)).map((id) => `has an unknown assumption, "${id}"`),
    ...tests.flatMap(({ file, name }) => {
      const text = read(file);
      if (text === undefined) return [`names a file that there is not, ${file}`];
      return hasTest(text, name) ? [] : [`names a test that ${file} does not have, "${name}"`];
    }),
  ];
};

/** What is wrong with the list of rules, rule by rule; empty when nothing is. */
export const findConformanceFaults = (sources: ConformanceSources): string[] => {
  const seen = new Set<string>();
  return sources.rules.flatMap((rule) => {
    const twice = seen.has(rule.rule) ? ['stands twice'] : [];
    seen.add(rule.rule);
    return [...twice, ...faultsOf(sources, rule)].map((fault) => `"${rule.rule}" ${fault}`);
  });
};
