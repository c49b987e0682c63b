import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { Card, FilterText, Page, Prose, Shown } from '../../kit/kit.ts';
import { address, link, parameter } from '../../server/address.ts';
import { type Description, assumptionsOf, text, useAssumptions, useDescription } from './description.ts';
import { DocsView } from './docs-view.tsx';
import { AssumptionPage, EventPage, HeaderPage, ProblemPage, SchemaPage } from './item-pages.tsx';
import { OperationPage } from './operation-page.tsx';
import { Register } from './schema-view.tsx';
import {
  type Group,
  SECTIONS,
  type SectionId,
  filterGroups,
  groupsOf,
  groupsOfDocs,
  toSection,
  useDocsIndex,
} from './sections.ts';

const search = parameter('find');

export default () => {
  const [, second, id] = address.value.segments;
  const section = toSection(second);
  // Schemas and headers may be the control API's.
  const kind = section === 'control' || address.value.query.get('of') === 'control' ? 'control' : 'api';
  const description = useDescription(kind);
  const assumptions = useAssumptions();
  const docs = useDocsIndex(section === 'docs').value.value;
  return (
    <Page
      title="Reference"
      intro="Every operation, event and problem. What the description of the API leaves open has a sign: it opens what the stub assumes."
    >
      <Shown read={description}>
        {(value) => (
          <Register.Provider value={toRegister(assumptions.value.value ?? [])}>
            <div class="reference">
              <IndexList
                section={section}
                current={id}
                groups={
                  section === 'docs' && docs !== undefined
                    ? groupsOfDocs(docs, search.value)
                    : groupsOf(section, value, assumptions.value.value ?? [])
                }
              />
              <div class="reference-content">
                <Content
                  section={section}
                  id={id}
                  description={value}
                  assumptions={assumptions.value.value ?? []}
                  again={assumptions.again}
                />
              </div>
            </div>
          </Register.Provider>
        )}
      </Shown>
    </Page>
  );
};

const toRegister = (assumptions: readonly Assumption[]): ReadonlyMap<string, Assumption> =>
  new Map(assumptions.map((assumption) => [assumption.id, assumption]));

interface ContentProps {
  readonly section: SectionId;
  readonly id: string | undefined;
  readonly description: Description;
  readonly assumptions: readonly Assumption[];
  readonly again: () => void;
}

const Content = ({ section, id, description, assumptions, again }: ContentProps) => {
  if (id === undefined && section === 'docs') return <DocsView name="readme" />;
  if (id === undefined) return <Overview section={section} description={description} assumptions={assumptions} />;
  switch (section) {
    case 'api':
    case 'control':
      return <OperationPage key={id} description={description} id={id} />;
    case 'events':
      return <EventPage key={id} description={description} id={id} />;
    case 'problems':
      return <ProblemPage key={id} description={description} id={id} />;
    case 'schemas':
      return <SchemaPage key={id} description={description} id={id} />;
    case 'headers':
      return <HeaderPage key={id} description={description} id={id} />;
    case 'assumptions':
      return <AssumptionPage key={id} assumptions={assumptions} description={description} id={id} again={again} />;
    case 'docs':
      return <DocsView key={id} name={id} />;
  }
};

/** All pages of a section, which a text narrows. */
const IndexList = ({
  section,
  current,
  groups,
}: {
  readonly section: SectionId;
  readonly current: string | undefined;
  readonly groups: readonly Group[];
}) => {
  const found = filterGroups(groups, search.value);
  return (
    <nav class="reference-index" aria-label="Reference">
      <div class="reference-kinds">
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={link('reference', id)} aria-current={id === section ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </div>
      <FilterText label="Find a page" value={search} />
      {found.length === 0 && <p class="muted small">No page matches.</p>}
      {found.map(({ title, entries }) => (
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

interface OverviewProps {
  readonly section: SectionId;
  readonly description: Description;
  readonly assumptions: readonly Assumption[];
}

/** What a section holds, before a page is chosen. */
const Overview = ({ section, description, assumptions }: OverviewProps) => (
  <>
    <h2>{section === 'api' || section === 'control' ? description.title : title(section)}</h2>
    <div class="reading">
      <p>{WORDS[section]}</p>
    </div>
    {section === 'api' && (
      <Card title="Documented and assumed">
        <Shares description={description} assumptions={assumptions} />
      </Card>
    )}
    {(section === 'api' || section === 'control') && (
      <Card title="Files">
        <Files kind={description.kind} />
      </Card>
    )}
    {(section === 'api' || section === 'control') &&
      description.tags.map(({ name, node }) => (
        <section key={name}>
          <h3>{name}</h3>
          <Prose text={text(node['description'])} />
        </section>
      ))}
  </>
);

const title = (section: SectionId): string => SECTIONS.find(({ id }) => id === section)?.title ?? '';

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

const Shares = ({ description, assumptions }: Omit<OverviewProps, 'section'>) => {
  const { operations } = description;
  const plain = operations.filter(({ node }) => assumptionsOf(node).length === 0).length;
  return (
    <ul class="stack">
      <li>
        {operations.length} operations;{' '}
        {plain === 0
          ? 'each has at least one assumption.'
          : `${String(plain)} are fully documented, the others have at least one assumption.`}
      </li>
      <li>
        {assumptions.length} assumptions; {assumptions.filter(({ current }) => current !== null).length} have a switch.
      </li>
    </ul>
  );
};

const Files = ({ kind }: { readonly kind: Description['kind'] }) => (
  <ul class="row">
    {(kind === 'api'
      ? ['/openapi.yaml', '/openapi.json', '/asyncapi.yaml', '/asyncapi.json']
      : ['/__admin/openapi.yaml', '/__admin/openapi.json']
    ).map((file) => (
      <li key={file}>
        <a href={file} target="_blank" rel="noreferrer">
          {file.replace('/__admin', 'control API ').replace(/^\//, '')}
        </a>
      </li>
    ))}
  </ul>
);
