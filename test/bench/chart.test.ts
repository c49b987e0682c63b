import { expect, test } from '@jest/globals';
import { drawChart, toPanels } from '../../bench/report/chart.ts';
import { sampleResults } from './sample-results.ts';

const widthsOf = (svg: string, style: string): number[] =>
  [...svg.matchAll(/<rect x="\d+" y="\d+" width="(\d+)"[^>]* class="(\w+)"/g)]
    .filter(([, , own]) => own === style)
    .map(([, width]) => Number(width));

test('a bar is as long as its requests per second of CPU are many', () => {
  const [panel] = toPanels(sampleResults());
  expect(panel!.bars.map(({ label, value }) => [label, value])).toEqual([
    ['vatmock', 20_000],
    ['vatmock --spec --state none', 25_000],
    ['Prism CLI', 3125],
    ['Express 5 + Ajv', 50_000],
  ]);
  const svg = drawChart('Title', 'note', [panel!]);
  const [prism = 0, express = 0] = widthsOf(svg, 'theirs');
  const [vatmock = 0] = widthsOf(svg, 'ours');
  expect(prism / express).toBeCloseTo(3125 / 50_000, 2);
  expect(vatmock / express).toBeCloseTo(0.4, 2);
});

test('a kind of request that nobody could do has no panel', () => {
  expect(drawChart('Title', 'note', toPanels(sampleResults()))).not.toContain('generated body');
});

test('text is text', () => {
  const svg = drawChart('a < b & "c"', 'note', []);
  expect(svg).toContain('<title id="title">a &lt; b &amp; &quot;c&quot;</title>');
});

test('it has colours for light and for dark pages', () => {
  expect(drawChart('Title', 'note', [])).toMatch(/#ffffff[\s\S]*prefers-color-scheme: dark[\s\S]*#0d1117/);
});
