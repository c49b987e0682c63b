import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { PROBLEMS } from '../../src/vat/policy/problem.ts';
import { isTree } from '../support/description.ts';
import { readSpec } from '../support/spec-files.ts';

interface DescribedType {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly 'x-provenance'?: string;
  readonly 'x-assumption'?: string;
}

const PROBLEM_NAMES = [...PROBLEMS.keys()];
const ROOT = new URL('../../', import.meta.url);
const readText = (file: string): Promise<string> => readFile(new URL(file, ROOT), 'utf8');

const openapi = await readSpec('openapi.yaml');
const described = openapi['x-problem-types'] as readonly DescribedType[];
const { assumptions } = (await readSpec('assumptions.yaml')) as unknown as { assumptions: { id: string }[] };

/** Every text in a document, whatever it stands for. */
const textsIn = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  return isTree(node) ? Object.values(node).flatMap(textsIn) : [];
};

/** The names of types whose URIs stand in these texts. */
const namesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(/\/problems\/([\w-]+)/g)].map(([, name]) => name!))),
];

test('every problem of an example is of the catalogue, and the examples show the whole catalogue', () => {
  expect(namesIn(textsIn(openapi)).sort()).toEqual([...PROBLEM_NAMES].sort());
});

test('every problem of an example has the status and the title of its type', () => {
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isTree(node)) return;
    const { type, status, title } = node;
    const known = typeof type === 'string' ? PROBLEMS.get(/\/problems\/([\w-]+)$/.exec(type)?.[1] ?? '') : undefined;
    if (known !== undefined) expect({ status, title }).toEqual({ status: known.status, title: known.title });
    for (const value of Object.values(node)) visit(value);
  };
  visit(openapi);
  expect.hasAssertions();
});

test('what a parameter names for its violations is of the catalogue', () => {
  const visit = (node: unknown): unknown[] => {
    if (Array.isArray(node)) return node.flatMap(visit);
    if (!isTree(node)) return [];
    const own = 'x-violation-problem' in node ? [node['x-violation-problem']] : [];
    return [...own, ...Object.values(node).flatMap(visit)];
  };
  const named = visit(openapi);
  expect(named).not.toEqual([]);
  expect(PROBLEM_NAMES).toEqual(expect.arrayContaining(named));
});

test('the control API and the sources know no other types', async () => {
  const files = (await readdir(new URL('src', ROOT), { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readText(`src/${file}`)));
  // Thrown by name, or written out as the end of a URI.
  const used = sources.flatMap((text) =>
    [...text.matchAll(/\bproblem\(\s*'([^']+)'|\}\/problems\/([\w-]+)/g)].map(
      ([, thrown, written]) => thrown ?? written,
    ),
  );
  expect(used.length).toBeGreaterThan(10);
  used.push(...namesIn(textsIn(await readSpec('admin.yaml'))));
  expect(PROBLEM_NAMES).toEqual(expect.arrayContaining(used));
});

test('the page of the docs mentions every type, and is linked', async () => {
  const page = await readText('docs/reference.md');
  for (const name of PROBLEM_NAMES) {
    expect(page).toContain(`](#${name})`);
    expect(page).toContain(`\n### ${name}\n`);
  }
  expect(await readText('README.md')).toContain('(docs/reference.md)');
  expect(await readText('docs/troubleshooting.md')).toContain('(reference.md#problem-types)');
});

test('troubleshooting names no type that there is not', async () => {
  const named = [...(await readText('docs/troubleshooting.md')).matchAll(/\| \d{3} `([\w-]+)`(?!.*token endpoint)/g)];
  expect(named).not.toEqual([]);
  expect(PROBLEM_NAMES).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
});

describe.each([...PROBLEMS])('%s', (name, { texts: { meaning, causes, remedy, rule } }) => {
  test('has all texts, in one or two whole sentences', () => {
    expect(causes.length).toBeGreaterThan(0);
    for (const text of [meaning, ...causes, remedy, rule.text]) expect(text).toMatch(/^[A-Z`].*\.$/);
    // Two at most: they stand in tables and lists.
    for (const text of [meaning, ...causes, remedy, rule.text])
      expect(text.match(/[.?!]( [A-Z`]|$)/g)?.length).toBeLessThanOrEqual(2);
    for (const text of [meaning, ...causes, remedy, rule.text]) expect(text.split('`').length % 2).toBe(1);
  });

  test('is as documented as the description says', () => {
    const { 'x-provenance': provenance, 'x-assumption': assumption } = described.find((type) => type.name === name)!;
    expect(rule.documented).toBe(provenance === 'documented');
    if (!rule.documented) expect(rule.assumptions[0]).toBe(assumption);
  });

  test('refers to assumptions that there are', () => {
    expect(assumptions.map(({ id }) => id)).toEqual(expect.arrayContaining([...rule.assumptions]));
    expect(new Set(rule.assumptions).size).toBe(rule.assumptions.length);
  });
});
