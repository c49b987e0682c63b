import type { Assumption } from '../../../src/generated/control-schemas.ts';
import '../../kit/every-screen.ts';
import { address, parameter } from '../../address/address.ts';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { useAssumptions } from './assumptions.ts';
import { type Description, useDescription } from './description.ts';
import { groupsOfDocs, useDocsIndex } from './docs.ts';
import { DocsView } from './docs-view.tsx';
import { IndexList } from './index-list.tsx';
import { AssumptionPage, EventPage, HeaderPage, ProblemPage, SchemaPage } from './item-pages.tsx';
import { Register } from './marks.tsx';
import { OperationPage } from './operation-page.tsx';
import { Overview } from './overview.tsx';
import { type SectionId, groupsOf, toSection } from './sections.ts';

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
