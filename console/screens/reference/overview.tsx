import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { Card } from '../../kit/card.tsx';
import { Prose } from '../../kit/prose.tsx';
import { type Description, assumptionsOf, text } from './description.ts';
import { SECTIONS, type SectionId } from './sections.ts';

interface OverviewProps {
  readonly section: SectionId;
  readonly description: Description;
  readonly assumptions: readonly Assumption[];
}

/** What a section holds, before a page is chosen. */
export const Overview = ({ section, description, assumptions }: OverviewProps) => (
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
