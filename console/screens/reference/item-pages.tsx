import type { ComponentChildren } from 'preact';
import type { Assumption } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  Inline,
  KeyValues,
  type Named,
  Prose,
  Refer,
  call,
  text,
  toNode,
} from '../../kit/kit.ts';
import { useReference, wordsOf } from './reference.ts';
import { Marks, MessageBody, SchemaView } from './schema-view.tsx';

/** In place of a page whose address names nothing. */
export const Missing = ({ what, id }: { readonly what: string; readonly id: string }) => (
  <EmptyState icon="search" title={`There is no ${what} ${id}`}>
    Choose one from the list.
  </EmptyState>
);

/** The name of what a page is about, with its signs, and what the description says of it. */
export const Head = ({
  item: { name, node },
  children,
}: {
  readonly item: Named;
  readonly children?: ComponentChildren;
}) => (
  <div class="stack">
    <div class="row">
      <h2>{name}</h2>
      <Marks {...node} />
    </div>
    {children}
    {wordsOf(node) !== '' && <Prose text={wordsOf(node)} />}
  </div>
);

const WHAT = { schemas: 'schema', events: 'event', headers: 'header', problems: 'problem type' } as const;

/** A page of one thing that the description names. */
export const ItemPage = ({ section, id }: { readonly section: keyof typeof WHAT; readonly id: string }) => {
  const { description } = useReference();
  const item = description[section].find(({ name }) => name === id);
  if (item === undefined) return <Missing what={WHAT[section]} id={id} />;
  const { name } = item;
  const node = section === 'events' ? description.resolve(item.node['post']) : item.node;
  const words = { events: 'summary', problems: 'title', schemas: '', headers: '' }[section];
  return (
    <>
      <Head item={{ name, node }}>{words !== '' && <p class="muted">{text(node[words])}</p>}</Head>
      {section === 'schemas' ? (
        <Card title="Members">
          <SchemaView schema={node} />
        </Card>
      ) : section === 'events' ? (
        <Card title="What is posted to your endpoint">
          <MessageBody content={description.resolve(node['requestBody'])['content']} />
        </Card>
      ) : section === 'headers' ? (
        <HeaderParts {...item} />
      ) : (
        <ProblemParts {...item} />
      )}
    </>
  );
};

const ProblemParts = ({ name, node }: Named) => (
  <>
    <KeyValues
      of={[
        ['Status', text(node['status'])],
        ['Type', <code>/problems/{name}</code>],
        node['x-remedy'] !== undefined && ['Remedy', text(node['x-remedy'])],
      ]}
    />
    <p>
      <a href={`/problems/${encodeURIComponent(name)}`} target="_blank" rel="noreferrer">
        What it means and how to fix it, with an example
      </a>
    </p>
  </>
);

const HeaderParts = (item: Named) => {
  const { kind, operations } = useReference().description;
  const users = operations.filter(
    ({ parameters, responses }) =>
      parameters.some(({ name }) => name === item.name) ||
      Object.values(responses).some(({ headers }) => item.name in toNode(headers)),
  );
  return (
    <>
      <Card title="Value">
        <SchemaView schema={item.node['schema']} />
      </Card>
      <Card title={`Operations with it (${String(users.length)})`}>
        <ul class="row">
          {users.map(({ id }) => (
            <li key={id}>
              <Refer to={kind} name={id} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
};

export const AssumptionPage = ({ id }: { readonly id: string }) => {
  const { assumptions, description } = useReference();
  const item = assumptions.find((assumption) => assumption.id === id);
  if (item === undefined) return <Missing what="assumption" id={id} />;
  const sectionOf = (name: string) => {
    if (description.operations.some((operation) => operation.id === name)) return 'api';
    return description.schemas.some((schema) => schema.name === name) ? 'schemas' : undefined;
  };
  return (
    <>
      <div class="stack">
        <div class="row">
          <h2>{item.id}</h2>
          <Badge tone="guess">Assumption</Badge>
        </div>
        <p class="reading">
          <Inline text={item.question} />
        </p>
      </div>
      <Card title="What the stub does">
        <SwitchAssumption {...item} />
      </Card>
      <Card title="What depends on it">
        <ul class="row">
          {item.where.map((name) => {
            const section = sectionOf(name);
            return (
              <li key={name}>{section === undefined ? <code>{name}</code> : <Refer to={section} name={name} />}</li>
            );
          })}
        </ul>
      </Card>
    </>
  );
};

/** The choice and its alternatives; where there is a switch, each can be tried in this sandbox. */
const SwitchAssumption = ({ id, chosen, alternatives, current, whyNot }: Assumption) => {
  const put = (choice: string | null) =>
    call('PATCH', '/assumptions', { body: { [id]: choice === chosen.id ? null : choice } });
  const use = async (choice: string) => {
    await put(choice);
    const said = choice === chosen.id ? 'Back to the default choice.' : `This sandbox now uses “${choice}”.`;
    return { text: said, undo: () => put(current) };
  };
  return (
    <ul class="schema">
      {[chosen, ...alternatives].map((choice) => {
        const name = choice.id;
        return (
          <li key={choice.text} class="row spread">
            <div class="reading">
              <Inline text={choice.text} />
            </div>
            {(current === null ? choice === chosen : name === current) ? (
              <Badge tone="ok">In use</Badge>
            ) : name === null ? (
              <span class="muted tiny">no switch</span>
            ) : (
              <Button changes small onClick={() => use(name)}>
                Use this
              </Button>
            )}
          </li>
        );
      })}
      {whyNot !== undefined && (
        <li class="muted small">
          <Inline text={whyNot} />
        </li>
      )}
    </ul>
  );
};
