import type { Block, DocsPage, DocsSection } from '../../../console/docs/docs-page.ts';
import { toText } from './to-inlines.ts';

/** Characters of a section that the search looks at. */
const LONGEST_TEXT = 400;

/** What the search finds: each heading with the beginning of the text below it. */
export const toSections = ({ name, blocks }: DocsPage): readonly DocsSection[] => {
  const sections: DocsSection[] = [];
  for (const block of blocks) {
    const latest = sections.at(-1);
    if (block.type === 'heading')
      sections.push({ page: name, anchor: block.anchor, heading: toText(block.content), text: '' });
    else if (latest !== undefined && latest.text.length < LONGEST_TEXT) {
      const text = `${latest.text} ${textOf(block)}`.trim().slice(0, LONGEST_TEXT);
      sections[sections.length - 1] = { ...latest, text };
    }
  }
  return sections;
};

const textOf = (block: Block): string => {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return toText(block.content);
    case 'code':
      return block.text;
    case 'list':
      return block.items.map((item) => item.map(textOf).join(' ')).join(' ');
    case 'table':
      return block.rows.map((row) => row.map(toText).join(' ')).join(' ');
    case 'quote':
      return block.blocks.map(textOf).join(' ');
    case 'rule':
      return '';
  }
};
