import type { Assumption } from '../../../src/generated/control-schemas.ts';
import type { DocsIndex, DocsPage } from '../../docs/docs-page.ts';
import { CONSOLE_PATH, type Read, fetchGood, link, useRead } from '../../kit/kit.ts';
import type { Description } from './description.ts';

/** One line of the index. */
interface Entry {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  /** Before the title: the method of an operation. */
  readonly method?: string;
  /** What a search looks through beside the title. */
  readonly words: string;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The kinds of pages, in the order of the index. */
export const SECTIONS = [
  { id: 'api', title: 'API' },
  { id: 'events', title: 'Events' },
  { id: 'problems', title: 'Problems' },
  { id: 'schemas', title: 'Schemas' },
  { id: 'headers', title: 'Headers' },
  { id: 'assumptions', title: 'Assumptions' },
  { id: 'control', title: 'Control API' },
  { id: 'docs', title: 'Docs' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

export const toSection = (value: string | undefined): SectionId => SECTIONS.find(({ id }) => id === value)?.id ?? 'api';

/** What the index lists for a section. */
export const groupsOf = (
  section: SectionId,
  description: Description,
  assumptions: readonly Assumption[],
): readonly Group[] => {
  const toEntry = (id: string, words = ''): Entry => ({ id, href: link('reference', section, id), title: id, words });
  if (section === 'api' || section === 'control')
    return description.tags.map(({ name }) => ({
      title: name,
      entries: description.operations
        .filter(({ tag }) => tag === name)
        .map(({ id, method, path, summary }) => ({ ...toEntry(id, `${id} ${path}`), method, title: summary })),
    }));
  const title = SECTIONS.find(({ id }) => id === section)?.title ?? '';
  if (section === 'assumptions')
    return [{ title, entries: assumptions.map(({ id, question }) => toEntry(id, question)) }];
  return section === 'docs' ? [] : [{ title, entries: description[section].map(({ name }) => toEntry(name)) }];
};

/** Whether a text has all words of another. */
const matcherOf = (wanted: string): ((text: string) => boolean) => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.toLowerCase().includes(word));
};

/** Groups with the entries that have all words of the text. */
export const filterGroups = (groups: readonly Group[], text: string): readonly Group[] => {
  const matches = matcherOf(text);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => matches(`${entry.title} ${entry.words} ${entry.id} ${entry.method ?? ''}`)),
    }))
    .filter(({ entries }) => entries.length > 0);
};

const read = async <Value>(name: string): Promise<Value> => {
  const response = await fetchGood(`${CONSOLE_PATH}/docs/${encodeURIComponent(name)}.json`, { cache: 'default' });
  return (await response.json()) as Value;
};

export const useDocsPage = (name: string): Read<DocsPage> => useRead(() => read<DocsPage>(name), ['docs', name]);

/** Read where it is needed only. */
export const useDocsIndex = (isNeeded: boolean): Read<DocsIndex> =>
  useRead(() => read<DocsIndex>('index'), isNeeded ? 'docs' : null);

const MOST_HITS = 40;

/** All pages; with a text, the headings whose section has all its words. */
export const groupsOfDocs = ({ pages, sections }: DocsIndex, text: string): readonly Group[] => {
  if (text === '')
    return [
      {
        title: 'Pages',
        entries: pages.map(({ name, title }) => ({
          ...{ id: name, title, words: '' },
          href: link('reference', 'docs', name),
        })),
      },
    ];
  const matches = matcherOf(text);
  const found = sections.filter(({ heading, text: body }) => matches(`${heading} ${body}`));
  return [...new Set(found.map(({ page }) => page))].map((page) => ({
    title: pages.find(({ name }) => name === page)?.title ?? page,
    entries: found
      .filter((section) => section.page === page)
      .slice(0, MOST_HITS)
      .map(({ anchor, heading, text: words }) => ({
        ...{ id: `${page} ${anchor}`, title: heading, words },
        href: link('reference', 'docs', page, { at: anchor, find: text }),
      })),
  }));
};
