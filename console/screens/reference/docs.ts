import { CONSOLE_PATH, link } from '../../address/address.ts';
import type { DocsIndex, DocsPage } from '../../docs/docs-page.ts';
import { fetchSafely, readRefused } from '../../server/call.ts';
import { Refusal } from '../../server/refusal.ts';
import { type Read, useRead } from '../../server/use-call.ts';
import type { Group } from './sections.ts';

const read = async <Value>(name: string): Promise<Value> => {
  const response = await fetchSafely(`${CONSOLE_PATH}/docs/${encodeURIComponent(name)}.json`, { cache: 'default' });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return (await response.json()) as Value;
};

export const useDocsPage = (name: string): Read<DocsPage> => useRead(() => read<DocsPage>(name), ['docs', name]);

/** Read where it is needed only. */
export const useDocsIndex = (isNeeded: boolean): Read<DocsIndex> =>
  useRead(() => read<DocsIndex>('index'), isNeeded ? 'docs' : null);

const MOST_HITS = 40;

/** All pages; with a text, the headings whose section has all its words. */
export const groupsOfDocs = ({ pages, sections }: DocsIndex, text: string): readonly Group[] => {
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  if (text === '')
    return [
      {
        title: 'Pages',
        entries: pages.map(({ name, title }) => ({
          id: name,
          href: link('reference', 'docs', name),
          title,
          words: '',
        })),
      },
    ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sections.filter(({ heading, text: body }) => {
    const all = `${heading} ${body}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return [...new Set(found.map(({ page }) => page))].map((page) => ({
    title: titles.get(page) ?? page,
    entries: found
      .filter((section) => section.page === page)
      .slice(0, MOST_HITS)
      .map(({ anchor, heading, text: body }) => ({
        id: `${page} ${anchor}`,
        href: link('reference', 'docs', page, { at: anchor, find: text }),
        title: heading,
        words: body,
      })),
  }));
};
