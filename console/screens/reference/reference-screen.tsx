import type { Assumption } from '../../../src/generated/control-schemas.ts';
import type { DocsIndex } from '../../docs/docs-page.ts';
import {
  Card,
  type Description,
  FilterText,
  Note,
  Page,
  Prose,
  Shown,
  address,
  isForeign,
  link,
  parameter,
  useDescription,
  useRead,
} from '../../kit/kit.ts';
import { ReferenceProvider, assumptionsOf, useAssumptions, useReference, wordsOf } from './reference.ts';
import { DocsView, readDocs } from './docs-view.tsx';
import { AssumptionPage, ItemPage } from './item-pages.tsx';
import { OperationPage } from './operation-page.tsx';

const search = parameter('find');

export default () => {
  const [, second, id] = address.value.segments;
  const section = toSection(second);
  // Schemas and headers may be the control API's.
  const kind = section === 'control' || address.value.query.get('of') === 'control' ? 'control' : 'api';
  const read = useDescription(kind);
  const { value: assumptions = [] } = useAssumptions().value;
  const isDocs = section === 'docs';
  const docs = useRead(() => readDocs<DocsIndex>('index'), isDocs ? 'docs' : null).value.value;
  return (
    <Page
      title="Reference"
      intro={
        isForeign.value
          ? 'Every operation, event and schema of the description, to read and to try.'
          : 'Every operation, event and problem. What the description of the API leaves open has a sign: it opens what the stub assumes.'
      }
    >
      <Shown read={read}>
        {(description) => (
          <ReferenceProvider value={{ description, assumptions }}>
            <div class="reference">
              <IndexList
                section={section}
                current={id}
                groups={isDocs ? docs && groupsOfDocs(docs, search.value) : groupsOf(section, description, assumptions)}
              />
              <div class="reference-content" key={id}>
                {toContent(section, id)}
              </div>
            </div>
          </ReferenceProvider>
        )}
      </Shown>
    </Page>
  );
};

const toContent = (section: SectionId, id: string | undefined) => {
  if (section === 'docs') return <DocsView name={id ?? 'readme'} />;
  if (id === undefined) return <Overview section={section} />;
  if (section === 'api' || section === 'control') return <OperationPage id={id} />;
  if (section === 'assumptions') return <AssumptionPage id={id} />;
  return <ItemPage section={section} id={id} />;
};

/** All pages of a section, which a text narrows. */
const IndexList = ({
  section,
  current,
  groups,
}: {
  readonly section: SectionId;
  readonly current: string | undefined;
  /** Undefined until they have been read. */
  readonly groups: readonly Group[] | undefined;
}) => {
  const found = groups && filterGroups(groups, search.value);
  return (
    <nav class="reference-index" aria-label="Reference">
      <div class="reference-kinds">
        {sections().map(({ id, title }) => (
          <a key={id} href={link('reference', id)} aria-current={id === section ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </div>
      <FilterText label="Find a page" value={search} />
      {found?.length === 0 && <Note>{search.value === '' ? 'The description has none.' : 'No page matches.'}</Note>}
      {found?.map(({ title, entries }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a data-row href={entry.href} aria-current={entry.id === current ? 'page' : undefined}>
                  {entry.method !== undefined && <span class="reference-method">{entry.method}</span>}
                  <span>{entry.title}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};

/** What a section holds, before a page is chosen. */
const Overview = ({ section }: { readonly section: SectionId }) => {
  const { description, assumptions } = useReference();
  const { operations, kind, tags, title } = description;
  const isDescription = section === 'api' || section === 'control';
  const plain = operations.filter(({ node }) => assumptionsOf(node).length === 0).length;
  return (
    <>
      <h2>{isDescription ? title : SECTIONS.find(({ id }) => id === section)?.title}</h2>
      <div class="reading">
        <p>{WORDS[section]}</p>
      </div>
      {section === 'api' && !isForeign.value && (
        <Card title="Documented and assumed">
          <ul class="stack">
            <li>
              {operations.length} operations;{' '}
              {plain === 0
                ? 'each has at least one assumption.'
                : `${String(plain)} are fully documented, the others have at least one assumption.`}
            </li>
            <li>
              {assumptions.length} assumptions; {assumptions.filter(({ current }) => current !== null).length} have a
              switch.
            </li>
          </ul>
        </Card>
      )}
      {(section === 'control' || (section === 'api' && !isForeign.value)) && (
        <Card title="Files">
          <ul class="row">
            {FILES[kind].map((file) => (
              <li key={file}>
                <a href={file} target="_blank" rel="noreferrer">
                  {file.replace('/__admin', 'control API ').replace(/^\//, '')}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {isDescription &&
        tags
          .filter(({ node }) => node['description'] !== undefined)
          .map(({ name, node }) => (
            <section key={name}>
              <h3>{name}</h3>
              <Prose text={wordsOf(node)} />
            </section>
          ))}
    </>
  );
};

const FILES = {
  api: ['/openapi.yaml', '/openapi.json', '/asyncapi.yaml', '/asyncapi.json'],
  control: ['/__admin/openapi.yaml', '/__admin/openapi.json'],
} as const;

const WORDS: Readonly<Record<SectionId, string>> = {
  api: 'The API that this server imitates. Choose an operation to see its parameters, bodies and responses, and to try it.',
  control:
    'The calls that inspect and control the stub. The real service has none of them: use them in tests, never in your client.',
  events: 'What the service posts to webhook endpoints.',
  problems: 'Every error has a type. Branch on the type: titles and texts may change.',
  schemas: 'The shapes of all bodies.',
  headers: 'Headers of requests and responses beyond those of HTTP.',
  assumptions:
    'The published description leaves questions open. Each is listed with what the stub does and what else it could do; some can be switched in this sandbox.',
  docs: 'The guides of this server.',
};

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

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The kinds of pages, in the order of the index. */
const SECTIONS = [
  { id: 'api', title: 'API' },
  { id: 'events', title: 'Events' },
  { id: 'problems', title: 'Problems' },
  { id: 'schemas', title: 'Schemas' },
  { id: 'headers', title: 'Headers' },
  { id: 'assumptions', title: 'Assumptions' },
  { id: 'control', title: 'Control API' },
  { id: 'docs', title: 'Docs' },
] as const;

/** Problems and assumptions are those of the bundled API. */
const sections = () =>
  isForeign.value ? SECTIONS.filter(({ id }) => id !== 'problems' && id !== 'assumptions') : SECTIONS;

type SectionId = (typeof SECTIONS)[number]['id'];

const toSection = (value: string | undefined): SectionId => sections().find(({ id }) => id === value)?.id ?? 'api';

/** What the index lists for a section. */
const groupsOf = (
  section: Exclude<SectionId, 'docs'>,
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
  return [{ title, entries: description[section].map(({ name }) => toEntry(name)) }];
};

/** Whether a text has all words of another. */
const matcherOf = (wanted: string): ((text: string) => boolean) => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.toLowerCase().includes(word));
};

/** Groups with the entries that have all words of the text. */
const filterGroups = (groups: readonly Group[], text: string): readonly Group[] => {
  const matches = matcherOf(text);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => matches(`${entry.title} ${entry.words} ${entry.id} ${entry.method ?? ''}`)),
    }))
    .filter(({ entries }) => entries.length > 0);
};

const MOST_HITS = 40;

/** All pages; with a text, the headings whose section has all its words. */
const groupsOfDocs = ({ pages, sections }: DocsIndex, text: string): readonly Group[] => {
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
