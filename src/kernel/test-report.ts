import { toIsoDateTime } from './clock.ts';

/** One test, independent of the report format. */
export interface TestCase {
  readonly name: string;
  /** `error`: the test harness failed, not the system under test. */
  readonly result: 'passed' | 'failed' | 'error' | 'skipped';
  /** A sentence; absent if the test passed. */
  readonly message?: string;
  readonly details?: string;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  /** Duration, where measured. */
  readonly milliseconds?: number;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Additional output. */
  readonly output?: string;
}

/** JUnit XML, the format that CI servers read. `name` is the tool that generated the report. */
export const toJunit = (name: string, suites: readonly TestSuite[]): string => {
  const measured = suites.flatMap(({ milliseconds = [] }) => milliseconds);
  const time = measured.length === 0 ? undefined : measured.reduce((sum, each) => sum + each, 0);
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...countsOf(all), time: seconds(time) })}>`,
    ...suites.map(writeSuite),
    '</testsuites>',
    '',
  ].join('\n');
};

const writeSuite = ({ name, cases, milliseconds, startedAt, output }: TestSuite): string =>
  [
    `  <testsuite ${attributes({
      name,
      ...countsOf(cases),
      time: seconds(milliseconds),
      ...(startedAt === undefined ? {} : { timestamp: toIsoDateTime(startedAt).slice(0, 19) }),
    })}>`,
    ...cases.map((each) => `    ${writeCase(name, each)}`),
    ...(output === undefined ? [] : [`    <system-out>${escapeXml(output)}</system-out>`]),
    '  </testsuite>',
  ].join('\n');

const ELEMENTS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

const writeCase = (classname: string, { name, result, message = '', details }: TestCase): string => {
  const test = `testcase ${attributes({ classname, name, time: '0' })}`;
  if (result === 'passed') return `<${test}/>`;
  const element = ELEMENTS[result];
  const reason = `${element} ${attributes({ message })}`;
  return `<${test}>${details === undefined ? `<${reason}/>` : `<${reason}>${escapeXml(details)}</${element}>`}</testcase>`;
};

const countsOf = (cases: readonly TestCase[]): Readonly<Record<string, string>> => {
  const count = (result: TestCase['result']): string => String(cases.filter((each) => each.result === result).length);
  return {
    tests: String(cases.length),
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
  };
};

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(value)}"`)
    .join(' ');

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '0' : (milliseconds / 1000).toFixed(3);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot represent most control characters; they become U+FFFD. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
