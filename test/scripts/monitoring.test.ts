import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describeMetrics } from '../../scripts/docs/metrics.ts';
import { packageFile } from '../../src/edges/files/package-files.ts';

const read = (file: string): string => readFileSync(packageFile(file), 'utf8');

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const { panels } = JSON.parse(read('charts/vatmock/dashboards/vatmock.json')) as Dashboard;
const shown = panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr]));

const [, rules = ''] = /```yaml\n(groups:[\s\S]*?)```/.exec(read('docs/hosting.md')) ?? [];
const alerts = (parse(rules) as Rules).groups.flatMap((group) =>
  group.rules.map(({ alert, expr }): [string, string] => [alert, expr]),
);

const metrics = describeMetrics();

/** The series that a server shows, with their labels. */
const series = new Map(
  metrics.flatMap(({ name, type, labelNames }): [string, readonly string[]][] =>
    type === 'histogram'
      ? [
          [`${name}_bucket`, [...labelNames, 'le']],
          [`${name}_sum`, labelNames],
          [`${name}_count`, labelNames],
        ]
      : [[name, labelNames]],
  ),
);

const PREFIXES = /\b(?:vatmock|process|nodejs)_\w+/g;

const namesIn = (expr: string): readonly string[] => expr.match(PREFIXES) ?? [];

/** Those in braces and after "by"; Prometheus itself adds the instance. */
const labelsIn = (expr: string): readonly string[] =>
  [
    ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/(\w+)=/g)].map(([, label = '']) => label),
    ),
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */)),
  ].filter((label) => label !== 'instance');

describe.each([
  ['the dashboard', shown],
  ['the alerts', alerts],
])('%s', (_what, queries) => {
  test.each(queries)('%s asks for metrics and labels that exist: %s', (_title, expr) => {
    const names = namesIn(expr);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const known = names.flatMap((name) => series.get(name) ?? []);
    expect(labelsIn(expr).filter((label) => !known.includes(label))).toEqual([]);
  });
});

test('the dashboard shows every metric', () => {
  const names = shown.flatMap(([, expr]) => namesIn(expr)).join(' ');
  expect(metrics.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
});
