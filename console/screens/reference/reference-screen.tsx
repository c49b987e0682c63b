import { type ComponentChild, createElement } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DocsIndex, DocsPage, DocsPart } from '../../docs/docs-page.ts';
import {
  CONSOLE_PATH,
  Card,
  CodeBlock,
  FilterText,
  List,
  Note,
  Page,
  Prose,
  Shown,
  address,
  fetchGood,
  isForeign,
  link,
  parameter,
  useCall,
  useRead,
} from '../../kit/kit.ts';
import { useDescription } from '../../server/description.ts';
import { AssumptionPage, ItemPage, OperationPage } from './pages.tsx';
import { ReferenceProvider, assumptionsOf, useReference, wordsOf } from './reference.ts';

/** The kinds of pages, in the order of the index. */
const SECTIONS = {
  api: {
    title: 'API',
    words:
      'The API that this server imitates. Choose an operation to see its parameters, bodies and responses, and to try it.',
    files: ['/openapi.yaml', '/openapi.json', '/asyncapi.yaml', '/asyncapi.json'],
  },
  events: { title: 'Events', words: 'What the service posts to webhook endpoints.' },
  problems: {
    title: 'Problems',
    words: 'Every error has a type. Branch on the type: titles and texts may change.',
  },
  schemas: { title: 'Schemas', words: 'The shapes of all bodies.' },
  headers: { title: 'Headers', words: 'Headers of requests and responses beyond those of HTTP.' },
  assumptions: {
    title: 'Assumptions',
    words:
      'The published description leaves questions open. Each is listed with what the stub does and what else it could do; some can be switched in this sandbox.',
  },
  control: {
    title: 'Control API',
    words:
      'The calls that inspect and control the stub. The real service has none of them: use them in tests, never in your client.',
    files: ['/__admin/openapi.yaml', '/__admin/openapi.json'],
  },
  docs: { title: 'Docs', words: 'The guides of this server.' },
} as const;

type SectionId = keyof typeof SECTIONS;

/** Problems and assumptions are those of the bundled API. */
const sections = () =>
  (Object.keys(SECTIONS) as SectionId[]).filter(
    (id) => !isForeign.value || (id !== 'problems' && id !== 'assumptions'),
  );

const search = parameter('find');

