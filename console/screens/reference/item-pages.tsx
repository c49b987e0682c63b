import type { ComponentChildren } from 'preact';
import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, EmptyState, Inline, KeyValues, List, Prose, Refer, call } from '../../kit/kit.ts';
import { type Named, type Description, type Node, text, toNode } from '../../server/description.ts';
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

/** What a page is about, and the member that says it in a line. */
const ITEMS = {
  schemas: ['schema', undefined],
  events: ['event', 'summary'],
  headers: ['header', undefined],
  problems: ['problem type', 'title'],
} as const;

/** A page of one thing that the description names. */
export const ItemPage = ({ section, id }: { readonly section: keyof typeof ITEMS; readonly id: string }) => {
  const { description } = useReference();
  const [what, line] = ITEMS[section];
  const item = description[section].find(({ name }) => name === id);
  if (item === undefined) return <Missing what={what} id={id} />;
  const node = section === 'events' ? description.resolve(item.node['post']) : item.node;
  return (
    <>
      <Head item={{ name: id, node }}>{line !== undefined && <p class="muted">{text(node[line])}</p>}</Head>
      {PARTS[section](item.name, node, description)}
    </>
  );
};

const PARTS: Readonly<
  Record<keyof typeof ITEMS, (name: string, node: Node, description: Description) => ComponentChildren>
> = {
  schemas: (_, node) => (
    <Card title="Members">
      <SchemaView schema={node} />
    </Card>
  ),
  events: (_, node, { resolve }) => (
    <Card title="What is posted to your endpoint">
      <MessageBody content={resolve(node['requestBody'])['content']} />
    </Card>
  ),
  problems: (name, node) => (
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
  ),
  headers: (name, node, { kind, operations }) => {
    const users = operations.filter(
      ({ parameters, responses }) =>
        parameters.some((parameter) => parameter.name === name) ||
        Object.values(responses).some(({ headers }) => name in toNode(headers)),
    );
    return (
      <>
        <Card title="Value">
          <SchemaView schema={node['schema']} />
        </Card>
        <Card title={`Operations with it (${String(users.length)})`}>
          <List of={users} class="row">
            {({ id }) => <Refer to={kind} name={id} />}
          </List>
        </Card>
      </>
    );
  },
};

export const AssumptionPage = ({ id }: { readonly id: string }) => {
  const { assumptions, description } = useReference();
  const item = assumptions.find((assumption) => assumption.id === id);
  if (item === undefined) return <Missing what="assumption" id={id} />;
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
        <List of={item.where} class="row">
          {(name) =>
            description.operations.some(({ id }) => id === name) ? (
              <Refer to="api" name={name} />
            ) : description.schemas.some((schema) => schema.name === name) ? (
              <Refer to="schemas" name={name} />
            ) : (
              <code>{name}</code>
            )
          }
        </List>
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
