import { expect, test } from '@jest/globals';
import { lexer } from 'marked';
import { toParts } from '../../scripts/package/docs/to-parts.ts';

const partsOf = (markdown: string) => toParts(lexer(markdown), { file: 'docs/page.md', findPage: () => undefined });

test('a page of the console holds text, and no entities of HTML', () => {
  const text = `The API's "order" & a < b`;
  const code = `a < b && c === 'd'`;
  const words = [`${text} `, { tag: 'code', parts: [code] }];
  const line = `${text} \`${code}\``;
  expect(partsOf(line)).toEqual([{ tag: 'p', attributes: { class: 'reading' }, parts: words }]);
  const all = JSON.stringify(
    partsOf([`# ${line}`, `- ${line}`, `> ${line}`, `| ${line} |\n| - |\n| ${line} |`].join('\n\n')),
  );
  expect(all.split(JSON.stringify(words).slice(1, -1))).toHaveLength(6);
  expect(all).not.toMatch(/&(?:#\d+|\w+);/);
});