export default () => {
  const [, second, id] = address.value.segments;
  const section = sections().find((each) => each === second) ?? 'api';
  // Schemas and headers may be the control API's.
  const isControl = section === 'control' || address.value.query.get('of') === 'control';
  const read = useDescription(isControl ? 'control' : 'api');
  const { data: assumptions = [] } =
    useCall('/assumptions', isForeign.value ? null : { query: { limit: 1000 } }).value ?? {};
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
              <nav class="reference-index" aria-label="Reference">
                <div class="reference-kinds">
                  {sections().map((each) => (
                    <a key={each} href={link('reference', each)} aria-current={each === section ? 'page' : undefined}>
                      {SECTIONS[each].title}
                    </a>
                  ))}
                </div>
                <FilterText label="Find a page" value={search} />
                {section === 'docs' ? <DocsIndexList current={id} /> : <IndexList section={section} current={id} />}
              </nav>
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

/** One line of the index. */
interface Entry {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  /** Before the title: the method of an operation. */
  readonly method?: string;
  /** What a search looks through beside the rest. */
  readonly words: string;
}

type Group = readonly [title: string, entries: readonly Entry[]];

/** Groups of pages, with those that have all words of the search. */
const Groups = ({ of, current }: { readonly of: readonly Group[]; readonly current: string | undefined }) => {
  const wanted = search.value.toLowerCase().split(/\s+/);
  const matches = ({ id, title, method = '', words }: Entry): boolean => {
    const text = `${title} ${words} ${id} ${method}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const found = of
    .map(([title, entries]) => [title, entries.filter(matches)] as const)
    .filter(([, entries]) => entries.length > 0);
  if (found.length === 0) return <Note>{search.value === '' ? 'The description has none.' : 'No page matches.'}</Note>;
  return (
    <>
      {found.map(([title, entries]) => (
        <section key={title}>
          <h2>{title}</h2>
          <List of={entries}>
            {(entry) => (
              <a data-row href={entry.href} aria-current={entry.id === current ? 'page' : undefined}>
                {entry.method && <span class="reference-method">{entry.method}</span>}
                <span>{entry.title}</span>
              </a>
            )}
          </List>
        </section>
      ))}
    </>
  );
};

/** All pages of a section. */
const IndexList = ({
  section,
  current,
}: {
  readonly section: Exclude<SectionId, 'docs'>;
  readonly current: string | undefined;
}) => {
  const { description, assumptions } = useReference();
  const toEntry = (id: string, words = ''): Entry => ({ id, href: link('reference', section, id), title: id, words });
  const groups: readonly Group[] =
    section === 'api' || section === 'control'
      ? description.tags.map(({ name }) => [
          name,
          description.operations
            .filter(({ tag }) => tag === name)
            .map(({ id, method, path, summary }) => ({ ...toEntry(id, path), method, title: summary })),
        ])
      : [
          [
            SECTIONS[section].title,
            section === 'assumptions'
              ? assumptions.map(({ id, question }) => toEntry(id, question))
              : description[section].map(({ name }) => toEntry(name)),
          ],
        ];
  return <Groups of={groups} current={current} />;
};

/** All guides; with a search, their headings whose section has all its words. */
const DocsIndexList = ({ current }: { readonly current: string | undefined }) => {
  const index = useRead(() => readDocs<DocsIndex>('index'), 'docs').value;
  if (index === undefined) return null;
  const { pages, sections: headings } = index;
  const all = pages.map(({ name, title }) => ({ id: name, title, words: '', href: link('reference', 'docs', name) }));
  const groups: readonly Group[] =
    search.value === ''
      ? [['Pages', all]]
      : pages.map(({ name, title }) => [
          title,
          headings
            .filter(({ page }) => page === name)
            .map(({ anchor, heading, text: words }) => ({
              id: `${name} ${anchor}`,
              title: heading,
              words,
              href: link('reference', 'docs', name, { at: anchor, find: search.value }),
            })),
        ]);
  return <Groups of={groups} current={current} />;
};

/** What a section holds, before a page is chosen. */
const Overview = ({ section }: { readonly section: SectionId }) => {
  const { description, assumptions } = useReference();
  const { operations, tags } = description;
  const { title, words, files = [] } = { files: undefined, ...SECTIONS[section] };
  const isBundled = section === 'api' && !isForeign.value;
  const plain = operations.filter(({ node }) => assumptionsOf(node).length === 0).length;
  const isDescription = section === 'api' || section === 'control';
  return (
    <>
      <h2>{isDescription ? description.title : title}</h2>
      <div class="reading">
        <p>{words}</p>
      </div>
      {isBundled && (
        <Card title="Documented and assumed">
          <ul class="stack">
            <li>
              {operations.length} operations;{' '}
              {plain === 0
                ? 'each has at least one assumption.'
                : `${plain} are fully documented, the others have at least one assumption.`}
            </li>
            <li>
              {assumptions.length} assumptions; {assumptions.filter(({ current }) => current !== null).length} have a
              switch.
            </li>
          </ul>
        </Card>
      )}
      {(isBundled || section === 'control') && (
        <Card title="Files">
          <List of={files} class="row">
            {(file) => (
              <a href={file} target="_blank" rel="noreferrer">
                {file.replace('/__admin', 'control API ').replace(/^\//, '')}
              </a>
            )}
          </List>
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

/** A page of the documentation, or `index`. */
const readDocs = async <Value,>(name: string): Promise<Value> => {
  const response = await fetchGood(`${CONSOLE_PATH}/docs/${encodeURIComponent(name)}.json`, { cache: 'default' });
  return (await response.json()) as Value;
};

const at = parameter('at');

/** A page of the documentation. */
const DocsView = ({ name }: { readonly name: string }) => {
  const read = useRead(() => readDocs<DocsPage>(name), ['docs', name]);
  const anchor = at.value;
  const isRead = read.value !== undefined;
  useEffect(() => {
    if (anchor !== '') document.getElementById(`docs-${anchor}`)?.scrollIntoView();
  }, [anchor, isRead]);
  return <Shown read={read}>{({ parts }) => <article class="docs">{parts.map(toElement)}</article>}</Shown>;
};

/** The elements of a page are those of the browser, but for what the console has its own of. */
const toElement = (part: DocsPart): ComponentChild => {
  if (typeof part === 'string') return part;
  const { tag, code, attributes, page, anchor = '', parts = [] } = part;
  if (code !== undefined) return <CodeBlock text={code} what="the code" />;
  const href = page && link('reference', 'docs', page, { at: anchor });
  return createElement(tag, href === undefined ? { ...attributes } : { href }, ...parts.map(toElement));
};
