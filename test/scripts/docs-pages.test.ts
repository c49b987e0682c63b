import { expect, test } from '@jest/globals';
import { lexer } from 'marked';
import { toBlocks } from '../../scripts/package/docs/to-blocks.ts';

const blocksOf = (markdown: string) => toBlocks(lexer(markdown), { file: 'docs/page.md', findPage: () => undefined });

test('a page of the console holds text, and no entities of HTML', () => {
  const text = `The API's "order" & a < b`;
  const code = `a < b && c === 'd'`;
  const words = [
    { type: 'text', text: `${text} ` },
    { type: 'code', text: code },
  ];
  const line = `${text} \`${code}\``;
  expect(blocksOf(line)).toEqual([{ type: 'paragraph', content: words }]);
  const all = JSON.stringify(
    blocksOf([`# ${line}`, `- ${line}`, `> ${line}`, `| ${line} |\n| - |\n| ${line} |`].join('\n\n')),
  );
  expect(all.split(JSON.stringify(words).slice(1, -1))).toHaveLength(6);
  expect(all).not.toMatch(/&(?:#\d+|\w+);/);
});
