import type { DocsPage, DocsSection } from '../../../console/docs/docs-page.ts';
import { toText } from './to-inlines.ts';

/** Characters of a section that the search looks at. */
const LONGEST_TEXT = 400;

/** What the search finds: each heading with the beginning of the text below it. */
export const toSections = ({ name, parts }: DocsPage): readonly DocsSection[] => {
  const sections: DocsSection[] = [];
  for (const part of parts) {
    const latest = sections.at(-1);
    const id = typeof part === 'object' && /^h\d$/.test(part.tag) ? part.attributes?.['id'] : undefined;
    if (typeof id === 'string')
      sections.push({ page: name, anchor: id.replace('docs-', ''), heading: toText([part]).trim(), text: '' });
    else if (latest !== undefined && latest.text.length < LONGEST_TEXT) {
      const text = `${latest.text} ${toText([part])}`.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
      sections[sections.length - 1] = { ...latest, text };
    }
  }
  return sections;
};
